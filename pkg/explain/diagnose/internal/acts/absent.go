package acts

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// absentThing is how words say of a thing with a name that it is not there, and what stands before that.
	absentThing = regex.New(`(?i)^(.*?)\b(resource group|[a-z]\w*(?:\.[a-z0-9][-a-z0-9.]*)?):? (\\?["']?)(?:[\w-]+/)?([\w.:/-]*[\w/])\\?["']? (?:was |is |could |can |does )?(?:not found|not be found|not exist|no longer exists?)\b`)
	// oneKind is a kind that is none but one.
	oneKind = regex.New(`\.|[a-z][A-Z]|^[A-Z]`)
	// lookedUp is how they say that it was only looked up, and takenAway that it was to go.
	lookedUp  = regex.New(`(?i)\b(?:get|getting|fetch\w*|find\w*|look(?:ing|ed)? ?up|retriev\w*|load(?:ing)?|resolv\w*|reading)\b`)
	takenAway = regex.New(`(?i)\b(?:delet|remov|destroy|detach|uninstall|terminat|drop)\w*[^:]*$`)
)

// holdsMuch are the nouns of what others stand in, or on: with that they are gone as well, and it is not made again for
// the sake of one of them.
var holdsMuch = strings.Fields("cluster account project subscription tenant organization organisation environment group instance server machine vm realm vhost datacenter")

// HoldsMuch reports whether a thing is one in which others stand, by the last of the words that it is called by.
func HoldsMuch(thing string) bool {
	words := phrase.WordsOf(thing)
	return len(words) > 0 && slices.Contains(holdsMuch, phrase.SingularOf(words[len(words)-1]))
}

// GoneWithIt is what is left to do for an object whose deletion needs what is gone for good, in which the rest stood:
// nobody makes that again, and once nothing is left outside of it there is nothing to be deleted.
func GoneWithIt(h *hearing.Case, what, by string) (n hearing.Notes) {
	n.Mend("let it go without " + what + ", which nobody makes again for this: what was in it went with it" + by + "; see once what is left " + outsideOfIt + ", and remove that by hand")
	each := "each object that stood for something in it"
	if h.Node.Name != explain.NoName {
		each = h.Node.Name
	}
	if h.Entry.Keeps != "" {
		n.Join(letItGo(h, ""))
		return n
	}
	n.Do(explain.Tell("delete " + each + " without its cascade, where its controller has a switch for that, or take this one finalizer off it").Then())
	n.PlanRemoval(h, planned)
	return n
}

// outsideOfIt is where something may be left of what others stood in.
const outsideOfIt = "outside of it (load balancers, disks, DNS records)"

// planned is the plan of a removal, once what comes before is done.
const planned = "once that is certain, see what taking the finalizer off would do"

// WithoutIt is what is to be done where its controller does not find something that has a name: by what that is to the
// object. Restores says that the words are of what is mostly brought back.
func WithoutIt(h *hearing.Case, m *failure.Mechanism, words string, restores bool) (n hearing.Notes) {
	named := m.Name != failure.NotThere.Name && m.Tells(words)
	if restores && !Itself(h.Node.Ref, h.Kind.Resource, words) || !restores && (!m.Absent || named) {
		return n
	}
	at := absentThing.FindStringSubmatch(phrase.OneLine(words))
	if at == nil {
		at = make([]string, 5)
	}
	kind, group, grouped := strings.Cut(at[2], ".")
	what, own := at[2]+` "`+at[4]+`"`, isOwnKind(h, kind)
	if at[3] == "" && !oneKind.MatchString(at[2]) || own && (grouped || at[4] != h.Node.Name) {
		text, _ := failure.NotThere.Advice(words, "")
		n.Mend(text)
		return n
	}
	thing, _ := leftBehind(h, words)
	switch {
	case own, wasToGo(at[1]), failure.MissesItself(words):
		n.Mend("make sure, where it was, that nothing is left of " + what + ": that is what was to go, by these words, and it is not there, so that no retry helps")
		n.Join(letItGo(h, "does without "+what))
	case HoldsMuch(lastPart(kind)) && (!grouped || thing != ""):
		n.Mend("have its controller know " + what + " again, as by its registration and the credentials for it, until this is through: by these words it does not, and " + whatStays(h, thing) + " may be there still")
		n.Mend("only where " + what + " itself is gone for good, with all that was in it, " + whatStays(h, thing) + " too: see that it is so, and remove by hand what is left " + outsideOfIt)
	case neededToDelete(kind):
		n.Mend("bring back " + what + ", or make it again under that name, until this is through: its controller does not get past that, which is not there, and no retry brings it back")
		n.Mend("where that cannot be, see whether " + whatStays(h, thing) + " is left where it was, and remove that by hand; only then let go of this one finalizer")
	case strings.Contains(group, ".") && !HoldsMuch(lastPart(kind)):
		n.Do(madeAgain(h, schema.GroupKind{Group: group, Kind: kind}, at[4]))
		n.Mend("where it cannot be made again, see where it was whether anything is left of " + whatStays(h, thing) + ", and remove that by hand")
		n.Join(letItGo(h, "does without "+what))
	default:
		n.Mend("see where it was made whether anything is left of " + whatStays(h, thing) + ", and remove that by hand: its controller does not get past " + what + ", which is not there, and no retry brings that back")
		n.Join(letItGo(h, "does without "+what))
		if lookedUp.MatchString(at[1]) && at[4] != h.Node.Name && !HoldsMuch(lastPart(kind)) {
			n.Mend("make " + what + " again under that name until this is through, where nothing acts on that which does harm")
		}
	}
	return n
}

