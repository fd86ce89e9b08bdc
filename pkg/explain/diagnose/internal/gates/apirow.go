package gates

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// apiRow is a row of a table of APIServices: its Service, and whether it is available. Those that the API server
	// itself serves have none.
	apiRow   = regex.New(`^\s*(\S+)\s+([a-z0-9-]+)/([a-z0-9-]+)\s+(True|False|Unknown)(?: \((\w+)\))?(?:\s|$)`)
	localRow = regex.New(`^\s*\S+\s+Local\s+True\b`)
	// aroundRows is what stands between a sentence and the table that it leads to: nothing, a fence, a command, the heads
	// of its columns.
	aroundRows = regex.New("^\\s*(?:(?:```|~~~|<).*|(?:[$#>] *)?(?:kubectl|oc|k) .*|NAME\\s.*\\bAVAILABLE\\b.*)?$")
	// sentenceLine is a line of a person.
	sentenceLine = regex.New(`^\W*[A-Za-z][^{}=|$]* [^{}=|$]*$`)
	columns      = regex.New(`\S(?: {3,}|\t)`)
	// notNow is how a sentence leads to a table of another time, or of what is not there.
	notNow = regex.New(`(?i)\b(?:before|earlier|yesterday|previously|formerly|was|were|had|fixed|mended|repaired|recovered|restored|example|other|another|different|should|would|docs?|documentation)\b`)
	// takenBack is how the sentence behind a table says that it is so no longer, or elsewhere.
	takenBack = regex.New(`(?i)^\W*(?:that|this|it|these|those|the above|all of (?:that|this))(?: \w+)? (?:was|were|(?:is|are) (?:from|of|on|in))\b|\b(?:true|available|up|back|fine|works?|working|ready|runs?|running) (?:again|now|by now|meanwhile|since)\b|\b(?:now|meanwhile|since|again)\b[^.]* (?:true|available|fine|works?|working|fixed|ready)\b|\b(?:fixed|mended|repaired|restored)\b`)
)

// copiedRows are the rows of tables of APIServices that were copied beside the objects, each as it was shown last.
type copiedRows struct {
	of map[string]rowCopied
	// names are in the order of the text.
	names []string
}

// rowCopied is one of them.
type rowCopied struct {
	service          trace.Ref
	is, reason, text string
}

// rowsOf are the rows of a text, without those of a table of which a sentence says that it is of another place or time.
func rowsOf(w *sight.View) *copiedRows {
	return sight.Memory[memory](w).rows.Get("", func() *copiedRows {
		rows := &copiedRows{of: map[string]rowCopied{}}
		var table []string // the names of the last one
		away := false
		for _, line := range w.Logs.Aside {
			text := line.Text
			if m := apiRow.FindStringSubmatch(text); m != nil {
				row := rowCopied{trace.Ref{Kind: "Service", Namespace: m[2], Name: m[3]}, m[4], m[5], strings.Join(strings.Fields(text), " ")}
				if !away {
					rows.add(m[1], row)
					table = append(table, m[1])
				}
				continue
			}
			switch {
			case aroundRows.MatchString(text), localRow.MatchString(text):
			case columns.MatchString(text) || !sentenceLine.MatchString(text):
				table, away = nil, false
			default:
				if takenBack.MatchString(text) || (prose.Others | prose.Afar | prose.Over).MatchString(text) {
					rows.drop(table)
				}
				// A sentence may go on over several lines.
				away = table == nil && away || leadsAway(text)
				table = nil
			}
		}
		return rows
	})
}

func leadsAway(text string) bool {
	return notNow.MatchString(text) || (prose.Afar | prose.Past | prose.Others | prose.Over).MatchString(text)
}

// add keeps a row of a table.
func (r *copiedRows) add(name string, row rowCopied) {
	if _, again := r.of[name]; !again {
		r.names = append(r.names, name)
	}
	r.of[name] = row
}

// drop forgets the rows of a table.
func (r *copiedRows) drop(table []string) {
	for _, name := range table {
		r.of[name] = rowCopied{}
	}
}

// copiedRow reads what was copied of a table beside a dump that lacks the APIService itself.
func (d *DeadAPI) copiedRow(w *sight.View) {
	if row := rowsOf(w).of[d.ref.Name]; row.text != "" {
		d.backend.service, d.available, d.reason, d.row = row.service, row.is == "True", row.reason, row.text
	}
}

// MostRows is how many API groups are told of by the rows of tables.
const MostRows = 16

// Unavailable are the API groups, with their versions, that tables copied beside the objects show last not to be
// available, the first of many; or else those of which APIServices among the objects tell that.
func Unavailable(ctx context.Context, w *sight.View) (groups []trace.Part) {
	rows := rowsOf(w)
	if len(rows.names) == 0 {
		for _, obj := range w.Skim(ctx, aggregationGroup, "APIService", "").Objects {
			if d, dead := readDeadAPI(ctx, w, obj); dead && len(groups) < MostRows {
				groups = append(groups, trace.Part{Group: d.group, Version: d.version})
			}
		}
	}
	for _, name := range rows.names {
		version, group, named := strings.Cut(name, ".")
		if named && rows.of[name].is == "False" {
			groups = append(groups, trace.Part{Group: group, Version: version})
		}
		if len(groups) == MostRows {
			break
		}
	}
	return groups
}

// Said takes over what words say of the group, where nothing else tells what is the matter with it.
func (d *DeadAPI) Said(words string) {
	if _, behind, told := strings.Cut(words, d.Name()+": "); told && d.message == "" {
		said, _, _ := strings.Cut(behind, ", ")
		d.message = strings.TrimSuffix(strings.TrimSpace(said), ": "+d.Name())
	}
}

// restored are the steps for one of which a table has told the Service.
func (d *DeadAPI) restored() (n hearing.Notes) {
	how := "bring back what it leads to"
	switch {
	case d.available:
		how = "it is said to be available, and what it answers is out of date: start anew or update what it leads to"
	case d.reason == "MissingEndpoints", d.reason == "EndpointsNotFound":
		how = "it leads to no pod that is ready: mend what keeps its pods from that"
	case d.reason == "ServiceNotFound":
		how = "it is not there: bring it back with what it leads to"
	}
	n.Fact("table copied beside it", d.row)
	n.Mend("have " + d.backend.servedBy() + " serve " + d.Name() + " again: " + how)
	n.Next("see what it leads to", "kubectl", "describe", "service/"+d.backend.service.Name, "-n", d.backend.service.Namespace)
	return n
}
