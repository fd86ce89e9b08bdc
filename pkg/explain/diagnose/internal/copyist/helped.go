package copyist

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// startedAnew is how a person calls that a program was started anew, which takes nothing.
const startedAnew = `(?:(?:re-?start|bounc|roll)\w*(?: out)? (?:the |my |our |its |that )?[^,.;:]{0,60}?\b(?:pods?|operators?|controllers?|deployments?|managers?|agents?|provisioners?|kubelets?|daemonsets?)\b|(?:delet|kill|recreat)\w* (?:the |my |our |its |that )?[^,.;:]{0,40}?\b(?:operator|controller|manager|agent|provisioner|attacher)(?:'s)?[ -]pods?\b)`

var (
	// helped is how a person tells that this has ended it.
	helped = regex.New("(?i)(?:\\b(?:what|the only thing that) (?:\\w+ )?(?:helps?|helped|works?|worked|fix(?:es|ed)|solve[sd]|resolve[sd]) [^.;:]{0,30}?" + startedAnew +
		"|\\b(?:after|once|as soon as|when|upon) (?:(?:I|we|you|having|manually) )*" + startedAnew + "[^,.;:]{0,40},? (?:it|they|all|everything|both|the|my|these|those|deletion)\\b[^.;:]{0,60}?\\b(?:gone|disappear\\w*|(?:got|was|were|is|are|gets?|been) (?:deleted|removed|finali[sz]ed|cleaned)|went (?:away|through)|go(?:es)? away|vanish\\w*|complete[sd]?|succeed\\w*|finish\\w*)" +
		"|\\b" + startedAnew + "[^,.;:]{0,40}? (?:helps|helped|fix(?:es|ed)|solve[sd]|resolve[sd]|unblock(?:s|ed)|cure[sd])\\b)")
	// helpedNot is how one tells that it has not, or that something else was done.
	helpedNot = regex.New(`(?i)\b(?:not|n't|never|neither|nor|no|without|unless|if|would|might|maybe|perhaps|finali[sz]ers?|force|crds?|definitions?)\b|\?`)
)

// untoldReasons are those for which no words of the cluster tell why it stays.
var untoldReasons = []explain.Reason{explain.Silent, explain.HolderUnknown, explain.NobodyRemoves}

// doneBefore is a finding with what has ended it for whoever copied the object: that the program was started anew.
func doneBefore(h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Verdict == explain.Progressing {
		return f
	}
	for _, said := range sentencesOf(h) {
		if len(said) > longest || !helped.MatchString(said) || helpedNot.MatchString(said) {
			continue
		}
		fact := holder.AsTold(said)
		f.Add(fact)
		step := explain.Tell("do what has ended it before" + byText + ": " + phrase.Quoted(fact.Words))
		if slices.Contains(untoldReasons, f.Reason) {
			f.Foremost = append([]explain.Step{step.For(explain.Mends)}, f.Foremost...)
		} else { // the words of the cluster go first
			f.Steps = append(f.Steps, step.For(explain.Mends))
		}
		return f
	}
	return f
}
