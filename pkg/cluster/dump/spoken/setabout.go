package spoken

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// setAbout is how programs say, in a line of a log, which object they set about to end: Deleting GearBox g1 in namespace
// shop, could not finalize GearBox/g1.
var setAbout = regex.New("\\b(?:[Dd]elet(?:e|es|ing|ion of)|[Ff]inaliz(?:e|es|ing|ation of)|[Tt]erminat(?:e|es|ing|ion of)|[Rr]emov(?:e|es|ing|al of)|[Cc]lean(?:ing)? up) (?:the |an? )?`?" +
	"([A-Z][a-z]+(?:[A-Z]+[a-z]*)+|[A-Z]{2,}[a-z]+[A-Za-z]*)(?:[ :]+|/)[\"'`]?(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*[a-z0-9])[\"'`]?(?:,? (?:in|from) (?:the )?(?:namespace|ns)[ :=]+[\"'`]?([a-z0-9][a-z0-9-]*))?")

// goneAbout is the object that a line of a log names so. What is no name by its letters has to stand behind a stroke, and
// what every server has is most often a part of what the program is about.
func goneAbout(line string) (of Of) {
	m := setAbout.FindStringSubmatch(line)
	if m == nil || !Logged(line) || m[2] == "" && !nameLike.MatchString(m[3]) && !strings.Contains(m[0], "/") {
		return of
	}
	if _, known := builtin.Named(m[1]); known {
		return of
	}
	return Of{APIVersion: trace.Unstated, Kind: m[1], Namespace: cmp.Or(m[2], m[4]), Name: m[3]}
}

// SetAbout is the object that lines of a log say a program has set about to end, of a kind that is one for certain, or for
// whose end a client says that it waits: where nothing says that it is gone, nor anybody that something else hangs.
func SetAbout(lines []string, isKind func(kind string) bool) (of Of) {
	ended := endsCommanded(lines)
	of = telling(lines, func(line string) Of {
		found := WaitedFor(line)
		if notInTime.MatchString(line) && (!ended || ofHook.MatchString(line)) {
			return Of{}
		}
		if about := goneAbout(line); found.Name == "" && about.Name != "" && isKind(about.Kind) {
			found = about
		}
		if found.Name == "" || isGone(lines, found.Name) || otherHangs(lines, found) {
			return Of{}
		}
		return found
	})
	of.deletedBy(lines)
	return of
}

var (
	// commanded is what a client was called for.
	commanded = regex.New(`\b(?:helm|kubectl|oc|k) +(?:-\S+ +)*([a-z-]+)\b(.*)`)
	// ofHook is a line about the steps before and after an upgrade, of which none is deleted.
	ofHook = regex.New(`(?i)\bhooks?\b|UPGRADE|\bINSTALLATION|\brollout\b`)
)

// endsCommanded reports whether of all that clients were called for everything that they wait for ends something.
func endsCommanded(lines []string) (ends bool) {
	for _, line := range lines {
		m := commanded.FindStringSubmatch(line)
		switch {
		case m == nil:
		case m[1] == "delete", m[1] == "uninstall", m[1] == "wait" && strings.Contains(m[2], "delete"):
			ends = true
		case slices.Contains(mayWait, m[1]):
			return false
		}
	}
	return ends
}

// mayWait are the other ones that wait for something.
var mayWait = strings.Fields("install upgrade rollback test wait rollout apply create")

// over is how lines say that something is gone, or that what was done to it is.
var over = regex.New(`(?i)\b(?:deleted|destroyed|removed|terminated|finali[sz]ed|cleaned up|gone|complete|completed|succeeded|finished|done)\b`)

// notOver is how they say that it is not, or not yet.
var notOver = regex.New(`(?i)\b(?:not|never|cannot|be|being|until|before|when|waiting|[a-z]+n['’]t)\b`)

// isGone reports whether a line that names an object says that it is gone.
func isGone(lines []string, name string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		return over.MatchString(line) && !notOver.MatchString(line) && !failing.MatchString(line) && (Names(line, name) || strings.Contains(line, "/"+name))
	})
}

// ofAnything is how a sentence begins that says of nothing by its kind that it hangs.
var ofAnything = regex.New(`(?i)^\W*(?:\w+ (?:and|but|then|so) )?(?:it|this|that|they|these|there|the|its|and|but|then|so|our|my)?\s*(?:it|this|they|deletions?|deleting|removal|removing|delete|command|objects?|resources?|crs?|is|are|hangs?|hanging|stuck)\b`)

// otherHangs reports whether a sentence says of something else than an object that it hangs.
func otherHangs(lines []string, of Of) bool {
	for _, line := range lines {
		if notProse(line) {
			continue
		}
		for _, sentence := range sentencesIn(line) {
			if saidToHang.MatchString(sentence) && !ofAnything.MatchString(sentence) && !Names(sentence, of.Name) && !hasWord(sentence, of.Kind) {
				return true
			}
		}
	}
	return false
}

// hasWord reports whether a sentence has a word for a kind.
func hasWord(sentence, kind string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(sentence, betweenWords), func(word string) bool {
		word, _, _ = strings.Cut(strings.Trim(word, ".!?;"), ".")
		return strings.EqualFold(word, kind) || strings.EqualFold(phrase.SingularOf(word), kind)
	})
}

// HangsOf reports whether a sentence says of a kind that it hangs.
func HangsOf(lines []string, kind string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		return !notProse(line) && saidToHang.MatchString(line) && hasWord(line, kind)
	})
}
