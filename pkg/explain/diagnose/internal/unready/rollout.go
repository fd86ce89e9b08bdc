package unready

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// newlyRolled is how long a rollout is likely to be what a pod that does not come up suffers from.
const newlyRolled = 24 * time.Hour

// Rollout is what a Deployment was changed from a while ago.
type Rollout struct {
	Said string // in brackets behind its name, empty where none is known
	Undo explain.Step
}

// RolledOut is the rollout that the pod in trouble is of, where another image ran before it. It is empty where none is known.
func RolledOut(ctx context.Context, w *sight.View, deployment *unstructured.Unstructured, ref trace.Ref, worst *Trouble) (r Rollout) {
	if ref.Kind != "Deployment" || worst == nil || !worst.Lasting {
		return r
	}
	sets := slices.DeleteFunc(w.Skim(ctx, "apps", "ReplicaSet", ref.Namespace).Objects, func(set *unstructured.Unstructured) bool {
		owner := metav1.GetControllerOf(set)
		return owner == nil || owner.UID != deployment.GetUID() || revision(set) == 0
	})
	slices.SortFunc(sets, func(a, b *unstructured.Unstructured) int { return revision(b) - revision(a) })
	if len(sets) < 2 || !strings.HasPrefix(worst.Pod.Name, sets[0].GetName()+"-") || !w.Clock.Within(sets[0].GetCreationTimestamp().Time, newlyRolled) {
		return r
	}
	now, before := imagesApart(sets[0], sets[1])
	if len(now) == 0 || len(before) == 0 {
		return r
	}
	r.Said = " (rolled out " + w.Clock.When(sets[0].GetCreationTimestamp().Time) + " with " + phrase.And(now) + " in place of " + phrase.And(before) + ")"
	r.Undo = explain.Act(explain.Changes, ref, "if that came with the newer release, go back to the one that ran before, where it can still read what the newer one wrote",
		"kubectl", "rollout", "undo", ref.Short(), "-n", ref.Namespace, "--to-revision="+strconv.Itoa(revision(sets[1])))
	return r
}

// revision is the number of a rollout, 0 where it is not told.
func revision(set *unstructured.Unstructured) int {
	n, _ := strconv.Atoi(set.GetAnnotations()["deployment.kubernetes.io/revision"])
	return n
}

// imagesApart are those that only one of two templates runs.
func imagesApart(newer, older *unstructured.Unstructured) (now, before []string) {
	now, before = imagesOf(newer), imagesOf(older)
	other := slices.Clone(now)
	now = slices.DeleteFunc(now, func(image string) bool { return slices.Contains(before, image) })
	before = slices.DeleteFunc(before, func(image string) bool { return slices.Contains(other, image) })
	return now, before
}

func imagesOf(set *unstructured.Unstructured) (images []string) {
	for _, c := range manifest.ContainersOf(set) {
		if image, _ := c["image"].(string); image != "" {
			images = append(images, phrase.OneLine(image))
		}
	}
	return images
}
