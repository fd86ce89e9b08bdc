package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// aFinalizer is the name of one as people write it, marked or not.
	aFinalizer = "[`\"']?([a-zA-Z0-9][\\w-]*(?:[./][\\w-]+)+)[`\"']?"
	// renaming is how they tell that it has another one now.
	renaming = `(?:renamed|changed|replaced)`
)

var (
	// renamedFrom are the ways to tell both names, and renamedTo to tell only the new one.
	renamedFrom = []*regex.Regexp{
		regex.New(`(?i)\b(?:renamed?|renames|changed?|changes|replaced?|replaces)\b(?: [\w-]+){0,4}? from ` + aFinalizer + ` (?:to|into) ` + aFinalizer),
		regex.New(`(?i)` + aFinalizer + ` (?:(?:was|is|has been|got|were) )?(?:now |since )?` + renaming + ` (?:to|into|by|with) ` + aFinalizer),
		regex.New(`(?i)\b(?:renamed?|renames|replaced?|replaces) (?:the )?(?:old )?(?:finalizer )?` + aFinalizer + ` (?:to|into|by|with) (?:the )?(?:new )?` + aFinalizer),
	}
	renamedTo = regex.New(`(?i)\bfinalizer(?:'s name| name)? (?:was|is|has been|got)(?: now| since)? ` + renaming + ` (?:to|into|by) ` + aFinalizer)
	// notSo is how they speak of what may come, or is not so.
	notSo = regex.New(`(?i)\b(?:if|should|would|could|might|may|will|propos\w+|suggest\w*|plan\w*|want\w*|consider\w*|todo|not|never|instead of|back)\b`)
	// release is how a release is called.
	release = regex.New(`\bv?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?\b`)
)

// Renaming is what a text says of a finalizer that is called otherwise by now.
type Renaming struct {
	From, To string // From is empty where only the new name is told
	Release  string // the one that the sentence names, empty for none or several
	Said     string // the sentence
}

// Renamed is what a text says of a finalizer that is called otherwise by now; false where it says nothing of that, or
// only supposes it.
func Renamed(text string) (r Renaming, told bool) {
	if !strings.Contains(strings.ToLower(text), "finalizer") {
		return r, false
	}
	for _, said := range Split(text) {
		if notSo.MatchString(said) {
			continue
		}
		r = Renaming{Said: strings.TrimSpace(said)}
		for _, form := range renamedFrom {
			if m := form.FindStringSubmatch(said); m != nil && r.To == "" {
				r.From, r.To = m[1], m[2]
			}
		}
		if m := renamedTo.FindStringSubmatch(said); m != nil && r.To == "" {
			r.To = m[1]
		}
		if r.To == "" || r.From == r.To {
			continue
		}
		if all := release.FindAllString(strings.NewReplacer(r.To, "", r.From, "").Replace(said), -1); len(all) == 1 {
			r.Release = all[0]
		}
		return r, true
	}
	return r, false
}
