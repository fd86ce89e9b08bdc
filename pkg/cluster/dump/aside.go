package dump

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

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
