package exit

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/spelling"
)

// Hinted adds a hint to an error that has none yet. Without a hint the error stays
// as it is.
func Hinted(err error, hint string) error {
	if _, already := errors.AsType[*Error](err); err == nil || already || hint == "" {
		return err
	}
	return &Error{Code: Failed, Err: err, Hint: hint}
}

const (
	// MostMeant bounds how many names a hint offers.
	MostMeant = 3
	// longestTyped bounds what is compared: nobody mistypes a name that long.
	longestTyped = 100
)

// Meant are those of the names that may have been meant by what was typed, the
// nearest first. Large and small letters are alike.
func Meant(typed string, names []string) []string {
	if len(typed) > longestTyped {
		return nil
	}
	type near struct {
		name  string
		edits int
	}
	low := strings.ToLower(typed)
	var found []near
	for _, name := range names {
		edits := spelling.Edits(low, strings.ToLower(name))
		if edits <= 1+len(low)/4 && 2*edits < min(len(low), len(name)) {
			found = append(found, near{name, edits})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Or(a.edits-b.edits, strings.Compare(a.name, b.name)) })
	found = slices.Compact(found)
	out := make([]string, 0, MostMeant)
	for _, f := range found[:min(len(found), MostMeant)] {
		out = append(out, f.name)
	}
	return out
}

// DidYouMean asks for the names, and is empty where there are none.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	last := len(names) - 1
	if last == 0 {
		return "did you mean " + names[0] + "?"
	}
	return "did you mean " + strings.Join(names[:last], ", ") + " or " + names[last] + "?"
}
