package namespace

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// namespacesApart is how many namespaces on their way out are listed one by one
// before listing all namespaces at once needs fewer requests by far.
const namespacesApart = 8

// content is what a namespace holds, as listing it shows; its conditions are
// not asked. Pods stand apart because the namespace controller asks nothing
// else to go while one of them is left.
type content struct {
	pods  []sight.Brief
	going []sight.Brief // others that were asked to go
	idle  []sight.Brief // others that nobody has asked
	// failed are the kinds that could not be listed, each with the reason. What
	// is missing above proves nothing about these.
	failed []unlisted
}

type unlisted struct {
	kind    trace.Kind
	problem trace.Problem
}

// contentOf lists a namespace, once.
func contentOf(ctx context.Context, w *sight.View, namespace string) *content {
	all := ""
	if goingNamespaces(ctx, w) <= namespacesApart {
		all = namespace
	}
	found := sight.Memory[memory](w).contents.Get(all, func() map[string]*content { return scanContent(ctx, w, all) })
	if c := found[namespace]; c != nil {
		return c
	}
	return &content{failed: found[""].failed}
}

// goingNamespaces counts the namespaces on their way out. Where they cannot be
// listed it counts none, and the answer is complete all the same.
func goingNamespaces(ctx context.Context, w *sight.View) int {
	return sight.Memory[memory](w).leaving.Get("", func() int {
		going := 0
		if kind, served := w.Kind("", "Namespace"); served {
			rows, _ := w.ScanOne(ctx, kind, "")
			for i := range rows.Rows {
				if !rows.Rows[i].Deleted.IsZero() {
					going++
				}
			}
		}
		return going
	})
}

// scanContent lists one namespace or, with an empty one, all of them. Under the
// empty name stands what could not be listed.
func scanContent(ctx context.Context, w *sight.View, namespace string) map[string]*content {
	var scopes []trace.Scope
	kinds := map[trace.Part]trace.Kind{}
	for _, k := range w.Kinds {
		if k.Namespaced && k.Listable && !fleeting(k) {
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
			kinds[trace.PartOf(k, "", "")] = k
		}
	}
	var rows []sight.Brief
	problems := w.Reader.Scan(ctx, scopes, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		if len(row.UID) > 0 || w.Copied { // on a server what has none is made up on reading, and not stored
			rows = append(rows, sight.BriefOf(kind, row))
		}
	})
	rest := &content{}
	for _, p := range problems {
		w.Note(p)
		rest.failed = append(rest.failed, unlisted{kinds[trace.Part{Group: p.About.Group, Resource: p.About.Resource}], p})
	}
	slices.SortFunc(rest.failed, func(a, b unlisted) int { return a.problem.Compare(b.problem) })
	return sortContent(rows, rest)
}

// fleeting kinds come and go by the thousand and hold a namespace only where one
// of them has a finalizer.
func fleeting(k trace.Kind) bool {
	return k.Kind == "Event" && (k.Group == "" || k.Group == "events.k8s.io")
}

// sortContent puts the rows under their namespaces. What is served by several
// groups counts once.
func sortContent(rows []sight.Brief, rest *content) map[string]*content {
	slices.SortFunc(rows, sight.CompareBriefs)
	found := map[string]*content{"": rest}
	seen := make(map[string]bool, len(rows))
	for i := range rows {
		row := &rows[i]
		id := cmp.Or(row.UID, row.Group+"/"+row.Kind+"/"+row.Namespace+"/"+row.Name)
		if seen[id] {
			continue
		}
		seen[id] = true
		c := found[row.Namespace]
		if c == nil {
			c = &content{failed: rest.failed}
			found[row.Namespace] = c
		}
		switch {
		case row.Group == "" && row.Kind == "Pod":
			c.pods = append(c.pods, *row)
		case row.Deleted.IsZero():
			c.idle = append(c.idle, *row)
		default:
			c.going = append(c.going, *row)
		}
	}
	return found
}

// failedAs are the kinds that could not be listed for that reason.
func (c *content) failedAs(reason string) []unlisted {
	var found []unlisted
	for _, u := range c.failed {
		if u.reason() == reason {
			found = append(found, u)
		}
	}
	return found
}

// unchecked are the kinds of which nothing is known for a reason that need not
// concern the namespace controller, such as a right that the person lacks.
func (c *content) unchecked() []unlisted {
	var found []unlisted
	for _, u := range c.failed {
		if r := u.reason(); r != trace.Unavailable && r != trace.Undecodable {
			found = append(found, u)
		}
	}
	return found
}

// unseen reports whether objects of a kind could not be listed.
func (c *content) unseen(kind trace.Kind) bool {
	return slices.ContainsFunc(c.failed, func(u unlisted) bool {
		return u.kind.Resource == "" || u.kind.Resource == kind.Resource && u.kind.Group == kind.Group
	})
}

// reason is that of the problem, unless the server's words tell more: from its
// cache it says only that it cannot fill it.
func (u *unlisted) reason() string {
	if _, named := storageKey(u.problem.Message); named {
		return trace.Undecodable
	}
	return u.problem.Reason
}

// counted says how many objects of which kinds there are: "3 configmaps, 1
// secret and 4 of 2 other kinds".
func counted(w *sight.View, rows []sight.Brief) string {
	type sort struct {
		kind  trace.Kind
		count int
	}
	var sorts []sort
	at := map[sight.GroupKind]int{}
	for i := range rows {
		key := sight.GroupKind{Group: rows[i].Group, Kind: rows[i].Kind}
		n, known := at[key]
		if !known {
			n = len(sorts)
			at[key] = n
			kind, _ := w.Kind(key.Group, key.Kind)
			sorts = append(sorts, sort{kind: kind})
		}
		sorts[n].count++
	}
	slices.SortStableFunc(sorts, func(a, b sort) int { return b.count - a.count })
	var parts []string
	others := 0
	for i, s := range sorts {
		if i >= phrase.MostNamed {
			others += s.count
			continue
		}
		parts = append(parts, phrase.Count(s.count, sight.SingularOf(s.kind), s.kind.Resource))
	}
	text := strings.Join(parts, ", ")
	if others > 0 {
		text += " and " + phrase.Count(others, "object", "objects") + " of " + phrase.Count(len(sorts)-phrase.MostNamed, "other kind", "other kinds")
	}
	return text
}
