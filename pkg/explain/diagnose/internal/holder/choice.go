package holder

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// mostCompared bounds how many candidates are compared as they are set up.
const mostCompared = 4

// eligible are the candidates for this one object, the best first. Of several for whom
// much speaks, those are left out that by how they were started do not act on it, and
// then those that are scaled to zero beside one that runs: the release before. What
// they were left out for is told.
func (t *tally) eligible(ctx context.Context, h *hearing.Case) (left []*candidate, told []explain.Evidence) {
	left = t.ranked(h.Node.Namespace)
	if own := slices.DeleteFunc(slices.Clone(left), t.foreign); len(own) > 0 {
		left = own
	}
	out := map[*candidate]explain.Evidence{}
	compared := strongOf(left)
	if len(compared) < 2 {
		return left, nil
	}
	for _, c := range compared {
		if limit := limitOf(ctx, h, &t.entry.Controller, c.ref); limit.Excludes != "" {
			out[c] = explain.Evidence{Fact: c.ref.Name + " " + limit.Fact + ", and this " + limit.Excludes, Source: sight.Where(c.ref), Weak: true}
		}
	}
	told = t.leaveOut(&left, out)
	out = map[*candidate]explain.Evidence{}
	if compared = strongOf(left); len(compared) > 1 && asleep(ctx, t.View, compared[0]) {
		if slices.ContainsFunc(compared[1:], func(c *candidate) bool { return succeeds(ctx, t.View, c, compared[0]) }) {
			out[compared[0]] = explain.Evidence{Fact: compared[0].ref.Name + " is scaled to zero beside one of its kind that runs", Source: sight.Where(compared[0].ref), Weak: true}
		}
	}
	return left, append(told, t.leaveOut(&left, out)...)
}

// leaveOut takes candidates away, unless none for whom much speaks would be left.
func (t *tally) leaveOut(left *[]*candidate, out map[*candidate]explain.Evidence) (told []explain.Evidence) {
	rest := slices.DeleteFunc(slices.Clone(*left), func(c *candidate) bool { _, gone := out[c]; return gone })
	if len(out) == 0 || len(strongOf(rest)) == 0 {
		return nil
	}
	for _, c := range *left {
		if e, gone := out[c]; gone {
			told = append(told, e)
		}
	}
	*left = rest
	return told
}

// strongOf are the candidates for whom strong evidence speaks, as many as are compared.
func strongOf(ranked []*candidate) []*candidate {
	some := slices.DeleteFunc(slices.Clone(ranked), func(c *candidate) bool { return c.strong == 0 })
	return some[:min(len(some), mostCompared)]
}

// asleep reports whether a candidate is scaled to zero.
func asleep(ctx context.Context, w *sight.View, c *candidate) bool {
	obj := w.Look(ctx, c.ref).Object
	if obj == nil || c.ref.Kind == "DaemonSet" {
		return false
	}
	wanted, _ := manifest.ReplicasOf(obj)
	return wanted == 0
}

// succeeds reports whether a candidate runs and takes the place of another one: it is
// the same program under a name that has a word in common, and writes as that one did.
func succeeds(ctx context.Context, w *sight.View, c, other *candidate) bool {
	obj, was := w.Look(ctx, c.ref).Object, w.Look(ctx, other.ref).Object
	if obj == nil || was == nil {
		return false
	}
	_, ready := manifest.ReplicasOf(obj)
	return ready > 0 && sameProgram(obj, was) && akin(c.ref.Name, other.ref.Name) && c.has(managerClue) == other.has(managerClue)
}

// sameProgram reports whether the first containers of two workloads are called the same
// and run the same program, of whatever release.
func sameProgram(a, b *unstructured.Unstructured) bool {
	first, second := manifest.ContainersOf(a), manifest.ContainersOf(b)
	if len(first) == 0 || len(second) == 0 {
		return false
	}
	one, other := first[0], second[0]
	image, _ := one["image"].(string)
	theirs, _ := other["image"].(string)
	return image != "" && manifest.RepositoryOf(image) == manifest.RepositoryOf(theirs) &&
		reflect.DeepEqual(one["name"], other["name"]) && reflect.DeepEqual(one["command"], other["command"])
}

// akin reports whether two names have a telling word in common.
func akin(a, b string) bool {
	return slices.ContainsFunc(strings.Split(a, "-"), func(word string) bool {
		return len(word) > 2 && !commonName(word) && !slices.Contains(dullWords, word) && hasPart(b, word)
	})
}

// has reports whether a clue of the sort speaks for the candidate.
func (c *candidate) has(kind clueKind) bool {
	return slices.ContainsFunc(c.clues, func(one clue) bool { return one.kind == kind })
}
