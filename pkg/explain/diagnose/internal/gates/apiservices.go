package gates

import (
	"cmp"
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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const aggregationGroup = "apiregistration.k8s.io"

// DeadAPI is a version of an API group whose server does not answer. As long as
// there is one, no namespace finishes, and a garbage collector that starts
// learns no new kinds.
type DeadAPI struct {
	// ref is the APIService, the zero Ref where there is none. Unread says that it could
	// not be read.
	ref            trace.Ref
	unread         bool
	group, version string
	// reason and message are those of its condition Available.
	reason, message string
	// backend is the Service that it leads to, the zero backend for none.
	backend backend
	served  Answering
	// row is what was copied of a table of APIServices, and available what that says.
	row       string
	available bool
	// Guessed says that nothing but such a table tells that it does not answer.
	Guessed bool
}

// Name is how discovery names it: metrics.k8s.io/v1beta1.
func (d *DeadAPI) Name() string { return d.group + "/" + d.version }

// What is the trouble in a few words.
func (d *DeadAPI) What() string {
	switch {
	case d.served.down:
		return d.backend.servedBy() + " " + d.served.what
	case d.reason != "":
		return d.reason + phrase.Prefixed(": ", d.message)
	case d.message != "":
		return d.message
	}
	return "it does not answer"
}

// HomeClosed tells that what serves it cannot come up again, as its namespace is being deleted; empty where that is not so.
func (d *DeadAPI) HomeClosed(ctx context.Context, h *hearing.Case) string {
	if d.available {
		return ""
	}
	return d.backend.homeClosed(ctx, h)
}

// readDeadAPI reads an APIService. It returns false where that is available.
func readDeadAPI(ctx context.Context, w *sight.View, obj *unstructured.Unstructured) (DeadAPI, bool) {
	c := manifest.ConditionOf(obj, "Available")
	if c.Status != "False" {
		return DeadAPI{}, false
	}
	var stored struct {
		Spec struct {
			Group   string `json:"group"`
			Version string `json:"version"`
			admission.WebhookClientConfig
		} `json:"spec"`
	}
	if runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &stored) != nil || stored.Spec.Service == nil {
		return DeadAPI{}, false
	}
	d := DeadAPI{
		ref:   trace.Ref{Group: aggregationGroup, Kind: "APIService", Name: obj.GetName()},
		group: stored.Spec.Group, version: stored.Spec.Version, reason: c.Reason, message: c.Message,
		backend: *backendOf(&stored.Spec.WebhookClientConfig),
	}
	d.served = AnswersOf(ctx, w, d.backend)
	return d, true
}

// BlockDeadAPI makes a dead API a blocker of the hold, with what leads to its
// repair.
func BlockDeadAPI(ctx context.Context, h *hearing.Case, d *DeadAPI) (n hearing.Notes) {
	if d.ref.Name == "" {
		n.BlockFact("API group " + d.Name() + ": " + d.What())
		return n
	}
	remove := explain.Act(explain.Deletes, d.ref, "only if what served "+d.Name()+" is gone for good: remove its registration", h.View.Command(d.ref, "delete")...).
		Costing("the API is then no longer known", explain.RiskMedium).For(explain.Guarded)
	if closed := d.HomeClosed(ctx, h); closed != "" {
		remove.Text, remove.Aim = "remove the registration of "+d.Name()+"; where others need that API, have it served from another namespace instead", explain.Mends
		n.Fact(cmp.Or(d.row, h.View.NameOf(d.ref)), closed)
		n.BlockKnown(h.View, d.ref, h.View.Look(ctx, d.ref).State, "not available: "+d.What())
		if d.Guessed {
			n.Next("see whether it still is not available", h.View.Command(d.ref, "describe")...)
			return n
		}
		n.Do(remove)
		return n
	}
	if d.unread {
		n.BlockKnown(h.View, d.ref, trace.Unreadable, "not available: "+d.What())
		if d.row != "" {
			n.Join(d.restored())
			if !d.Guessed {
				n.Do(remove)
			}
			return n
		}
		here := ""
		if h.Kind.IsNamespace() {
			here = "; where that lies in this very namespace it cannot come up again, and the registration has to go"
		}
		n.Mend("have what serves " + d.Name() + whoServes(h, d.group) + " answer again: APIService " + d.ref.Name + " names its Service" + here)
		n.Next("see which Service that is, and why it is not available", h.View.Command(d.ref, "describe")...)
		n.Do(remove)
		return n
	}
	n.Quote(h.View.NameOf(d.ref)+": .status.conditions", "Available=False "+d.reason+phrase.Prefixed(": ", d.message), d.message)
	n.BlockKnown(h.View, d.ref, h.View.Look(ctx, d.ref).State, "not available: "+d.What())
	n.Join(restore(ctx, h, d.ref, d.backend, d.served))
	n.Do(remove)
	return n
}

