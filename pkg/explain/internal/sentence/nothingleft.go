package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// whatIsGone is what is told to be gone, with up to five words that say which.
	whatIsGone = `((?:[\w.-]+ ){0,5}[\w.-]+)`
	// surelySo are words by which one tells that it is done, and not only that somebody has asked for it.
	surelySo = `(?:already|correctly|successfully|completely|entirely|properly|indeed|long|fully)`
	// isTaken is that something was taken away.
	isTaken = `(?:deleted|removed|destroyed|terminated|cleaned ?up|detached|unmounted|deprovisioned|released|wiped|purged)`
)

// nothingLeft is how somebody says that of what an object stands for nothing is left. What is said to be gone is the
// first group, where there is one.
var nothingLeft = []*regex.Regexp{
	regex.New(`(?i)` + whatIsGone + ` (?:does not|doesn't|no longer) exists?(?: any ?more)?(?:$|[.,;|)]| (?:and|but|so|in|on|at)\b)`),
	regex.New(`(?i)` + whatIsGone + `,?(?: (?:that|which) [^,.;:]{1,60}?)? (?:is|are|was|were|has|have|had|has been|have been|had been) (?:been )?` + surelySo + ` (?:been )?(?:` + isTaken + `|gone)\b`),
	regex.New(`(?i)` + whatIsGone + ` (?:is|are|was|were|has been|have been|gets?) ` + isTaken + ` ` + surelySo + `\b`),
	regex.New(`(?i)` + whatIsGone + ` (?:is|are|was|were|has been|have been|gets?) ` + isTaken + ` (?:from|in|on|at) (?:the |our )?[\w.-]+ ` + surelySo + `\b`),
	regex.New(`(?i)\b(?:everything|all of it|all (?:its )?(?:content|data|objects|resources)) (?:is|are|was|were|has been|have been|gets?) (?:` + surelySo + ` )?(?:` + isTaken + `|gone)\b()`),
	regex.New(`(?i)\bnothing (?:is |was |of it (?:is )?)?(?:left|remains|remaining)\b()`),
	regex.New(`\b\w*(?:Content|Objects|Resources)(?:Remaining|Left)\w*\W{1,3}False\b()`),
	regex.New(`^(?:Detached|Deleted|Destroyed|Unmounted|Terminated|Deprovisioned|Deregistered|Unpublished) (?:the )?["'][^"']+["']\W*$()`),
	regex.New(`(?i)\bsuccessfully ` + isTaken + ` (?:the |its )?` + whatIsGone),
}

var (
	// notYetSo is how people speak of what is not so, not yet, or of which they are not sure.
	notYetSo = regex.New(`(?i)\b(?:if|whether|unless|until|once|before|should|would|could|might|may|maybe|perhaps|never|not yet|expect\w*|assum\w*|suppos\w*|seems?|after (?:which|that)|so that|in order to|want\w*|tr(?:y|ied) to|need to|even when|when(?:ever)?)\b|n't be\b`)
	// ofKubernetes are words for what a controller needs, or what only stands in the cluster: that it is not there tells
	// nothing of what is outside of it.
	ofKubernetes = append([]string{
		"object", "resource", "finalizer", "cr", "crs", "manifest", "label", "annotation", "pod", "pods", "deployment", "operator", "controller", "job", "owner", "user",
		"pvc", "pv", "it", "they", "which", "what", "hook", "permission", "method", "table", "column", "field", "property", "attribute", "function", "binding", "record",
	}, neededWords...)
)

// NothingLeft reports whether a sentence tells that of what an object stands for nothing is there any more: no domain
// exists, all was cleaned up. Spared are words that are of that thing itself. That an object of the cluster was deleted,
// or that what a controller needs is not there, is nothing of the kind.
func NothingLeft(said string, spared ...string) bool {
	if strings.HasSuffix(strings.TrimSpace(said), "?") || forces(said) {
		return false
	}
	for _, form := range nothingLeft {
		at := form.FindStringSubmatchIndex(said)
		if at == nil || notYetSo.MatchString(said[:at[1]]) {
			continue
		}
		if thing := strings.Fields(strings.ToLower(said[at[2]:at[3]])); len(thing) == 0 || isOutside(thing, spared) {
			return true
		}
	}
	return OutsideGone(said) && !notYetSo.MatchString(said)
}

// isOutside reports whether what is gone may be outside of the cluster.
func isOutside(thing, spared []string) bool {
	for i, word := range slices.Backward(thing) {
		if slices.Contains(articles, word) {
			thing = thing[i+1:]
			break
		}
	}
	if last := len(thing) - 1; last > 0 && (thing[last] == "object" || thing[last] == "resource") { // of which sort stands before it
		thing = thing[:last]
	}
	return !slices.ContainsFunc(thing, func(word string) bool {
		return !slices.Contains(spared, word) && slices.ContainsFunc(ofKubernetes, func(w string) bool { return w == word || len(w) > 3 && strings.HasPrefix(word, w) })
	})
}
