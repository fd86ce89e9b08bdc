package copyist

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// ofWhich is what a deletion is said to be of, in the words of the sentence.
	ofWhich = "([\\w`\"'./-]+(?: [\\w`\"'./-]+){0,4})"
	// deletion is one as a noun, and thereEnds the end of what is told of it.
	deletion, thereEnds = "(?:delet(?:e|ion)|removal)(?: (?:request|command|call|event|operation|action)s?)?", "(?:$| ?[.?!,;])"
	// itsDeletion is a deletion with what it is of before it or behind; that of the object may have nothing.
	itsDeletion = "(?:(?:an? |any |the |its |this |that |such an? )?" + deletion + " (?:of|for|on|to|against) " + ofWhich + "|(?:its|the|this) " + deletion + thereEnds + "|(?:an? |any |the |its |this |that )" + ofWhich + " " + deletion + thereEnds + ")"
	// weNever is that whoever writes did not do it, byChance that nobody meant it, and wishing that a way to do it is sought.
	weNever  = "(?i)\\b(?:I|we) (?:\\w+ )?(?:did not|didn't|have not|haven't|had not|hadn't|never) (?:\\w+ )?"
	byChance = "(?:accidentally|mistakenly|unintentionally|inadvertently)"
	wishing  = "\\b(?:want(?:ed|s)?|need(?:ed|s)?|like|try|tried|trying|way|how|possible|able|can|could)\\b[^.;:?,]{0,24}? (?:to )?"
	isOrWas  = " (?:was|is|were|are|has been|had been|got) (?:\\w+ )?"
)

// unasked are the ways in which a person tells that nobody is known to have asked for the deletion, and regretted those in
// which it is told that it was a mistake, or is to be taken back; each with what it is of, nothing where that is not said.
var (
	unasked = []*regex.Regexp{
		regex.New(weNever + "(?:issued?|sent|send|r[au]n|execut\\w+|request\\w*|ask(?:ed)? for|trigger\\w*|initiat\\w+|start(?:ed)?|perform\\w*|order(?:ed)?|ma[dk]e|do|done) " + itsDeletion),
		regex.New(weNever + "(?:delet|remov)(?:ed?) " + ofWhich),
		regex.New("(?i)\\b(?:nobody|no one|no-one|none of us)(?: (?:has|had|ever))? (?:\\w+ )?(?:(?:delet|remov)ed " + ofWhich + "|(?:asked for|requested|triggered|issued|initiated|wanted) " + itsDeletion + ")"),
		regex.New("(?i)^(?:(?:but|and|so|now|then|somehow|unfortunately),? )?" + ofWhich + isOrWas + "(?:not (?:supposed|meant|intended) to be|" + byChance + ") (?:delet|remov)ed"),
	}
	regretted = []*regex.Regexp{
		regex.New("(?i)\\b(?:" + byChance + "|unknowingly) (?:delet|remov)(?:ed|ing) " + ofWhich),
		regex.New("(?i)\\b(?:delet|remov)(?:ed|ing) " + ofWhich + " (?:by (?:accident|mistake)|" + byChance + ")"),
		regex.New("(?i)^" + ofWhich + isOrWas + "(?:delet|remov)ed (?:by (?:accident|mistake)|" + byChance + ")"),
		regex.New("(?i)" + wishing + "get " + ofWhich + " back" + thereEnds),
		regex.New("(?i)(?:^undo|" + wishing + "(?:undo|cancel|abort|revert|stop|take back|roll back)) " + itsDeletion),
	}
)

// otherThan is what a person may not have deleted, or have deleted by mistake, beside the object, or only how.
var otherThan = regex.New("(?i)\\b(?:finali[sz]ers?|anything else|nothing else|yet|before|until|first|manually|by hand|with|using|through|so far|successfully|completely|itself|(?:in|from) (?:the )?(?:cloud|provider|console))\\b")

// clauseFrom is what is left of a clause.
var clauseFrom = regex.New(`^[^,;:]*`)

// notTold is a sentence in which nothing of the kind is told for sure.
var notTold = regex.New(`(?i)\b(?:only|just|instead|rather|but (?:the|its|our|my|an?)\b|if|unless|in case|suppose|imagine|should|would|test|tests|testing|simulat\w+)\b`)

