package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// List has the answers of many clusters to one question, described by
// docs/schema/list.v1.json.
type List[T any] struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// Complete is false where a cluster gave no answer, or one that is not whole.
	Complete bool      `json:"complete"`
	Items    []Item[T] `json:"items"`
	// Causes are what keeps objects in one cluster, or the same in several. Only diagnoses
	// have any.
	Causes []SharedCause `json:"causes"`
}

// Item is the answer of one cluster.
type Item[T any] struct {
	// Context is the one by which it was asked, Contexts all that lead to it.
	Context   string   `json:"context"`
	Contexts  []string `json:"contexts"`
	Server    string   `json:"server,omitempty"`
	Namespace string   `json:"namespace,omitempty"`
	// Errors say why there is no answer, or what of the question has none.
	Errors []string `json:"errors"`
	// Answer is the document that the cluster alone would give, absent where there is none.
	Answer *T `json:"answer,omitempty"`
}

// SharedCause is what keeps objects in one cluster, or the same in several.
type SharedCause struct {
	Reason  string `json:"reason"`
	Verdict string `json:"verdict"`
	Holder  string `json:"holder,omitempty"`
	Message string `json:"message"`
	// Clusters counts those that have it.
	Clusters int          `json:"clusters"`
	In       []CausePlace `json:"in"`
}

// CausePlace is a cause of a cluster, by the index of the item and that in its answer.
type CausePlace struct {
	Item    int    `json:"item"`
	Context string `json:"context"`
	Cause   int    `json:"cause"`
}

// DiagnosesOf returns the diagnoses of many clusters as a document.
func DiagnosesOf(answers []fleet.Answer[explain.Diagnosis]) List[Diagnosis] {
	diagnoses := make([]*explain.Diagnosis, len(answers))
	for i := range answers {
		diagnoses[i] = answers[i].Value
	}
	causes := fleet.Causes(diagnoses)
	out := answersOf(DiagnosesKind, answers, func(_ int, d *explain.Diagnosis) (Diagnosis, bool) {
		return DiagnosisOf(d), len(d.Incomplete) == 0
	})
	out.Causes = each(causes, func(c *fleet.Cause) SharedCause {
		first := &c.Rows[0]
		return SharedCause{
			Reason: string(first.Reason), Verdict: string(c.Verdict()), Holder: first.Hold.Holder.Name, Message: c.Because, Clusters: len(c.Clusters()),
			In: each(c.Rows, func(r *fleet.Row) CausePlace { return CausePlace{r.Cluster, answers[r.Cluster].Name(), r.Cause} }),
		}
	})
	return out
}

// TracesOf returns the graphs of many clusters as a document.
func TracesOf(answers []fleet.Answer[trace.Graph]) List[Trace] {
	return answersOf(TracesKind, answers, func(_ int, g *trace.Graph) (Trace, bool) { return TraceOf(g), len(g.Incomplete) == 0 })
}

// PreflightsOf returns the preflights of many clusters as a document. Own makes a command of
// this program into one that a person can run on a cluster.
func PreflightsOf(answers []fleet.Answer[preflight.Result], own func(cluster int, words ...string) []string) List[Preflight] {
	return answersOf(PreflightsKind, answers, func(i int, p *preflight.Result) (Preflight, bool) {
		return PreflightOf(p, func(words ...string) []string { return own(i, words...) }), len(p.Incomplete) == 0
	})
}

func answersOf[T, D any](kind string, answers []fleet.Answer[T], of func(cluster int, value *T) (D, bool)) List[D] {
	out := List[D]{APIVersion: APIVersion, Kind: kind, Complete: true, Items: make([]Item[D], len(answers)), Causes: []SharedCause{}}
	for i := range answers {
		a, item := &answers[i], &out.Items[i]
		item.Context, item.Server, item.Namespace = a.Name(), a.Contexts[0].Server, a.Contexts[0].Namespace
		item.Contexts = append([]string{a.Name()}, a.Others()...)
		item.Errors = each(a.Errs, func(err *error) string { return (*err).Error() })
		complete := len(a.Errs) == 0
		if a.Value != nil {
			doc, whole := of(i, a.Value)
			item.Answer, complete = &doc, complete && whole
		}
		out.Complete = out.Complete && complete
	}
	return out
}
