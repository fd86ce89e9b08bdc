package signs

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// Misspelt decides where a person put the finalizer there, and a controller puts one that
// is called nearly the same on others of the kind: it looks for that name alone.
func Misspelt(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || h.Object == nil || h.Entry.Pattern != "" || !h.PutByPerson() || !strings.Contains(h.Kind.Group, ".") {
		return f
	}
	meant, on, by := "", "", ""
	others := h.View.Skim(ctx, h.Kind.Group, h.Kind.Kind, "")
	if !others.Complete {
		return f // a controller may have put it on one that was not read
	}
	for _, obj := range others.Objects {
		for _, w := range putByControllers(obj) {
			if slices.Contains(w.Finalizers, h.Finalizer) {
				return f // a controller knows it
			}
			if i := slices.IndexFunc(w.Finalizers, func(name string) bool { return nearlySame(name, h.Finalizer) }); i >= 0 {
				meant, on, by = w.Finalizers[i], obj.GetName(), w.Manager
			}
		}
	}
	if meant == "" {
		return f
	}
	f.Fact("managedFields", fmt.Sprintf("%s puts %s on %s %s; this one a person put there", by, meant, h.Kind.Kind, on))
	if h.Health == explain.Running {
		f.HolderRuns = true
		f.PlanRemoval(h, "where it is misspelt: make sure that what it guarded is cleaned up, then take it off by hand; this prints a plan and changes nothing")
	} else {
		f.Join(takeOff(h))
	}
	return f.Decide(explain.Undecided, explain.NobodyRemoves, fmt.Sprintf("a person put it there, and %s, which the others of the kind have from %s, is called nearly the same: most likely it is misspelt, and nobody looks for it", meant, by))
}

// putByControllers are the writes of an object that no person did.
func putByControllers(obj *unstructured.Unstructured) []manifest.Write {
	return slices.DeleteFunc(manifest.WritesOf(obj), func(w manifest.Write) bool { return manifest.PersonalManager(w.Manager) })
}

var (
	joins  = strings.NewReplacer("-", "", "_", "", ".", "", "/", "")
	digits = regexp.MustCompile(`\d+`)
)

// longWord is how many letters a word has at least of which one with a letter more or less is
// no other word, as pvc is beside pv.
const longWord = 6

// nearlySame reports whether two names differ in how their words are joined, or in a letter
// or two within one long word. Numbers are meant as they are, and so are beginnings and ends:
// attach and detach, volume and volumes.
func nearlySame(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if a == b || len(a) < 8 || !slices.Equal(digits.FindAllString(a, -1), digits.FindAllString(b, -1)) {
		return false
	}
	if joins.Replace(a) == joins.Replace(b) {
		return true
	}
	ours, theirs := wordsOfName(a), wordsOfName(b)
	if len(ours) != len(theirs) {
		return false
	}
	off := 0
	for i, word := range ours {
		if word != theirs[i] {
			if off++; !slip(word, theirs[i]) {
				return false
			}
		}
	}
	return off == 1
}

func wordsOfName(name string) []string {
	return strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune("-_./", c) })
}

// slip reports whether one word may be the other, misspelt.
func slip(a, b string) bool {
	return min(len(a), len(b)) >= longWord && a[0] == b[0] && a[len(a)-1] == b[len(b)-1] && distance(a, b) <= 2
}

// distance is how many letters have to be changed, put in or left out to make one of the
// other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			cost := left
			if a[i] != b[j] {
				cost = min(left, above, row[j]) + 1
			}
			left, row[j+1] = above, cost
		}
	}
	return row[len(b)]
}
