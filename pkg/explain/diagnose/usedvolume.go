package diagnose

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// stillInIt is how one says that something is not empty yet, and storesIt what is in it.
	stillInIt = regex.New(`(?i)\b(?:contains?|not empty|in[- ]use|still (?:has|have|holds?|backs?)|used by)\b`)
	// aVolume is how words say that it is a PersistentVolume.
	aVolume  = regex.New(`(?i)\bpersistentvolumes?\b|\bpvs?\b`)
	storesIt = regex.New(`(?i)\b(?:images?|volumes?|persistentvolumes?|snapshots?|disks?|luns?|datasets?)\b`)
	// ofStorage is how an image, a volume or a disk of a storage is called: a word of several parts with a digit in it.
	ofStorage = regex.New(`[a-z][\w]*(?:[-_][\w]+)*[-_][\w]*\d[\w]*(?:[-_][\w]+)*`)
)

// usedVolume tells, where words name what something outside still holds, which PersistentVolume of the cluster that is, by its
// handle: whether its data is wanted is to be decided there.
func usedVolume(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Reason != explain.Failing && f.Reason != explain.Blocked || h.Kind.Kind == "PersistentVolume" || h.View.Copied {
		return f
	}
	for _, words := range quotedIn(&f) {
		if !stillInIt.MatchString(words) || !storesIt.MatchString(words) {
			continue
		}
		named := slices.DeleteFunc(ofStorage.FindAllString(words, -1), func(id string) bool { return id == h.Node.Name || len(id) < shortestHandle })
		if len(named) == 0 {
			continue
		}
		for _, pv := range h.View.List(ctx, "", "PersistentVolume", "").Objects {
			if id := handleIn(pv, named, aVolume.MatchString(words)); id != "" {
				return heldFor(h, f, pv, id)
			}
		}
	}
	return f
}

// shortestHandle is how long a name is at least by which a volume is told.
const shortestHandle = 6

// handleIn is which of the names the volume has in its storage, or itself where words call it one; empty for none.
func handleIn(pv *unstructured.Unstructured, named []string, volume bool) string {
	handle := manifest.Str(pv, "spec", "csi", "volumeHandle")
	image := manifest.Str(pv, "spec", "csi", "volumeAttributes", "imageName")
	for _, id := range named {
		if id == handle || id == image || volume && id == pv.GetName() || len(id) > len(handle)/2 && strings.HasSuffix(handle, "-"+id) {
			return id
		}
	}
	return ""
}

// heldFor tells of the volume, and what is to be decided.
func heldFor(h *hearing.Case, f hearing.Finding, pv *unstructured.Unstructured, id string) hearing.Finding {
	ref := manifest.RefOf("", "PersistentVolume", pv)
	phase, policy := manifest.Str(pv, "status", "phase"), manifest.Str(pv, "spec", "persistentVolumeReclaimPolicy")
	claim := strings.Trim(manifest.Str(pv, "spec", "claimRef", "namespace")+"/"+manifest.Str(pv, "spec", "claimRef", "name"), "/")
	is := "PersistentVolume " + pv.GetName() + " (" + phase + ", reclaim policy " + policy
	if claim != "" {
		is += ", claim " + claim
	}
	is += ")"
	f.Fact(h.View.NameOf(ref), "is what "+id+" stands for; it is "+phase+", with reclaim policy "+policy)
	if id == pv.GetName() {
		f.Message += "; that is " + phase + ", with reclaim policy " + policy
	} else {
		f.Message += "; " + id + " is " + is
	}
	text := "decide whether the data of " + is + " is still needed: save it first if so; "
	switch {
	case phase == "Bound":
		text += "it is in use by its claim, and goes after that"
	case policy == "Retain":
		text += "nobody deletes it by itself, as it is retained: only where the data may go, delete it in the storage (" + cmp.Or(manifest.Str(pv, "spec", "csi", "volumeHandle"), id) + "), and then the PersistentVolume"
	default:
		text += "see why it is not deleted by its own controller"
	}
	f.Steps = append(f.Steps, explain.Look(text, h.View.Command(ref, "describe")...).For(explain.Mends))
	return f
}
