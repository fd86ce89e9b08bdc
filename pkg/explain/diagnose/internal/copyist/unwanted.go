package copyist

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// ofWhich is what a deletion is said to be of, in the words of the sentence.
	ofWhich = "((?:it|them|the|my|our|this|that|these|those|any|an?)\\b(?: [\\w`\"'./-]+){0,4})?"
	// itsDeletion is a deletion as a noun, with what it is of before it or behind.
	itsDeletion = "(?:an? |any |the |its |this |that |such an? )?(?:delet(?:e|ion)|removal)(?: (?:request|command|call|event|operation|action)s?)?(?: (?:of|for|on|to|against) " + ofWhich + ")?"
)

// unasked are the ways in which a person tells that nobody is known to have asked for the deletion, and regretted those in
// which it is told that it was a mistake, or is to be taken back; each with what it is of, nothing where that is not said.
var (
	unasked = []*regex.Regexp{
		regex.New("(?i)\\b(?:I|we) (?:\\w+ )?(?:did not|didn't|have not|haven't|had not|hadn't|never) (?:\\w+ )?(?:issued?|sent|send|r[au]n|execut\\w+|request\\w*|ask(?:ed)? for|trigger\\w*|initiat\\w+|start(?:ed)?|perform\\w*|order(?:ed)?|ma[dk]e|do|done) " + itsDeletion),
		regex.New("(?i)\\b(?:I|we) (?:\\w+ )?(?:did not|didn't|have not|haven't|had not|hadn't|never) (?:\\w+ )?(?:delet|remov)(?:ed?) " + ofWhich),
		regex.New("(?i)\\b(?:nobody|no one|no-one|none of us)(?: (?:has|had|ever))? (?:\\w+ )?(?:(?:delet|remov)ed|(?:asked for|requested|triggered|issued|initiated|wanted)) (?:" + itsDeletion + "|" + ofWhich + ")"),
		regex.New("(?i)^(?:\\w+ )?(" + ofWhich + ") (?:was|is|were|are|has been|had been|got) (?:\\w+ )?(?:not (?:supposed|meant|intended) to be|accidentally|mistakenly|unintentionally|inadvertently) (?:delet|remov)ed"),
	}
	regretted = []*regex.Regexp{
		regex.New("(?i)\\b(?:accidentally|mistakenly|unintentionally|inadvertently|unknowingly) (?:delet|remov)(?:ed|ing) " + ofWhich),
		regex.New("(?i)\\b(?:delet|remov)(?:ed|ing) " + ofWhich + " (?:by (?:accident|mistake)|accidentally|mistakenly|unintentionally|inadvertently)"),
		regex.New("(?i)\\b(?:want(?:ed|s)?|need(?:ed|s)?|like|try|tried|trying|way|how|possible|able|can|could)\\b[^.;:?,]{0,24}? (?:to )?get " + ofWhich + " back\\b"),
		regex.New("(?i)\\b(?:want(?:ed|s)?|need(?:ed|s)?|like|try|tried|trying|way|how|possible|able|can|could)\\b[^.;:?,]{0,24}? (?:to )?(?:undo|cancel|abort|revert|stop|take back|roll back) (?:the|its|this|that|my|our) (?:delet(?:e|ion)|removal)(?: of " + ofWhich + ")?"),
	}
)

// otherThan is what a person may not have deleted, or have deleted by mistake, beside the object.
var otherThan = regex.New("(?i)\\b(?:finali[sz]ers?|anything else|nothing else|yet|before|until|first|manually|by hand|with|using|through)\\b")

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
	f.Steps, f.Foremost = slices.Clone(f.Steps), slices.Clone(f.Foremost)
	const soOnly = "only if it may really go, "
	if at := onlyWhere(f.Foremost, soOnly); at >= 0 {
		f.Foremost[at] = f.Foremost[at].Then()
	} else if at = onlyWhere(f.Steps, soOnly); at >= 0 {
		f.Steps[at] = f.Steps[at].Then()
	}
	step := first + ": it is not wanted" + byText
	if !h.Holder.BuiltIn {
		step += "; to keep what it stands for, have its controller leave that behind"
	}
	f.Foremost = append([]explain.Step{explain.Tell(step)}, f.Foremost...)
	return f
}

// saidSo is the sentence that tells of the object in one of these ways, empty where none does.
func saidSo(h *hearing.Case, ways []*regex.Regexp) string {
	for _, said := range sentencesOf(h) {
		if len(said) > longest || notTold.MatchString(said) || prose.Past.MatchString(said) || prose.Others.MatchString(said) {
			continue
		}
		for _, way := range ways {
			at := way.FindStringSubmatchIndex(said)
			if at == nil || otherThan.MatchString(clauseFrom.FindString(said[at[0]:])) {
				continue
			}
			of := ""
			for i := 2; i < len(at); i += 2 {
				if at[i] >= 0 && at[i+1]-at[i] > len(of) {
					of = said[at[i]:at[i+1]]
				}
			}
			if isOfIt(h, of) {
				return said
			}
		}
	}
	return ""
}

// pronoun is a word for what is spoken of.
var pronoun = regex.New(`(?i)^(?:it|them|this|that|these|those)?$`)

// isOfIt reports whether that of which a deletion is said to be is the object: its name, its kind, or a word for either.
func isOfIt(h *hearing.Case, of string) bool {
	first, _, _ := strings.Cut(of, " ")
	return pronoun.MatchString(of) || strings.EqualFold(first, "it") || acts.NamesIt(h, of)
}
