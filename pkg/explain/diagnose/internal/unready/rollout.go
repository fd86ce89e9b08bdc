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

const (
	// newlyRolled is how long a rollout is likely to be what a pod that does not come up suffers from.
	newlyRolled = 24 * time.Hour
	// ranAWhile is how long what was rolled out before has to have been there to be gone back to.
	ranAWhile = time.Hour
)

// Rollout is what a Deployment was changed from a while ago.
type Rollout struct {
	Said string // in brackets behind its name, empty where none is known
	Undo explain.Step
}

// RolledOut is the rollout that a pod which crashes or finds no image is of, where another image ran before it. It is empty
// where none is known, where what was rolled out came up once, or where a pod of what ran before is in trouble too.
func RolledOut(ctx context.Context, w *sight.View, deployment *unstructured.Unstructured, ref trace.Ref, worst *Trouble, pods []*unstructured.Unstructured) (r Rollout) {
	if ref.Kind != "Deployment" || worst == nil || !worst.ByImage || metav1.GetControllerOf(deployment) != nil || manifest.ConditionOf(deployment, "Progressing").Reason == "NewReplicaSetAvailable" {
		return r
	}
	sets := slices.DeleteFunc(slices.Clone(w.Skim(ctx, "apps", "ReplicaSet", ref.Namespace).Objects), func(set *unstructured.Unstructured) bool {
		owner := metav1.GetControllerOf(set)
		return owner == nil || owner.UID != deployment.GetUID() || revision(set) == 0
	})
	slices.SortFunc(sets, func(a, b *unstructured.Unstructured) int { return revision(b) - revision(a) })
	if len(sets) < 2 {
		return r
	}
	newest, older := sets[0], sets[1]
	made := newest.GetCreationTimestamp().Time
	other := func(pod *unstructured.Unstructured) bool {
		return !strings.HasPrefix(pod.GetName(), newest.GetName()+"-")
	}
	if !w.Clock.Within(made, newlyRolled) || made.Sub(older.GetCreationTimestamp().Time) < ranAWhile || slices.ContainsFunc(pods, other) {
		return r
	}
	now, before := imagesApart(newest, older)
	if len(now) == 0 || len(before) == 0 {
		return r
	}
	r.Said = " (rolled out " + w.Clock.When(made) + " with " + phrase.Names(now) + " in place of " + phrase.Names(before) + ")"
	r.Undo = explain.Act(explain.Changes, ref, "if that came with the newer release, go back to the one before, where it can still read what the newer one wrote",
		"kubectl", "rollout", "undo", ref.Short(), "-n", ref.Namespace, "--to-revision="+strconv.Itoa(revision(older)))
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