// whoServes is whose an API group is in parentheses, empty where nothing tells. What Kubernetes defines others may serve too.
func whoServes(h *hearing.Case, group string) string {
	switch project := h.View.Catalogue.ProjectOf(group); {
	case project == "":
		return ""
	case strings.HasSuffix(group, ".k8s.io"):
		return " (most often " + project + ")"
	default:
		return " (of " + project + ", by its name)"
	}
}

// BlockUnlisted makes blockers of what nobody can list: the APIs that do not
// answer, and the kinds that cannot be listed for another reason.
func BlockUnlisted(ctx context.Context, h *hearing.Case, problems []trace.Problem) (n hearing.Notes) {
	var rest []string
	for _, p := range problems {
		if aggregated(p) {
			d := DeadGroup(ctx, h.View, p.About)
			n.Join(BlockDeadAPI(ctx, h, &d))
			continue
		}
		rest = append(rest, p.About.String())
	}
	if len(rest) > 0 {
		n.BlockFact(phrase.Names(rest) + " cannot be listed")
	}
	return n
}

// groupPattern finds API groups with their versions in what discovery says.
var groupPattern = regex.New(`([a-z0-9.-]+\.[a-z0-9-]+)/(v[0-9][a-z0-9]*)`)

// GroupsIn are the API groups that words name, each once.
func GroupsIn(words string) (groups []trace.Part) {
	for _, m := range groupPattern.FindAllStringSubmatch(words, -1) {
		if group := (trace.Part{Group: m[1], Version: m[2]}); !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	return groups
}

// DeadGroups are the API groups, with their versions, that the server does not
// reach. While one is left the namespace controller does not know all kinds and
// lets go of no namespace at all.
func DeadGroups(w *sight.View) []trace.Part {
	var groups []trace.Part
	for _, p := range w.Broken {
		if aggregated(p) && p.Reason == trace.Unavailable {
			groups = append(groups, p.About)
		}
	}
	return groups
}

// aggregated reports whether the problem is that of a version of an API group,
// which another server than the API server itself may serve. The core group is
// always its own.
func aggregated(p trace.Problem) bool { return p.About.APIGroup() && p.About.Group != "" }

// Answers reports whether an API group is seen to answer, or to be registered no more.
func Answers(ctx context.Context, w *sight.View, group trace.Part) bool {
	ref := trace.Ref{Group: aggregationGroup, Kind: "APIService", Name: group.Version + "." + group.Group}
	if _, served := w.Kind(ref.Group, ref.Kind); !served {
		return false
	}
	s := w.Look(ctx, ref)
	if s.Object == nil {
		return s.Gone() || s.Problem.Reason != trace.NotInDump && slices.ContainsFunc(w.Kinds, func(k trace.Kind) bool { return k.Group == group.Group && k.Version == group.Version })
	}
	_, dead := readDeadAPI(ctx, w, s.Object)
	return !dead
}

// DeadGroup is what can be seen of what serves a group. Only the APIService of
// that name is read, since not everybody may list them.
func DeadGroup(ctx context.Context, w *sight.View, group trace.Part) DeadAPI {
	d := DeadAPI{group: group.Group, version: group.Version}
	ref := trace.Ref{Group: aggregationGroup, Kind: "APIService", Name: d.version + "." + d.group}
	s := w.Look(ctx, ref)
	if s.Object == nil && s.Gone() {
		return d
	}
	if s.Object == nil {
		d.ref, d.unread = ref, true
		d.copiedRow(w)
		return d
	}
	if seen, dead := readDeadAPI(ctx, w, s.Object); dead {
		return seen
	}
	d.ref, d.message = ref, "it is said to be available, but discovery does not reach it"
	return d
}
