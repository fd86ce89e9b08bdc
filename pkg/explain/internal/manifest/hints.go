package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Keeping is what an object carries, as its name and value tell, that may be why nobody ends its deletion.
type Keeping int

const (
	// KeptUntil is a time to come until which it is to stay, as by a retention.
	KeptUntil Keeping = iota
	// HandledByOther names who handles it.
	HandledByOther
	// KeptFor says that it is to stay, or for whom.
	KeptFor
	// UsedStill counts what uses it.
	UsedStill
)

// Hint is one of these: the field, as it is shown, and its value.
type Hint struct {
	Keeping      Keeping
	Field, Value string
}

var (
	keepsUntil = regex.New(`\b(?:retain(?:ed)?|retention|hold|held|keep|kept|locked?|protected?|preserved?)\b|\bnot before\b`)
	keepsFor   = regex.New(`^(?:is |in |on |under |legal |litigation )*(?:hold|locked|protected?|retain|retained|preserved?|keep|kept|pinned|frozen|do not (?:delete|remove)|no delete|undeletable)$`)
	handledBy  = regex.New(`^(?:(?:controller|operator|handler|reconciler)(?: name| class)?|(?:managed|handled|reconciled|operated) by)$`)
	usesStill  = regex.New(`^(?:active|open|attached|bound|mounted|connected|allocated|in use|used) \w+(?: count)?$|(?:^|\b)(?:users|ref(?:erence)?s?(?: count)?|sessions|connections|clients|attachments|mounts|bindings|allocations|tenants|guests)(?: count)?$`)
	// handlerName is a name as controllers have them, with or without a domain.
	handlerName = regex.New(`^[a-z][a-z0-9]*(?:[-./][a-z0-9]+)*$`)
)

// HintsOf are the hints of an object: in annotations and labels of a domain that is of its project, in its spec, and what its
// status counts.
func HintsOf(obj *unstructured.Unstructured, ofProject func(host string) bool, toCome func(time.Time) bool) (out []Hint) {
	for _, marks := range []struct {
		what string
		all  map[string]string
	}{{"annotation ", obj.GetAnnotations()}, {"label ", obj.GetLabels()}} {
		for _, key := range slices.Sorted(maps.Keys(marks.all)) {
			host, name, _ := strings.Cut(key, "/")
			if ofProject(host) {
				out = append(out, hintIn(marks.what+key, name, marks.all[key], toCome)...)
			}
		}
	}
	spec, _ := obj.Object["spec"].(map[string]any)
	out = append(out, hintsBelow(spec, "spec", "", toCome)...)
	status, _ := obj.Object["status"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(status)) {
		if count := countOf(status[key]); count > 0 && usesStill.MatchString(inWords(key)) {
			out = append(out, Hint{UsedStill, "status." + key, fmt.Sprint(count)})
		}
	}
	return out
}

// deepestHint is how many names lead from the spec to a hint at the most.
const deepestHint = 2

func hintsBelow(fields map[string]any, path, above string, toCome func(time.Time) bool) (out []Hint) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		at := path + "." + key
		if inner, is := fields[key].(map[string]any); is && strings.Count(at, ".") < deepestHint {
			out = append(out, hintsBelow(inner, at, key+"-", toCome)...)
			continue
		}
		out = append(out, hintIn(at, above+key, fields[key], toCome)...)
	}
	return out
}

// hintIn is the hint that a name and its value give, if any.
func hintIn(field, name string, value any, toCome func(time.Time) bool) []Hint {
	name = inWords(name)
	text, written := value.(string)
	if at := momentOf(text); !at.IsZero() {
		if toCome(at) && keepsUntil.MatchString(name) {
			return []Hint{{KeptUntil, field, text}}
		}
		return nil
	}
	_, on := switched(value)
	switch {
	case keepsFor.MatchString(name) && (on || written && !off(text)):
		return []Hint{{KeptFor, field, fmt.Sprint(value)}}
	case handledBy.MatchString(name) && handlerName.MatchString(text):
		return []Hint{{HandledByOther, field, text}}
	}
	return nil
}

func momentOf(text string) time.Time {
	if at, err := time.Parse(time.DateOnly, text); err == nil {
		return at
	}
	return FirstTime(text)
}

// off reports whether a value says that something is not so.
func off(text string) bool {
	return text == "" || means(text, nothings) || slices.Contains(strings.Fields("false no off 0 disabled never"), strings.ToLower(text))
}

// countOf is how many a value counts or lists.
func countOf(value any) int64 {
	switch v := value.(type) {
	case int64:
		return v
	case []any:
		return int64(len(v))
	}
	return 0
}
