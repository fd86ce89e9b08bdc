package fleet

import (
	"cmp"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Row is one cause of one cluster.
type Row struct {
	explain.Row

	Cluster int // in the answers
}

// Cause is what keeps objects in one cluster, or the same in several.
type Cause struct {
	// Rows are in the order of the clusters; there is at least one.
	Rows []Row
	// Because is true of all of them: one line without a full stop.
	Because string
}

// Clusters are those that have the cause, each once, in their order.
func (c *Cause) Clusters() []int {
	var out []int
	for i := range c.Rows {
		if n := len(out); n == 0 || out[n-1] != c.Rows[i].Cluster {
			out = append(out, c.Rows[i].Cluster)
		}
	}
	return out
}

// Verdict is the worst of its rows.
func (c *Cause) Verdict() explain.Verdict {
	return slices.MaxFunc(c.Rows, func(a, b Row) int { return explain.Rank(a.Verdict) - explain.Rank(b.Verdict) }).Verdict
}

// Causes are those of many diagnoses, each told once: the worst first, then what most
// clusters have, then the oldest. A diagnosis is nil where a cluster gave none.
//
// Causes of several clusters are one where the same holder is out of order in the same way,
// or where all that is said of them is the same. What is alike by its reason alone may be
// something else in every cluster.
func Causes(diagnoses []*explain.Diagnosis) []Cause {
	var causes []Cause
	at := map[likeness]int{}
	for cluster, d := range diagnoses {
		if d == nil {
			continue
		}
		for _, row := range d.Rows() {
			like := likenessOf(d, &row)
			i, known := at[like]
			if !known {
				i = len(causes)
				at[like] = i
				causes = append(causes, Cause{})
			}
			causes[i].Rows = append(causes[i].Rows, Row{row, cluster})
		}
	}
	for i := range causes {
		causes[i].Because = because(causes[i].Rows)
	}
	slices.SortStableFunc(causes, func(a, b Cause) int {
		return cmp.Or(
			explain.Rank(b.Verdict())-explain.Rank(a.Verdict()),
			len(b.Clusters())-len(a.Clusters()),
			explain.Oldest(a.since(), b.since()),
		)
	})
	return causes
}

// likeness is what causes have in common that are one. The version of a project, the name
// of a namespace and the age are not in it.
type likeness struct {
	reason              explain.Reason
	verdict             explain.Verdict
	project, component  string
	workload            trace.Ref
	finalizer, sentence string
}

// ofHolder are the reasons that say what is the matter with a holder, whatever its objects
// are.
var ofHolder = []explain.Reason{
	explain.HolderUninstalled, explain.HolderMissing, explain.HolderScaledDown, explain.HolderNotReady,
	explain.HolderNotLeading, explain.HolderNotAllowed,
}

func likenessOf(d *explain.Diagnosis, r *explain.Row) likeness {
	who := &r.Hold.Holder
	like := likeness{reason: r.Reason, verdict: r.Verdict, project: who.Project, component: who.Component}
	if who.Project == "" {
		like.workload = who.Workload
	}
	if slices.Contains(ofHolder, r.Reason) && who.Sure() && (who.Project != "" || who.Workload.Name != "") {
		return like
	}
	like.sentence = r.Because
	if len(r.Finalizers) > 0 {
		like.finalizer = r.Finalizers[0]
	} else {
		like.workload = trace.Ref{Group: d.Objects[r.At.Object].Group, Kind: d.Objects[r.At.Object].Kind}
	}
	return like
}

// because is what all rows say, or else how the holder is that all of them have.
func because(rows []Row) string {
	first := &rows[0]
	if !slices.ContainsFunc(rows, func(r Row) bool { return r.Because != first.Because }) {
		return first.Because
	}
	return cmp.Or(first.Hold.Holder.Name, first.Hold.Holder.Workload.Name) + ": " + first.Hold.Health.Words()
}

// since is when the first of the objects was asked to go, zero where that is not known.
func (c *Cause) since() time.Time {
	var first time.Time
	for i := range c.Rows {
		if since := c.Rows[i].Since; !since.IsZero() && (first.IsZero() || since.Before(first)) {
			first = since
		}
	}
	return first
}
