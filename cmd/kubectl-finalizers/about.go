package main

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// aboutOf is the one object that the arguments name, for a text in which no object may stand:
// its kind as the catalogue spells it, or else as the type tells. It is empty where they name
// none, or several.
func aboutOf(q *asked.Question, known *catalogue.Catalogue) dump.About {
	var typ, name string
	switch {
	case len(q.Args) == 1:
		typ, name, _ = strings.Cut(q.Args[0], "/")
	case len(q.Args) == 2 && !strings.Contains(q.Args[0], "/"):
		typ, name = q.Args[0], q.Args[1]
	}
	if name == "" || strings.Contains(typ, ",") {
		return dump.About{}
	}
	about, guessed := dump.AboutNamed(typ, name, q.Namespace)
	if kind, group, spelled := known.Spelled(about.Kind); spelled && guessed {
		about.Kind = kind
		if group != "" && !strings.Contains(typ, ".") {
			about.APIVersion = group + "/" + trace.Unstated
		}
	}
	return about
}

// kindsBy tells the kind of what was copied without it as the catalogue knows it: by the finalizers, or by how
// a project speaks of it.
func kindsBy(known *catalogue.Catalogue) func(finalizers, lines []string) (group, kind string) {
	return func(finalizers, lines []string) (group, kind string) {
		if len(finalizers) > 0 {
			return known.KindOfFinalizers(finalizers)
		}
		return known.KindSaid(lines)
	}
}
