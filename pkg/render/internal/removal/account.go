package removal

import (
	"path/filepath"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// account says what came of each action.
func (t *teller) account() {
	counts := map[remove.Outcome]int{}
	bad := 0
	for i := range t.Results {
		counts[t.Results[i].Outcome]++
		if !t.Results[i].Good() {
			bad++
		}
	}
	t.layout.Say(paper.Verdict, words.Count(len(t.Results), "removal")+": "+strings.Join(outcomeParts(counts), ", ")+".")
	t.serverPara()
	t.rows(func(i int) []paper.Para { return resultParas(&t.Results[i]) }, t.backups)
	if bad > 0 && len(t.Anew) > 0 {
		t.layout.Gap()
		t.layout.Say(paper.Plain, "What is left can be asked for again; the plan is then made anew:")
		t.layout.Command(2, "", t.Anew)
	}
}

// backups says where the objects of a row are kept as they were, and how to look
// further.
func (t *teller) backups(from, to int) []paper.Para {
	var out []paper.Para
	var files []string
	for i := from; i < to; i++ {
		if b := t.Results[i].Backup; b != "" {
			files = append(files, b)
		}
	}
	switch {
	case len(files) == 1:
		out = append(out, paper.Fact("backup", paper.Plain, paper.Prose(files[0])))
	case len(files) > 1:
		out = append(out, paper.Fact("backup", paper.Plain, words.Count(len(files), "file")+" in "+paper.Prose(filepath.Dir(files[0]))))
	}
	if next := t.Results[from].Next; len(next) > 0 {
		out = append(out, paper.Detail("next", paper.CommandSpan(next)))
	}
	return out
}

// outcomeTexts are in the order in which a person wants to hear them.
var outcomeTexts = []struct {
	outcome remove.Outcome
	text    string
}{
	{remove.Gone, "gone"},
	{remove.Held, "off and held by others"},
	{remove.Off, "off"},
	{remove.Would, "would be accepted by the server"},
	{remove.AlreadyGone, "gone before"},
	{remove.AlreadyOff, "off before"},
	{remove.PutBack, "put back"},
	{remove.Recreated, "another object by now"},
	{remove.Changed, "no longer as planned"},
	{remove.Asked, "asked to go and left alone since"},
	{remove.Forbidden, "forbidden"},
	{remove.Refused, "refused by the server"},
	{remove.Failed, "failed"},
	{remove.NotKnown, "not known"},
	{remove.NotDone, "not done"},
}

func outcomeParts(counts map[remove.Outcome]int) []string {
	var parts []string
	for _, t := range outcomeTexts {
		if n := counts[t.outcome]; n > 0 {
			parts = append(parts, words.Thousands(n)+" "+t.text)
		}
	}
	return parts
}

func resultParas(r *remove.Result) []paper.Para {
	role := paper.Plain
	if !r.Good() {
		role = paper.Flag
	}
	return []paper.Para{
		paper.Fact("finalizer", paper.Finalizer, words.HoldHead(&r.Action.Hold)),
		paper.Detail("result", role.Of(paper.Identifier(string(r.Outcome))), paper.Plain.Of(": "+paper.Prose(r.Message))),
	}
}
