package dump

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Aside is what stands beside the objects of a text that somebody copied: the lines of a
// log mostly.
func (d *Dump) Aside() explain.Aside { return d.aside }

// Sole is the object of a copy that holds one alone, beside its events. It is false for a
// snapshot, which says what it was made for.
func (d *Dump) Sole() (trace.Target, bool) {
	var sole trace.Target
	found := 0
	within := d.namespaceAlone()
	for gk, entries := range d.objects {
		if gk.Kind == "Event" || within != "" && gk.Kind != "Namespace" {
			continue
		}
		if found += len(entries); found > 1 || d.Complete() {
			return trace.Target{}, false
		}
		for _, k := range d.kinds {
			if k.Group == gk.Group && k.Kind == gk.Kind {
				sole = trace.Target{Kind: k, Namespace: entries[0].namespace, Name: entries[0].name}
			}
		}
	}
	return sole, sole.Name != ""
}

// namespaceAlone is the one namespace of a copy in which everything else is that was copied,
// empty where there is none.
func (d *Dump) namespaceAlone() string {
	spaces := d.objects[schema.GroupKind{Kind: "Namespace"}]
	if len(spaces) != 1 {
		return ""
	}
	for gk, entries := range d.objects {
		if gk.Kind != "Event" && gk.Kind != "Namespace" && slices.ContainsFunc(entries, func(e entry) bool { return e.namespace != spaces[0].name }) {
			return ""
		}
	}
	return spaces[0].name
}

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

// setAside keeps the lines that stand beside the objects of a file, as many as are read of
// a log.
func (l *loader) setAside(name string, lines []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	size := 0
	for _, line := range lines {
		if line == "" {
			continue
		}
		if size += len(line) + 1; size > explain.MostLog {
			return
		}
		l.aside[name] = append(l.aside[name], besideLine(line))
	}
}

// levelNext is how what stands behind a time goes on where a program has written both.
var levelNext = regex.New(`^(?:\s|\[?(?:DEBUG|INFO|WARN|ERROR|FATAL|TRACE))`)

// besideLine is a line as it was printed: the time that it begins with is that of the
// container's runtime, unless the program has written it.
func besideLine(line string) explain.LogLine {
	if l := explain.LogLineOf(line); l.At.IsZero() || !levelNext.MatchString(l.Text) {
		return l
	}
	return explain.LogLine{Text: line}
}

// asides are those of all files, in the order of their names.
func (l *loader) asides() (all explain.Aside) {
	for _, name := range slices.Sorted(maps.Keys(l.aside)) {
		all = append(all, l.aside[name]...)
	}
	return all
}
