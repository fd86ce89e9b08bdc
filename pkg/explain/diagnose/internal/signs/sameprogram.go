package signs

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// spokeOfOther is when the program of the holder has printed something last about another object that it looks after, since
// the deletion: it ran then. It is zero where nothing tells.
func spokeOfOther(h *hearing.Case) (at time.Time, of trace.Ref) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Entry.Pattern == "" || h.Node.Since.IsZero() {
		return at, of
	}
	for _, l := range linesBeside(h) {
		ref, is := anotherIn(h, &l)
		if is && l.Answer == "" && h.Since(l.At) && l.At.After(at) && printedFor(&l, ref.Kind) && h.View.Catalogue.SameProgram(&h.Entry, ref.Kind) {
			at, of = l.At, ref
		}
	}
	return at, of
}

// shortStem is how short the name of a controller is that tells no kind.
const shortStem = 4

// printedFor reports whether a line says that the controller of a kind has printed it: by the kind, or by its name, which may
// be a part of that.
func printedFor(l *logline.Line, kind string) bool {
	if strings.EqualFold(l.Field("controllerKind"), kind) {
		return true
	}
	stem := strings.NewReplacer("-", "", ".", "", "_", "").Replace(stemOf(l.Field("controller")))
	return len(stem) >= shortStem && strings.HasPrefix(strings.ToLower(kind), stem)
}

// runsByOther tells that the holder runs where its log was copied with what it says of another object.
func runsByOther(h *hearing.Case) (n hearing.Notes) {
	if at, of := spokeOfOther(h); !at.IsZero() {
		n.Add(explain.Evidence{Kind: explain.Logged, Source: besideIt, Fact: "the program that has to act looks after " + acts.BesideNames(h, of) + " too, and told of that " + h.View.Clock.When(at), Weak: true})
	}
	return n
}

// madeFrom is what a name ends in that was made from that of the object.
var madeFrom = regex.New(`^-` + phrase.UUID + `\b`)

// awaits is behind what an object is named that somebody waits for.
var awaits = regex.New(`(?i)\b(?:wait(?:s|ing)?|until|dependents?|(?:blocked|held|used) by|depends on)\b`)

// awaitsThis reports whether words of another object say that it waits for the one that goes, or for what was made for that
// and is called after it.
func awaitsThis(h *hearing.Case, words string) bool {
	name := h.Node.Name
	says := awaits.FindStringIndex(words)
	if name == explain.NoName || len(name) < shortStem || says == nil || !saysWaits(Word{Text: words}) {
		return false
	}
	for rest := words[says[1]:]; ; {
		at := strings.Index(rest, name)
		if at < 0 {
			return false
		}
		behind := rest[at+len(name):]
		whole := (at == 0 || !ofName(rest[at-1])) && (behind == "" || !ofName(behind[0]) || madeFrom.MatchString(behind))
		if whole {
			return true
		}
		rest = behind
	}
}

// ofName reports whether a letter may stand in the name of an object.
func ofName(c byte) bool { return phrase.Alphanumeric(c) || c == '-' || c == '.' }

// waitingForThis are the objects that say, in a log which was copied beside the one that goes, that they wait for it.
func waitingForThis(h *hearing.Case) (n hearing.Notes) {
	var told []trace.Ref
	for _, l := range linesBeside(h) {
		ref, is := anotherIn(h, &l)
		if !is || slices.Contains(told, ref) || len(told) == mostOutside || !awaitsThis(h, l.Said()) {
			continue
		}
		told = append(told, ref)
		words := redact.Text(phrase.OneLine(l.Said()))
		n.Add(explain.Evidence{Kind: explain.Related, Source: besideIt, Fact: acts.BesideNames(h, ref) + " waits for it: " + words, Words: acts.BesideNames(h, ref) + " waits for it", Weak: true})
	}
	return n
}
