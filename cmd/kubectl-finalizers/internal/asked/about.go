package asked

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// About is the one object that the arguments name, for a text in which no object may stand:
// its kind as the catalogue spells it, or else as the type tells. It is empty where they name
// none, or several.
func (q Question) About(known *catalogue.Catalogue) dump.About {
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
	about := dump.About{Name: name, Namespace: q.Namespace}
	about.APIVersion, about.Kind = builtin.TypeIn(typ)
	if kind, group, spelled := known.Spelled(about.Kind); spelled && strings.HasSuffix(about.APIVersion, trace.Unstated) {
		about.Kind = kind
		if group != "" && !strings.Contains(typ, ".") {
			about.APIVersion = group + "/" + trace.Unstated
		}
	}
	if k, is := builtin.Named(typ); is && !k.Namespaced {
		about.Namespace = ""
	}
	return about
}
