package shown

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// Speakers are the programs of another project whose logs the text beside an object says to follow, by what the lines of
// these say. A log ends where what is copied does, and where a line leads to something else.
func Speakers(h *hearing.Case) map[string]string {
	by, program, follows := map[string]string{}, "", false
	lines := h.View.Logs.Aside.Texts()
	if movedApart(lines) {
		return nil
	}
	for at, line := range lines {
		switch led := ledTo(line); {
		case led != "":
			program, follows = led, false
			if !logFollows(lines[at+1:]) || !foreign(h, led) {
				program = ""
			}
		case logged(line):
			said := logline.Parse(line, time.Time{}).Message
			if was, twice := by[said]; twice && was != program {
				program = ""
			}
			by[said], follows = program, true
		case follows && (strings.Contains(line, "```") || strings.HasSuffix(strings.TrimSpace(line), ":")):
			program = ""
		}
	}
	return by
}

// foreign reports whether a program, by its name, is not of the project that holds a custom object or, where none is known
// to, is of one that has nothing to do with its group.
func foreign(h *hearing.Case, program string) bool {
	if !h.Kind.MayBeCustom() || strings.HasSuffix(h.Kind.Group, ".k8s.io") || h.IsHolder(program) || program == h.Holder.Name {
		return false // many programs have to do with kinds of Kubernetes' own
	}
	if h.Entry.Project == "" || h.Entry.Family || h.Entry.Confidence == catalogue.ConfidenceLow {
		return h.View.Catalogue.OfOthers(h.Kind, program)
	}
	own := []string{h.Entry.Project, h.Kind.Group, h.Kind.Kind, h.Finalizer, h.Holder.Name, h.Holder.Workload.Name}
	for _, c := range append(slices.Clip(h.View.Catalogue.ComponentsOf(h.Entry.Project)), h.Entry.Controller) {
		own = append(append(append(append(own, c.Name), c.Workloads...), c.FieldManagers...), c.Namespaces...)
	}
	all := strings.ToLower(strings.Join(own, " "))
	words := slices.DeleteFunc(strings.FieldsFunc(program, func(c rune) bool { return c == '-' || c == ' ' }), func(word string) bool {
		return CommonName(word) || slices.Contains(noNames, word)
	})
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(all, word) })
}