// madeAgain is the step to an object of the API that is not there, and that a deletion needs: it can be made once more, as
// long as it is known by its name alone.
func madeAgain(h *hearing.Case, kind schema.GroupKind, name string) explain.Step {
	what, place := kind.String()+" "+name, placeOf(h, kind, h.Node.Namespace)
	in := ""
	if slices.Contains(place, "-n") {
		in = ", in namespace " + h.Node.Namespace
	}
	return explain.Look("make "+what+" again as it was"+in+", until this is through, if it is not there by now and what acts on it does no harm: its controller does not get past that, and no retry brings it back",
		append([]string{"kubectl", "get", strings.ToLower(kind.String()) + "/" + name}, place...)...).For(explain.Mends)
}

// whatStays is what may stay where the object is let go: what could not be taken away by the words, or what it stands for.
func whatStays(h *hearing.Case, thing string) string {
	switch {
	case thing != "":
		return failure.The(thing)
	case h.Node.Name != explain.NoName:
		return h.Node.Name
	}
	return "what it stands for"
}

// WhatStays is what may stay by the words where the object is let go.
func WhatStays(h *hearing.Case, words string) string {
	thing, _ := leftBehind(h, words)
	return whatStays(h, thing)
}

// wasToGo reports whether what stands behind some words is what was to be taken away, and not where something else is or
// by what.
func wasToGo(before string) bool {
	return takenAway.MatchString(before) && !besides.MatchString(takenAway.FindString(before))
}

// besides are words before what is not what was to be taken away.
var besides = regex.New(`(?i)\b(?:in|of|from|on|at|for|to|with|by|via|using|as|because|since|due|through)\b`)

// neededNouns are what a controller needs to get at what it is to delete.
var neededNouns = strings.Fields("provider token credential credentials secret config configuration configmap key keys certificate identity role account class connection client api endpoint driver plugin service host server store issuer backend definition policy permission template zone region site network")

// neededToDelete reports whether a kind is what a controller needs to get at what it is to delete.
func neededToDelete(kind string) bool {
	words := phrase.WordsOf(lastPart(kind))
	return len(words) > 0 && slices.ContainsFunc(neededNouns, func(noun string) bool {
		last := words[len(words)-1]
		return noun == last || noun == phrase.SingularOf(last) || strings.EqualFold(kind, last) && len(noun) > 4 && strings.HasSuffix(last, noun)
	})
}

// WentAlong reports whether what a failure is about may be gone with what is not there: where the words name nothing else
// that could not be taken away, and what is not there is nothing by which its controller works.
func WentAlong(h *hearing.Case, words string) bool {
	thing, _ := leftBehind(h, words)
	m := failure.Of(words)
	noun, _ := failure.Missing(words)
	return thing == "" && (m == nil || !m.Account) && !slices.Contains([]string{"account", "project", "subscription", "organization", "organisation", "tenant"}, noun)
}

// isOwnKind reports whether a word is the kind of the object, or the last part of that.
func isOwnKind(h *hearing.Case, word string) bool {
	word = strings.ToLower(word)
	own := strings.ToLower(h.Kind.Kind)
	return own != "" && (word == own || word == h.Kind.Resource || word == lastPart(h.Kind.Kind))
}
