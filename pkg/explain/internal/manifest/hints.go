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
	// KeptFor says that it is to stay, or for whom.
	KeptFor
	// HandledByOther names who handles it.
	HandledByOther
	// UsedStill counts what uses it.
	UsedStill
)

// Hint is one of these: the field, as it is shown, and its value.
type Hint struct {
	Keeping      Keeping
	Field, Value string
}

var (
	// keepsUntil is how a time is called until which the object itself is kept: what else is kept, as its logs, has a name too.
	keepsUntil = regex.New(`^(?:(?:legal|litigation|deletion|delete|object|resource|retain(?:ed)?|retention|hold|held|keep|kept|locked?|protected?|preserved?|not|before|until|till|date|time|at|ends?|expires?|expiry|policy) ?)+$`)
	keeping    = regex.New(`\b(?:retain(?:ed)?|retention|hold|held|keep|kept|locked?|protected?|preserved?|not before)\b`)
	keepsFor   = regex.New(`^(?:is |in |on |under |legal |litigation )*(?:hold|locked|protected?|retain|retained|preserved?|keep|kept|pinned|frozen|do not (?:delete|remove)|no delete|undeletable)$`)
	// handledBy is how a field is called that names who handles the object. A mark may be called by less.
	handledBy     = regex.New(`^(?:(?:controller|operator|reconciler) (?:name|class)|(?:managed|handled|reconciled|operated) by)$`)
	markHandledBy = regex.New(`^(?:controller|operator|reconciler)$`)
	// usesStill is how one is called that counts who uses the object: several of a kind, and no size and no part of its own.
	usesStill = regex.New(`^(?:active|open|attached|bound|mounted|connected) [a-z]+s(?: count)?$|(?:^|\b)(?:users|ref(?:erence)?s?(?: count)?|sessions|connections|clients|attachments|mounts|bindings|allocations|tenants|guests)(?: count)?$`)
	ofItself  = regex.New(`\b(?:bytes|seconds|replicas|ports|status|address|conditions|versions|rules|zones|revisions|generations)\b`)
	// handlerName is a name as controllers have them, with or without a domain.
	handlerName = regex.New(`^[a-z][a-z0-9]*(?:[-./][a-z0-9]+)+$`)
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
				out = append(out, hintIn(marks.what+key, name, marks.all[key], true, toCome)...)
			}
		}
	}
	spec, _ := obj.Object["spec"].(map[string]any)
	out = append(out, hintsBelow(spec, "spec", "", toCome)...)
	status, _ := obj.Object["status"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(status)) {
		if count := countOf(status[key]); count > 0 && usesStill.MatchString(inWords(key)) && !ofItself.MatchString(inWords(key)) {
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
		out = append(out, hintIn(at, above+key, fields[key], false, toCome)...)
	}
	return out
}

// hintIn is the hint that a name and its value give, if any. A mark may tell why in words of its own; a field is on or off.
func hintIn(field, name string, value any, mark bool, toCome func(time.Time) bool) []Hint {
	name = inWords(name)
	text, _ := value.(string)
	if at := momentOf(text); !at.IsZero() {
		if toCome(at) && keepsUntil.MatchString(name) && keeping.MatchString(name) {
			return []Hint{{KeptUntil, field, text}}
		}
		return nil
	}
	_, on := switched(value)
	switch {
	case keepsFor.MatchString(name) && text != "1" && (on || mark && !off(text)):
		return []Hint{{KeptFor, field, fmt.Sprint(value)}}
	case (handledBy.MatchString(name) || mark && markHandledBy.MatchString(name)) && handlerName.MatchString(text):
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
