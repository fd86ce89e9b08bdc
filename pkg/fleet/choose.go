package fleet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// UnknownError is a name or a pattern that is that of no context.
type UnknownError struct{ Typed string }

func (e *UnknownError) Error() string {
	if isPattern(e.Typed) {
		return fmt.Sprintf("no context matches %q", e.Typed)
	}
	return fmt.Sprintf("context %q does not exist", e.Typed)
}

// Choose returns those of the contexts that are meant, each once: in the order in which
// they were typed, and for one pattern in their own. In a pattern a * stands for any
// characters, and a ? for one. A context that has such a character in its name is meant
// by that name. All have to be there: the error is an UnknownError.
func Choose(contexts, typed []string) ([]string, error) {
	var chosen []string
	for _, t := range typed {
		meant := matching(contexts, t)
		if len(meant) == 0 {
			return nil, &UnknownError{t}
		}
		for _, name := range meant {
			if !slices.Contains(chosen, name) {
				chosen = append(chosen, name)
			}
		}
	}
	return chosen, nil
}

func matching(contexts []string, typed string) []string {
	if slices.Contains(contexts, typed) || !isPattern(typed) {
		return slices.DeleteFunc(slices.Clone(contexts), func(name string) bool { return name != typed })
	}
	pattern := regexp.MustCompile("(?s)^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(typed)) + "$")
	return slices.DeleteFunc(slices.Clone(contexts), func(name string) bool { return !pattern.MatchString(name) })
}

func isPattern(typed string) bool { return strings.ContainsAny(typed, "*?") }
