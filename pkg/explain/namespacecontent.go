package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// namespacesApart is how many namespaces on their way out are listed one by one
// before listing all namespaces at once needs fewer requests by far.
const namespacesApart = 8

// content is what a namespace holds, as listing it shows; its conditions are
// not asked. Pods stand apart because the namespace controller asks nothing
// else to go while one of them is left.
type content struct {
	pods  []brief
	going []brief // others that were asked to go
	idle  []brief // others that nobody has asked
	// failed are the kinds that could not be listed, each with the reason. What
	// is missing above proves nothing about these.
	failed []unlisted
}

type unlisted struct {
	kind    trace.Kind
	problem trace.Problem
}

// contentOf lists a namespace, once.
func (w *world) contentOf(ctx context.Context, namespace string) *content {
	all := ""
	if w.goingNamespaces(ctx) <= namespacesApart {
		all = namespace
	}
	found := of[namespaceMemory](w).contents.get(all, func() map[string]*content { return w.scanContent(ctx, all) })
	if c := found[namespace]; c != nil {
		return c
	}
	return &content{failed: found[""].failed}
}

// goingNamespaces counts the namespaces on their way out. Where they cannot be
// listed it counts none, and the answer is complete all the same.
func (w *world) goingNamespaces(ctx context.Context) int {
	return of[namespaceMemory](w).leaving.get("", func() int {
		going := 0
		if kind, served := w.kind("", "Namespace"); served {
			rows, _ := w.scanOne(ctx, kind, "")
			for i := range rows.rows {
				if !rows.rows[i].Deleted.IsZero() {
					going++
				}
			}
		}
		return going
	})
}

// scanContent lists one namespace or, with an empty one, all of them. Under the
// empty name stands what could not be listed.
func (w *world) scanContent(ctx context.Context, namespace string) map[string]*content {
	var scopes []trace.Scope
	kinds := map[trace.Part]trace.Kind{}
	for _, k := range w.kinds {
		if k.Namespaced && k.Listable && !fleeting(k) {
			scopes = append(scopes, trace.Scope{Kind: k, Namespace: namespace})
			kinds[trace.PartOf(k, "", "")] = k
		}
	}
	var rows []brief
	problems := w.Scan(ctx, scopes, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		if len(row.UID) > 0 { // what has none is made up on reading, and not stored
			rows = append(rows, briefOf(kind, row))
		}
	})
	rest := &content{}
	for _, p := range problems {
		w.note(p)
		rest.failed = append(rest.failed, unlisted{kinds[trace.Part{Group: p.About.Group, Resource: p.About.Resource}], p})
	}
	slices.SortFunc(rest.failed, func(a, b unlisted) int { return a.problem.Compare(b.problem) })
	return sortContent(rows, rest)
}

// fleeting kinds come and go by the thousand and never hold a namespace.
func fleeting(k trace.Kind) bool {
	return k.Kind == "Event" && (k.Group == "" || k.Group == "events.k8s.io")
}

// sortContent puts the rows under their namespaces. What is served by several
// groups counts once.
func sortContent(rows []brief, rest *content) map[string]*content {
	slices.SortFunc(rows, compareBriefs)
	found := map[string]*content{"": rest}
	seen := make(map[string]bool, len(rows))
	for i := range rows {
		row := &rows[i]
		if seen[row.UID] {
			continue
		}
		seen[row.UID] = true
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

func compareBriefs(a, b brief) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.UID, b.UID))
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

// reason is that of the problem, unless the server's words tell more: from its
// cache it says only that it cannot fill it.
func (u *unlisted) reason() string {
	if _, named := storageKey(u.problem.Message); named {
		return trace.Undecodable
	}
	return u.problem.Reason
}

// split separates what was asked to go from what was not.
func split(rows []brief) (going, live []brief) {
	for i := range rows {
		if rows[i].Deleted.IsZero() {
			live = append(live, rows[i])
		} else {
			going = append(going, rows[i])
		}
	}
	return going, live
}

// mixed returns at most so many of the rows that of every kind and set of
// finalizers one is there before another comes twice: objects of one sort
// mostly wait for one cause.
func mixed(rows []brief, most int) []brief {
	var sorts [][]brief
	at := map[string]int{}
	for i := range rows {
		key := rows[i].Group + "/" + rows[i].Kind + " " + strings.Join(rows[i].Finalizers, " ")
		n, known := at[key]
		if !known {
			n = len(sorts)
			at[key] = n
			sorts = append(sorts, nil)
		}
		sorts[n] = append(sorts[n], rows[i])
	}
	var out []brief
	for turn := 0; len(out) < min(most, len(rows)); turn++ {
		for _, sort := range sorts {
			if turn < len(sort) && len(out) < most {
				out = append(out, sort[turn])
			}
		}
	}
	return out
}

// counted says how many objects of which kinds there are: "3 configmaps, 1
// secret and 4 of 2 other kinds".
func (w *world) counted(rows []brief) string {
	type sort struct {
		kind  trace.Kind
		count int
	}
	var sorts []sort
	at := map[groupKind]int{}
	for i := range rows {
		key := groupKind{group: rows[i].Group, kind: rows[i].Kind}
		n, known := at[key]
		if !known {
			n = len(sorts)
			at[key] = n
			kind, _ := w.kind(key.group, key.kind)
			sorts = append(sorts, sort{kind: kind})
		}
		sorts[n].count++
	}
	slices.SortStableFunc(sorts, func(a, b sort) int { return b.count - a.count })
	var parts []string
	others := 0
	for i, s := range sorts {
		if i >= mostNamed {
			others += s.count
			continue
		}
		parts = append(parts, count(s.count, singularOf(s.kind), s.kind.Resource))
	}
	text := strings.Join(parts, ", ")
	if others > 0 {
		text += " and " + count(others, "object", "objects") + " of " + count(len(sorts)-mostNamed, "other kind", "other kinds")
	}
	return text
}

func singularOf(k trace.Kind) string { return cmp.Or(k.Singular, strings.ToLower(k.Kind)) }
