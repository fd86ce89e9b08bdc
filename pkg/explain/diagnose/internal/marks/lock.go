package marks

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// locks is what an annotation is called that names who has locked an object.
var locks = regex.New(`(?i)^(?:[\w-]+[.-])?(?:locked-?by|lock-?(?:owner|holder))$`)

// lockMark is the annotation of a key, where by it somebody else than the holder has locked the object; nil where it is none.
func lockMark(h *hearing.Case, key string) *Mark {
	annotations := h.Object.GetAnnotations()
	host, name, qualified := strings.Cut(key, "/")
	by := phrase.OneLine(annotations[key])
	if !qualified || !locks.MatchString(name) || by == "" || h.IsHolder(by) || h.Holder.Name != "" && strings.HasPrefix(by, h.Holder.Name) {
		return nil
	}
	if workload := h.Holder.Workload.Name; workload != "" && strings.HasPrefix(by, workload) {
		return nil
	}
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

// lockTime is what an annotation is called that says when that was.
var lockTime = regex.New(`(?i)^(?:[\w-]+[.-])?lock\w*-?(?:at|since|time|on|timestamp)$`)
