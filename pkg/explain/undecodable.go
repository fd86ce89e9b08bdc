package explain

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// An object that the API server cannot decode fails every list of its kind, and
// with it whoever has to list it: the namespace controller, the garbage
// collector, the controller of the kind. The server's words hold its key.
var keyPattern = regexp.MustCompile(`corrupt object, [^/]*Key: ([^,\s]+)`)

// storageKey finds the key under which an undecodable object is stored. The
// server also calls corrupt what its conversion webhook does not convert.
func storageKey(words string) (string, bool) {
	if strings.Contains(words, conversionSays) {
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
func (w *world) storedAt(key string) (trace.Ref, bool) {
	parts := strings.Split(key, "/")
	for _, k := range w.kinds {
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

// rotten is an undecodable object; only its key is known where no kind fits.
type rotten struct {
	key string
	ref trace.Ref
}

// rotten finds the undecodable objects of a namespace: in what its lists failed
// with, and in what the namespace controller said, if it is still so. The API
// server may go on listing such an object from its cache, so that the list
// alone does not show it.
func (h *hearing) rotten(ctx context.Context, c *content) []rotten {
	var found []rotten
	add := func(words string, now bool) {
		key, ok := storageKey(words)
		if !ok || slices.ContainsFunc(found, func(r rotten) bool { return r.key == key }) {
			return
		}
		ref, known := h.storedAt(key)
		seen := h.look(ctx, ref)
		switch {
		case !known && !now, known && seen.state != trace.Unreadable:
			return // mended or gone since
		case !now && seen.problem.Reason != trace.Undecodable:
			return // the one who asks cannot see whether it is still so
		}
		found = append(found, rotten{key, ref})
	}
	for _, u := range c.failed {
		add(u.problem.Message, true)
	}
	add(h.contentFailure(), false)
	return found
}

// undecodableContent judges a namespace with an object that nobody can read.
func undecodableContent(ctx context.Context, h *hearing, c *content) bool {
	var names []string
	for _, r := range h.rotten(ctx, c) {
		if r.ref.Name == "" {
			names = append(names, r.key)
			h.blockFact("the object stored under " + r.key + " cannot be decoded")
			continue
		}
		names = append(names, strings.Fields(h.nameOf(r.ref))[0])
		h.blockKnown(r.ref, trace.Unreadable, "the API server cannot decode what it has stored")
		h.wayOut(ctx, r.ref)
	}
	for _, u := range c.failedAs(trace.Undecodable) {
		h.fact("list of "+u.problem.About.String(), u.problem.Message)
	}
	return h.decide(Stuck, Undecodable, "the API server cannot decode "+naming(names)+", so every list of its kind fails and nobody can delete it the ordinary way")
}

// lostVersion is what the server says of an object that is stored in a version
// which its CRD has no more.
var lostVersion = regexp.MustCompile(`request to convert CR from an invalid group/version: \S+/(\S+)`)

// wayOut names the ways out for what cannot be decoded: what makes it readable
// again, and the only way to delete it unread, with its price.
func (h *hearing) wayOut(ctx context.Context, ref trace.Ref) {
	kind, _ := h.world.kind(ref.Group, ref.Kind)
	path := "/api/"
	if kind.Group != "" {
		path = "/apis/" + kind.Group + "/"
	}
	path += kind.Version + "/"
	if ref.Namespace != "" {
		path += "namespaces/" + ref.Namespace + "/"
	}
	path += kind.Resource + "/" + ref.Name
	if m := lostVersion.FindStringSubmatch(h.look(ctx, ref).problem.Message); m != nil {
		crd := trace.Ref{Group: crdGroup, Kind: crdKind, Name: kind.Resource + "." + kind.Group}
		h.fact(h.nameOf(ref), "it is stored in version "+m[1]+", which "+h.nameOf(crd)+" has no more")
		h.next("put version "+m[1]+" back into .spec.versions, with served: false if nobody is to use it; the object is readable then",
			h.command(crd, "edit")...)
	} else {
		h.next("restore it from a backup of etcd where it matters what it held; see the server's own words first",
			h.command(ref, "get")...)
	}
	// The options are read from the body alone: in the query, dryRun would be
	// ignored and the object gone.
	h.next("delete it unread, as a trial; unread.json holds "+
		`{"apiVersion":"v1","kind":"DeleteOptions","ignoreStoreReadErrorWithClusterBreakingPotential":true,"dryRun":["All"]}`+
		", without dryRun it is real; the verb unsafe-delete-ignore-read-errors is needed",
		"kubectl", "delete", "--raw", path, "-f", "unread.json")
	h.warn("deleting an object unread skips its finalizers, its grace period and all admission: what it stood for outside is left behind")
}

// undecodableItself is a stage for an object that was asked about and that the
// API server cannot decode.
func undecodableItself(ctx context.Context, h *hearing) bool {
	words, rotten := h.cannotDecode(ctx)
	if !rotten {
		return false
	}
	h.hold.Holder = Holder{Name: "API server", Project: "Kubernetes", Confidence: Certain, BuiltIn: true}
	h.fact(h.name(), words)
	h.wayOut(ctx, h.node.Ref)
	return h.decide(Stuck, Undecodable, "the API server cannot decode what it has stored: it can be neither read nor deleted the ordinary way")
}

// cannotDecode reports whether the API server could not decode the object, with
// its words. From its cache it may still list it.
func (h *hearing) cannotDecode(ctx context.Context) (words string, is bool) {
	if h.obj != nil {
		return "", false
	}
	problem := h.look(ctx, h.node.Ref).problem
	return problem.Message, problem.Reason == trace.Undecodable
}