// notWanted is a finding of an object of which a person tells that it is not to be deleted: whether it may go comes first
// then, as nothing can be had back once it is through, and what has it go through is right only where it may go.
func notWanted(h *hearing.Case, f hearing.Finding) hearing.Finding {
	said, first := saidSo(h, unasked), "find out first, as by the audit log, who asked for its deletion, and whether it may go"
	if said == "" {
		said, first = saidSo(h, regretted), "see first whether it may go, as no deletion is taken back"
	}
	if said == "" {
		return f
	}
	f.Add(holder.AsTold(said))
	mayGo(h, &f)
	step := first + ": it is not wanted" + byText
	if !h.Holder.BuiltIn {
		step += "; to keep what it stands for, have its controller leave that behind"
	}
	f.Foremost = append([]explain.Step{explain.Tell(step)}, f.Foremost...)
	return f
}

// mayGo has the first step that acts be right only if the object may really go, and what looks before that come behind too.
// Where nothing acts, the first that looks stays in sight.
func mayGo(h *hearing.Case, f *hearing.Finding) {
	all := slices.Concat(f.Foremost, f.Steps)
	if len(all) == 0 && h.View.Copied {
		all = append(all, explain.Look("copy all that an answer needs, and ask of that", h.View.Command(h.Node.Ref, "finalizers", "snapshot")...))
	}
	mends := func(s explain.Step) bool { return s.Aim == explain.Mends }
	if len(all) > 0 && all[0].Aim == explain.Looks && !slices.ContainsFunc(all, mends) {
		all[0].Aim = explain.Mends
	}
	for i := range all {
		if !mends(all[i]) {
			continue
		}
		if all[i] = all[i].Then(); all[i].Effect != explain.Reads {
			all[i].Text = "only if it may really go, " + all[i].Text
			break
		}
	}
	f.Foremost, f.Steps = all[:len(f.Foremost):len(f.Foremost)], all[len(f.Foremost):]
}

// saidSo is the sentence that tells of the object in one of these ways, empty where none does.
func saidSo(h *hearing.Case, ways []*regex.Regexp) string {
	for _, said := range sentencesOf(h) {
		if len(said) > longest || notTold.MatchString(said) || sentence.OfElse(said) {
			continue
		}
		if slices.ContainsFunc(ways, func(way *regex.Regexp) bool { return tellsOfIt(h, way, said) }) {
			return said
		}
	}
	return ""
}

// tellsOfIt reports whether a sentence tells of the object in this way.
func tellsOfIt(h *hearing.Case, way *regex.Regexp, said string) bool {
	m := way.FindStringSubmatch(said)
	if m == nil || !isOfIt(h, strings.Join(m[1:], "")) {
		return false
	}
	_, rest, _ := strings.Cut(said, m[0])
	return !otherThan.MatchString(clauseFrom.FindString(m[0] + rest))
}

var (
	// furtherOn is what no longer tells what a deletion is of.
	furtherOn = regex.New(`(?i) (?:in|on|from|to|and|as|but|so|while|when|by|at|which|that|or|either|again|myself|ourselves|because|since|after)\b.*`)
	// beside are words that may stand beside its kind or its name.
	beside = strings.Fields("the my our this that its a an any whole entire actual wrong resource object cr")
)

// isOfIt reports whether what a deletion is said to be of is the object: its name, its kind, both, or a word for it, alone.
func isOfIt(h *hearing.Case, of string) bool {
	of = furtherOn.ReplaceAllString(of, "")
	named := false
	words := slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(of), func(c rune) bool { return strings.ContainsRune(" `\"'/", c) }), func(word string) bool {
		named = named || word == h.Node.Name
		return word == h.Node.Name || word == h.Node.Namespace || slices.Contains(beside, word)
	})
	word := strings.ReplaceAll(strings.Join(words, ""), "-", "")
	return slices.Contains([]string{"", "it", "this", "that"}, strings.ToLower(of)) || named && word == "" || word != "" && acts.NamesIt(h, word)
}
