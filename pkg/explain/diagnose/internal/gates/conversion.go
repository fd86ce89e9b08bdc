package gates

import (
	"context"
	"slices"
	"strings"

	admission "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Conversion is how a CRD's objects get from one version to another.
type Conversion struct {
	crd     trace.Ref
	Backend *backend
	// stored are the versions in which objects may be stored.
	stored []string
}

// ConversionOf returns the conversion webhook of a kind, nil where it has none
// or where its CRD could not be read.
func ConversionOf(ctx context.Context, w *sight.View, kind trace.Kind) *Conversion {
	if kind.Group == "" || !kind.MayBeCustom() {
		return nil
	}
	c := &Conversion{crd: trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: kind.Resource + "." + kind.Group}}
	obj := definition(ctx, w, c.crd)
	if obj == nil {
		return nil
	}
	var crd struct {
		Spec struct {
			Conversion struct {
				Strategy string `json:"strategy"`
				Webhook  struct {
					ClientConfig admission.WebhookClientConfig `json:"clientConfig"`
				} `json:"webhook"`
			} `json:"conversion"`
		} `json:"spec"`
		Status struct {
			StoredVersions []string `json:"storedVersions"`
		} `json:"status"`
	}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &crd) != nil || crd.Spec.Conversion.Strategy != "Webhook" {
		return nil
	}
	c.Backend, c.stored = backendOf(&crd.Spec.Conversion.Webhook.ClientConfig), crd.Status.StoredVersions
	return c
}

// definition reads a CRD; kinds whose group no CRD can have made are not asked
// for.
func definition(ctx context.Context, w *sight.View, crd trace.Ref) *unstructured.Unstructured {
	if strings.HasSuffix(crd.Name, ".k8s.io") && !listed(ctx, w, crd) {
		return nil
	}
	return w.Look(ctx, crd).Object
}

// listed reports whether the CRD is in the list of all, which says so of the
// kinds of aggregated APIs and of Kubernetes itself with a single request.
func listed(ctx context.Context, w *sight.View, crd trace.Ref) bool {
	return slices.ContainsFunc(w.Sketch(ctx, manifest.CrdGroup, manifest.CrdKind, "").Rows, func(b sight.Brief) bool { return b.Name == crd.Name })
}

// Unconverted hints at a conversion that is down, which keeps the holder from
// the object if it uses another version than the stored one.
func Unconverted(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Object == nil {
		return n
	}
	if c := ConversionOf(ctx, h.View, h.Kind); c != nil {
		if served := AnswersOf(ctx, h.View, *c.Backend); served.down {
			n.Hint(served.source, "what converts "+h.Kind.Resource+" between versions is down: "+c.Backend.servedBy()+" "+served.what)
		}
	}
	return n
}

// ConversionDoubted is for a holder that is likely not to see the object: it
// last wrote in a version that no object is stored in, and what converts is
// down. It may have been upgraded since, so this comes last.
func ConversionDoubted(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	c := ConversionOf(ctx, h.View, h.Kind)
	if c == nil {
		return f
	}
	served := AnswersOf(ctx, h.View, *c.Backend)
	version := holderVersion(h)
	if !served.down || version == "" || len(c.stored) == 0 || slices.Contains(c.stored, version) {
		return f
	}
	f.Add(explain.Evidence{Kind: explain.Written, Source: "managedFields", Fact: "it was put there in version " + version + ", and objects are stored as " + strings.Join(c.stored, ", ")})
	f = f.And(ConversionDown(ctx, h, c, served))
	return f.Decide(explain.Undecided, explain.ConversionFails, "if "+h.HolderName()+" still uses version "+version+", it can neither read nor write it: "+h.Kind.Resource+" have to be converted, and "+
		c.Backend.servedBy()+" "+served.what)
}

// holderVersion is the version in which the holder wrote the finalizer.
func holderVersion(h *hearing.Case) string {
	for _, w := range h.Writes() {
		if slices.Contains(w.Finalizers, h.Finalizer) && !manifest.PersonalManager(w.Manager) {
			return w.Version
		}
	}
	return ""
}

// judgeConversion decides by the server's own words.
func judgeConversion(ctx context.Context, h *hearing.Case, words string) (f hearing.Finding) {
	c := ConversionOf(ctx, h.View, h.Kind)
	if c == nil {
		return f.Decide(explain.Stuck, explain.ConversionFails, "nobody can write to it: "+words)
	}
	return ConversionDown(ctx, h, c, AnswersOf(ctx, h.View, *c.Backend))
}

// Down reports whether what converts is sure not to answer.
func Down(ctx context.Context, w *sight.View, c *Conversion) bool {
	return AnswersOf(ctx, w, *c.Backend).down
}

// ConversionDown decides where what converts the objects does not answer.
func ConversionDown(ctx context.Context, h *hearing.Case, c *Conversion, served Answering) (f hearing.Finding) {
	what := c.Backend.servedBy() + " does not answer"
	if served.down {
		what = c.Backend.servedBy() + " " + served.what
	}
	f.Fact(h.View.NameOf(c.crd)+": .spec.conversion", "objects are converted by "+c.Backend.servedBy())
	f.Fact(served.source, c.Backend.servedBy()+" "+served.what)
	f.BlockKnown(h.View, c.crd, h.View.Look(ctx, c.crd).State, "conversion: "+what)
	switch closed := c.Backend.homeClosed(ctx, h); {
	case closed != "":
		f.Do(explain.Act(explain.Changes, c.crd, "have "+h.View.NameOf(c.crd)+" convert no more: "+closed,
			h.View.Command(c.crd, "patch", "--type=merge", "-p", `{"spec":{"conversion":{"strategy":"None","webhook":null}}}`)...).
			Costing("each object is then read as it is stored, whatever version is asked for: fields that another version calls otherwise are not there", explain.RiskMedium).For(explain.Mends))
	case c.Backend.service.Name != "":
		f.Join(restore(ctx, h, c.crd, *c.Backend, served))
	default:
		f.Mend("have " + c.Backend.servedBy() + " answer again")
	}
	f.Next("see how the CRD converts; only where all versions are alike, strategy None does without the webhook",
		h.View.AsYAML(c.crd)...)
	return f.Decide(explain.Stuck, explain.ConversionFails, "controllers that use another version than it is stored in can neither read nor write it: "+h.Kind.Resource+" have to be converted, and "+what)
}

// Unreadable is for an object that cannot be read because it cannot be
// converted. Whether it is being deleted is then not known.
func Unreadable(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Node.State != trace.Unreadable {
		return f
	}
	words, _ := ConversionProblem(h.View, h.Kind.Group, h.Kind.Kind)
	c := ConversionOf(ctx, h.View, h.Kind)
	if words == "" || c == nil {
		return f
	}
	f.Quote("reading it", words, words)
	f = f.And(ConversionDown(ctx, h, c, AnswersOf(ctx, h.View, *c.Backend)))
	return f.Decide(explain.Undecided, explain.ConversionFails, "it cannot be read, so whether it is being deleted is not known"+phrase.Prefixed("; ", f.Message))
}

// ConversionProblem is what reading objects of the kind met, if that was a conversion
// that failed, and the version that could not be converted.
func ConversionProblem(w *sight.View, group, kind string) (words, version string) {
	for _, p := range w.Incomplete() {
		_, rest, found := strings.Cut(p.Message, apiwords.Conversion+group+"/")
		version, _, told := strings.Cut(rest, ", Kind="+kind+" ")
		if found && told {
			return apiwords.Conversion + group + "/" + rest, version
		}
	}
	return "", ""
}
