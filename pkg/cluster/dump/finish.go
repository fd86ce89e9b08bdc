package dump

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// finish makes a Dump of what was collected. readErr is what ended the reading
// early, be it nil.
func (l *loader) finish(source string, readErr error) (*Dump, error) {
	if readErr != nil && !errors.Is(readErr, errFull) {
		return nil, fmt.Errorf("reading the dump %s: %w", source, readErr)
	}
	if !l.found {
		return nil, l.empty(source)
	}
	d := &Dump{
		objects: map[schema.GroupKind][]entry{},
		reads:   map[schema.GroupResource][]snapshotRead{},
		clock:   l.clock(),
		answers: map[string]snapshotAnswer{}, tries: map[string]snapshotTry{},
		logs:  l.logs,
		kept:  map[logID]explain.Log{},
		aside: l.asides(),
		none:  l.none,
	}
	l.arrange(d)
	l.describe(d)
	d.kinds = l.kinds(d)
	if !d.Complete() {
		l.problems = append(l.problems, unsaid)
	}
	l.sortProblems()
	d.problems = l.problems
	return d, nil
}

func (l *loader) empty(source string) error {
	l.sortProblems()
	if len(l.problems) > 0 {
		return fmt.Errorf("reading the dump %s: %s: %s", source, l.problems[0].About, l.problems[0].Message)
	}
	return &EmptyError{source: source, unnamed: l.unnamed}
}

// EmptyError says that there is no object in what was to be read.
type EmptyError struct {
	source  string
	unnamed []string
}

func (e *EmptyError) Error() string {
	if len(e.unnamed) > 0 {
		return "reading the dump " + e.source + ": what stands in " + e.unnamed[0] + " has no metadata.name, or no kind"
	}
	return "reading the dump " + e.source + ": no Kubernetes object with a kind and a name was found"
}

func (l *loader) sortProblems() {
	slices.SortFunc(l.problems, trace.Problem.Compare)
	l.problems = slices.Compact(l.problems)
}

// arrange sorts the objects, and keeps the newest reading of each.
func (l *loader) arrange(d *Dump) {
	for _, e := range l.entries {
		gk := e.groupKind()
		d.objects[gk] = append(d.objects[gk], e)
	}
	l.entries = nil
	for gk, entries := range d.objects {
		slices.SortFunc(entries, compareEntries)
		d.objects[gk] = slices.CompactFunc(entries, func(x, y entry) bool {
			return x.comparePlace(place{y.namespace, y.name}) == 0
		})
	}
}

// ticking is how often something in a running cluster is renewed at least.
const ticking = time.Minute

// clock is the newest moment that objects mention. Where several Leases were renewed
// by then, whoever copied them did so at once, and so where date was run beside; an
// object alone may have been copied at any time after.
func (l *loader) clock() trace.Clock {
	fresh := 0
	for _, at := range l.renewed {
		if l.newest.Sub(at) < ticking {
			fresh++
		}
	}
	if l.newest.IsZero() && l.aged {
		return trace.Clock{At: time.Unix(0, 0).UTC()}
	}
	return trace.Clock{At: l.newest, AtLeast: fresh < 2 && (l.dated.IsZero() || l.newest.Sub(l.dated) >= ticking)}
}

// describe takes over what snapshots say of themselves. The newest one says
// when it was and of which server.
func (l *loader) describe(d *Dump) {
	slices.SortFunc(l.snapshots, func(x, y snapshotHeader) int {
		return cmp.Or(x.At.Compare(y.At.Time), strings.Compare(x.ServerVersion, y.ServerVersion))
	})
	for _, s := range l.snapshots {
		if !s.At.IsZero() {
			d.clock = trace.Clock{At: s.At.Time}
		}
		d.version = cmp.Or(s.ServerVersion, d.version)
		for _, r := range s.Read {
			gr := schema.GroupResource{Group: r.Group, Resource: r.Resource}
			d.reads[gr] = append(d.reads[gr], r)
		}
		d.taken = append(d.taken, s.Redacted...)
		for _, a := range s.Answers {
			d.answers[a.key()] = a
		}
		for _, t := range s.Tries {
			d.tries[t.key()] = t
		}
		d.keep(s.Logs)
		for i := range s.Problems {
			l.problems = append(l.problems, s.Problems[i].problem())
		}
	}
}

// kinds gathers the kinds: what discovery told a snapshot goes before what the
// CustomResourceDefinitions say, that before what every server has, and only
// then come the kinds that nothing but an object names.
func (l *loader) kinds(d *Dump) []trace.Kind {
	t := kindTable{}
	for i := range l.snapshots {
		for _, k := range l.snapshots[len(l.snapshots)-1-i].Kinds {
			t.add(trace.Kind(k))
		}
	}
	if !d.Complete() {
		l.defined(d, t)
		for _, k := range builtin.All() {
			t.add(k)
		}
		t.observe(l.facts)
		t.called(l.about, d.objects)
		return t.sorted()
	}
	for gk, f := range l.facts {
		if _, known := t[gk]; !known && f.objects {
			t[gk] = f.kind(gk)
		}
	}
	return t.sorted()
}

// definitionKind is the kind of definitions, of which a built-in kind has none.
var definitionKind = schema.GroupKind{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition"}

func (l *loader) defined(d *Dump, t kindTable) {
	for _, e := range d.objects[definitionKind] {
		kind, err := builtin.Defined(e.raw)
		if err != nil {
			reason := trace.Undecodable
			if l.alone {
				reason = trace.CopiedInPart
			}
			l.problems = append(l.problems, trace.Problem{
				About:  trace.Part{Group: "apiextensions.k8s.io", Resource: "customresourcedefinitions", Name: e.name},
				Reason: reason, Message: phrase.OneLine(err.Error()),
			})
			continue
		}
		t.add(kind)
	}
}
