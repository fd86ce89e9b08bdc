package copied

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// notThere is what somebody has looked for in vain: the kinds of which a list was printed that was empty, of all namespaces
// where none is told, and the objects by their names of which the server has said that they are not there. None is of which
// an object was copied or stands in a table all the same, and none of which the group is not known.
func (q *Question) notThere(r *reading, aside []string) (none []spoken.Of) {
	in, everywhere := beside.Empty(aside)
	looked := slices.Concat(in, everywhere, beside.Gone(aside), r.unserved(aside))
	if len(looked) == 0 {
		return nil
	}
	rows := scoped(beside.Rows(aside, q.typeIn))
	usual := r.usualNamespace(aside)
	for _, c := range looked {
		of := spoken.Of{Namespace: c.Namespace, Name: c.Name}
		if c.Name != "" {
			of.Namespace = cmp.Or(of.Namespace, usual)
		}
		of.APIVersion, of.Kind = q.typeIn(c.Resource)
		if of.APIVersion == trace.Unstated {
			of.APIVersion, of.Kind = r.referredTo(of)
		}
		if of.Kind == "" || of.APIVersion == trace.Unstated || r.holdsAny(of) || shownAny(rows, of) {
			continue
		}
		if k, known := builtin.Named(of.Kind); known && !k.Namespaced && builtin.VersionOf(k.Kind) == of.APIVersion {
			of.Namespace = ""
		}
		none = append(none, of)
	}
	return none
}

// serviceGone is how the API server says that a Service is not there which it would call.
var serviceGone = regex.New(`https://([a-z0-9][a-z0-9-]*)\.([a-z0-9][a-z0-9-]*)\.svc(?::\d+)?/[^"\\\s]*\\?"?: service \\?"([a-z0-9][a-z0-9-]*)\\?" not found`)

// unserved are the Services of which the API server has said so, in a condition, an event or a line of a log.
func (r *reading) unserved(aside []string) (gone []beside.Command) {
	lines := slices.Clone(aside)
	for _, d := range r.documents {
		lines = append(lines, d.linesOf()...)
	}
	for _, line := range lines {
		for _, m := range serviceGone.FindAllStringSubmatch(line, -1) {
			if m[1] == m[3] {
				gone = append(gone, beside.Command{Resource: "services", Name: m[1], Namespace: m[2]})
			}
		}
	}
	return gone
}

// another is how commands come to another namespace, or to another cluster.
var another = regex.New(`\b(?:(?:use|set)-context|kubens|kubectx|(?:oc|kubectl) (?:project|config|ns|ctx)|KUBECONFIG=)`)

// usualNamespace is the namespace of commands that name none, empty where nothing tells it: the one of an object that such a
// command has printed, where none changes it.
func (r *reading) usualNamespace(aside []string) (namespace string) {
	if slices.ContainsFunc(aside, another.MatchString) {
		return ""
	}
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			of := objectOfIt(obj)
			if d.by.Name == "" || d.by.Name != of.Name || d.by.Namespace != "" {
				continue
			}
			if of.Namespace == "" || namespace != "" && of.Namespace != namespace {
				return ""
			}
			namespace = of.Namespace
		}
	}
	return namespace
}

// referredTo is the kind of what an object that was copied refers to, as it calls an owner, of which only the name is known.
func (r *reading) referredTo(of spoken.Of) (apiVersion, kind string) {
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			if version, name := referenceIn(obj, of.Kind); version != "" {
				return version, name
			}
		}
	}
	return of.APIVersion, of.Kind
}

// referenceIn is the kind of a reference within a value that is called so, with its apiVersion, empty where there is none.
func referenceIn(value any, called string) (apiVersion, kind string) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			if apiVersion, kind = referenceIn(one, called); kind != "" {
				return apiVersion, kind
			}
		}
	case map[string]any:
		apiVersion, kind = spoken.Text(v, "apiVersion"), spoken.Text(v, "kind")
		if apiVersion != "" && strings.EqualFold(kind, called) {
			return apiVersion, kind
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if apiVersion, kind = referenceIn(v[key], called); kind != "" {
				return apiVersion, kind
			}
		}
	}
	return "", ""
}

// holdsAny reports whether there is an object of a kind, in a namespace where that is told.
func (r *reading) holdsAny(of spoken.Of) bool {
	return slices.ContainsFunc(r.documents, func(d *document) bool {
		return slices.ContainsFunc(d.objectsOf(), func(obj map[string]any) bool { return among(of, objectOfIt(obj)) })
	})
}

// shownAny reports the same of the rows of tables.
func shownAny(rows []beside.Row, of spoken.Of) bool {
	return slices.ContainsFunc(rows, func(r beside.Row) bool {
		return among(of, spoken.Of{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name})
	})
}

// among reports whether an object may be one of a list, or the one that was looked for.
func among(list, found spoken.Of) bool {
	return strings.EqualFold(found.Kind, list.Kind) && (list.Name == "" || list.Name == found.Name) && trace.GroupOf(found.APIVersion) == trace.GroupOf(list.APIVersion) &&
		(list.Namespace == "" || found.Namespace == "" || list.Namespace == found.Namespace)
}
