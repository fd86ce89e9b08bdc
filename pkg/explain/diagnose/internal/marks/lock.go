package marks

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// locks is what an annotation is called that names who has locked an object.
var locks = regex.New(`(?i)^(?:[\w-]+[.-])?(?:locked-?by|lock-?(?:owner|holder))$`)

// lockMark is the annotation of a key, where by it somebody else than the holder has locked the object; nil where it is none.
func lockMark(h *hearing.Case, key string) *Mark {
	annotations := h.Object.GetAnnotations()
	host, name, qualified := strings.Cut(key, "/")
	by := phrase.OneLine(annotations[key])
	if !qualified || !locks.MatchString(name) || by == "" || ofHolder(h, by) {
		return nil
	}
	by = redact.Text(by)
	m := annotationMark(h, key, phrase.Quoted(by), false)
	m.By = by
	for _, beside := range slices.Sorted(maps.Keys(annotations)) {
		at, err := time.Parse(time.RFC3339, annotations[beside])
		if other, rest, _ := strings.Cut(beside, "/"); err == nil && other == host && lockTime.MatchString(rest) {
			m.Value += " since " + at.UTC().Format("2006-01-02 15:04 UTC")
			break
		}
	}
	return m
}

// ofHolder reports whether the holder itself has locked an object, or may have where it is not known which workload that
// is: whoever did is called after the group, the finalizer or the kind.
func ofHolder(h *hearing.Case, by string) bool {
	workload := h.Holder.Workload.Name
	if h.IsHolder(by) || h.Holder.Name != "" && strings.HasPrefix(by, h.Holder.Name) || workload != "" && strings.HasPrefix(by, workload) {
		return true
	}
	if workload != "" {
		return false
	}
	who := by[strings.LastIndexAny(by, "/:")+1:]
	if end := strings.IndexAny(who, "._@ "); end >= 0 {
		who = who[:end]
	}
	own := append(parts(h.Kind.Group+"/"+h.Finalizer), strings.ToLower(h.Kind.Kind))
	return slices.ContainsFunc(parts(who), func(part string) bool { return len(part) > 3 && slices.Contains(own, part) })
}

// parts are the words of a name, without the ending of several.
func parts(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	for i, word := range words {
		words[i] = strings.TrimSuffix(word, "s")
	}
	return words
}

// lockTime is what an annotation is called that says when that was.
var lockTime = regex.New(`(?i)^(?:[\w-]+[.-])?lock\w*-?(?:at|since|time|on|timestamp)$`)
