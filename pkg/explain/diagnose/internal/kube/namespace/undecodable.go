package namespace

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// An object that the API server cannot decode fails every list of its kind, and
// with it whoever has to list it: the namespace controller, the garbage
// collector, the controller of the kind. The server's words hold its key.
var keyPattern = regex.New(`corrupt object, [^/]*Key: ([^,\s]+)`)

// storageKey finds the key under which an undecodable object is stored. The
// server also calls corrupt what its conversion webhook does not convert.
func storageKey(words string) (string, bool) {
	if strings.Contains(words, apiwords.Conversion) {
		return "", false
	}
	m := keyPattern.FindStringSubmatch(words)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// storedAt finds the object of a key: /registry/configmaps/shop/a, or with an
// API group /registry/example.com/widgets/shop/a.
func storedAt(w *sight.View, key string) (trace.Ref, bool) {
	parts := strings.Split(key, "/")
	for _, k := range w.Kinds {
		tail := 2
		if k.Namespaced {
			tail = 3
		}
		at := len(parts) - tail
		if at < 0 || parts[at] != k.Resource {
			continue
		}
		if at > 0 && strings.Contains(parts[at-1], ".") && parts[at-1] != k.Group {
			continue
		}
		ref := trace.Ref{Group: k.Group, Kind: k.Kind, Name: parts[len(parts)-1]}
		if k.Namespaced {
			ref.Namespace = parts[at+1]
		}
		return ref, true
	}
	return trace.Ref{}, false
}

// undecodableObject is an undecodable object; only its key is known where no kind fits.
type undecodableObject struct {
	key string
	ref trace.Ref
}

// undecodableIn finds the undecodable objects of a namespace: in what its lists failed
// with, and in what the namespace controller said, if it is still so. The API
// server may go on listing such an object from its cache, so that the list
// alone does not show it.
func undecodableIn(ctx context.Context, h *hearing.Case, c *content) []undecodableObject {
	var found []undecodableObject
	add := func(words string, now bool) {
		key, ok := storageKey(words)
		if !ok || slices.ContainsFunc(found, func(r undecodableObject) bool { return r.key == key }) {
			return
		}
		ref, known := storedAt(h.View, key)
		seen := h.View.Look(ctx, ref)
		switch {
		case !known && !now, known && seen.State != trace.Unreadable:
			return // mended or gone since
		case !now && seen.Problem.Reason != trace.Undecodable:
			return // the one who asks cannot see whether it is still so
		}
		found = append(found, undecodableObject{key, ref})
	}
	for _, u := range c.failed {
		add(u.problem.Message, true)
	}
	add(contentFailure(h), false)
	return found
}

// undecodableContent judges a namespace with an object that nobody can read.
func undecodableContent(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	var names []string
	for _, r := range undecodableIn(ctx, h, c) {
		if r.ref.Name == "" {
			names = append(names, r.key)
			f.BlockFact("the object stored under " + r.key + " cannot be decoded")
			continue
		}
		names = append(names, h.View.TypedName(r.ref))
		f.BlockKnown(h.View, r.ref, trace.Unreadable, "the API server cannot decode what it has stored")
		f.Join(wayOut(ctx, h, r.ref))
	}
	for _, u := range c.failedAs(trace.Undecodable) {
		f.Quote("list of "+u.problem.About.String(), u.problem.Message, u.problem.Message)
	}
	return f.Decide(explain.Stuck, explain.Undecodable, "the API server cannot decode "+phrase.Names(names)+", so every list of its kind fails and nobody can delete it the ordinary way")
}

// lostVersion is what the server says of an object that is stored in a version
// which its CRD has no more.
var lostVersion = regex.New(`request to convert CR from an invalid group/version: \S+/(\S+)`)

// wayOut names the ways out for what cannot be decoded: what makes it readable
// again, and the only way to delete it unread, with its price.
func wayOut(ctx context.Context, h *hearing.Case, ref trace.Ref) (n hearing.Notes) {
	kind, _ := h.View.Kind(ref.Group, ref.Kind)
	path := "/api/"
	if kind.Group != "" {
		path = "/apis/" + kind.Group + "/"
	}
	path += kind.Version + "/"
	if ref.Namespace != "" {
		path += "namespaces/" + ref.Namespace + "/"
	}
	path += kind.Resource + "/" + ref.Name
	if m := lostVersion.FindStringSubmatch(h.View.Look(ctx, ref).Problem.Message); m != nil {
		crd := trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: kind.Resource + "." + kind.Group}
		n.Fact(h.View.NameOf(ref), "it is stored in version "+m[1]+", which "+h.View.NameOf(crd)+" has no more")
		n.Do(explain.Act(explain.Changes, crd, "put version "+m[1]+" back into .spec.versions, with served: false if nobody is to use it; the object is readable then",
			h.View.Command(crd, "edit")...))
	} else {
		n.Mend("restore it from a backup of etcd where it matters what it held: the object is readable then")
		n.Next("see the server's own words",
			h.View.Command(ref, "get")...)
	}
	// The options are read from the body alone: in the query, dryRun would be
	// ignored and the object gone.
	n.Do(explain.Act(explain.Deletes, ref, "delete it unread, as a trial; unread.json holds "+
		`{"apiVersion":"v1","kind":"DeleteOptions","ignoreStoreReadErrorWithClusterBreakingPotential":true,"dryRun":["All"]}`+
		", without dryRun it is real; the verb unsafe-delete-ignore-read-errors is needed",
		"kubectl", "delete", "--raw", path, "-f", "unread.json").
		Costing("what goes with it cannot be told, since nobody can read it", explain.RiskHigh).For(explain.Guarded))
	n.Warn("deleting an object unread skips its finalizers, its grace period and all admission: what it stood for outside is left behind")
	return n
}

// UndecodableItself is a rung for an object that was asked about and that the
// API server cannot decode.
func UndecodableItself(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	words, rotten := cannotDecode(ctx, h)
	if !rotten {
		return f
	}
	f.Actor = &hearing.Actor{Holder: explain.Holder{Name: "API server", Project: "Kubernetes", Confidence: explain.Certain, BuiltIn: true}}
	f.Quote(h.Name(), words, words)
	f.Join(wayOut(ctx, h, h.Node.Ref))
	return f.Decide(explain.Stuck, explain.Undecodable, "the API server cannot decode what it has stored: it can be neither read nor deleted the ordinary way")
}

// cannotDecode reports whether the API server could not decode the object, with
// its words. From its cache it may still list it.
func cannotDecode(ctx context.Context, h *hearing.Case) (words string, is bool) {
	if h.Object != nil {
		return "", false
	}
	problem := h.View.Look(ctx, h.Node.Ref).Problem
	return problem.Message, problem.Reason == trace.Undecodable
}
