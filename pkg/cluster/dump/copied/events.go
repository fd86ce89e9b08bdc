package copied

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// eventsBeside reads a table of events, as kubectl describe prints it, that stands beside
// the one object of a text.
func (r *reading) eventsBeside(beside []string) {
	at := slices.IndexFunc(beside, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "Events:") })
	if first := slices.IndexFunc(beside, described.IsEvent); at < 0 && first >= 0 {
		at = max(first-1, 0) // its head was not copied
	}
	if n, _ := r.objects(); at < 0 || n != 1 {
		return
	}
	of := printedBy(beside[:at])
	for _, d := range r.documents {
		text := d.Whole()
		if d.Listed && len(d.Items) == 1 {
			text = d.Items[0]
		}
		var about map[string]any
		if json.Unmarshal(text, &about) != nil || about["metadata"] == nil {
			continue
		}
		if _, kind := builtin.TypeIn(of.Resource); kind != "" && !strings.EqualFold(kind, spoken.Text(about, "kind")) {
			about = of.another(about) // the command before them described something else
		}
		events := newList()
		for _, e := range described.Events(beside[at:], about) {
			events.append(e)
		}
		r.documents = append(r.documents, events)
		return
	}
}

// eventsPrinted adds the events that tables show, as kubectl get events prints them. What is read is heard
// no more.
func (r *reading) eventsPrinted(aside []string) {
	rows, unread := beside.Events(aside)
	var known []map[string]any
	for _, d := range r.documents {
		known = append(known, d.objectsOf()...)
	}
	events := newList()
	for i := range rows {
		involved, namespace := rows[i].About(known, builtin.TypeIn)
		events.append(rows[i].Object(involved, cmp.Or(namespace, "default"), fmt.Sprintf("printed-%05d", i)))
	}
	if len(events.Items) > 0 {
		r.documents = append(r.documents, events)
	}
	for _, head := range unread {
		r.faults = append(r.faults, lackf("the table of events headed %q cannot be read; 'kubectl get events -n NAMESPACE -o wide' prints one that can", head))
	}
}

// printer is the command that printed what stands behind it.
type printer struct{ beside.Command }

// printedBy is the last command among lines that prints objects.
func printedBy(lines []string) printer {
	for _, line := range slices.Backward(lines) {
		if c, is := beside.Printing(line); is {
			return printer{c}
		}
	}
	return printer{}
}

// another is the object of another type that the command described, in the namespace of the
// one unless it tells which.
func (p printer) another(one map[string]any) map[string]any {
	meta, _ := one["metadata"].(map[string]any)
	apiVersion, kind := builtin.TypeIn(p.Resource)
	return map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{
		"name": cmp.Or(p.Name, explain.NoName), "namespace": cmp.Or(p.Namespace, spoken.Text(meta, "namespace")),
	}}
}
