package explain

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// maxNamed bounds how many objects of one text are looked at.
const maxNamed = 10

// staleFact begins the evidence that a text speaks of what is gone by now.
const staleFact = "it is stale: "

// namedNow decides where a condition or an event says what is waited for, and that
// is still there. What is gone by now makes the condition stale.
func namedNow(ctx context.Context, h *hearing) bool {
	for _, s := range h.sayings(ctx) {
		if !waitLike(s.text) && !waitLike(s.about) || h.knownStale(s.source) {
			continue
		}
		before := len(h.hold.Blockers)
		gone := h.blockNamed(ctx, s.text)
		found := h.hold.Blockers[before:]
		if len(found) == 0 {
			if len(gone) > 0 {
				h.fact(s.source, staleFact+"it names "+naming(gone)+", gone by now")
			}
			continue
		}
		h.fact(s.source, shortened(s.text))
		h.next("see what holds that", h.whyStuck(found[0].Ref)...)
		return h.decide(h.waitVerdict(found), Blocked, h.holderName()+" says that it waits for "+h.blockerNames(found))
	}
	return false
}

// waitVerdict is Waiting where something that is waited for is going away, or
// may yet be asked to; what nobody has asked to go will not end by itself.
func (h *hearing) waitVerdict(blockers []Blocker) Verdict {
	live := func(b Blocker) bool { return b.State == trace.Live }
	if slices.ContainsFunc(blockers, live) && h.now.Sub(h.node.Since) >= freshDeletion {
		return Stuck
	}
	return Waiting
}

// blockerNames names blockers with what they are now.
func (h *hearing) blockerNames(blockers []Blocker) string {
	var names []string
	for i := range blockers {
		b := &blockers[i]
		names = append(names, b.Kind+" "+b.Name+" ("+stateText(b.State)+")")
	}
	return naming(names)
}

// knownStale reports whether a check has found out already that what is said
// there is stale.
func (h *hearing) knownStale(source string) bool {
	return slices.ContainsFunc(h.hold.Evidence, func(e Evidence) bool {
		return e.Source == source && strings.HasPrefix(e.Fact, staleFact)
	})
}

// saying is a text about the object, whatever it says, and what it is about.
type saying struct{ text, about, source string }

// sayings returns the messages of conditions and the Warnings since the
// deletion. A condition counts whenever it was written: what it names is looked
// up now.
func (h *hearing) sayings(ctx context.Context) []saying {
	var out []saying
	if h.obj != nil {
		for _, c := range conditionsOf(h.obj.Object) {
			if c.message != "" {
				out = append(out, saying{c.message, c.reason, c.source()})
			}
		}
	}
	for _, e := range h.eventsOf(ctx, h.node) {
		if !e.Last.Before(h.node.Since) {
			out = append(out, saying{e.Message, e.Reason, "event " + e.Reason})
		}
	}
	return out
}

var waitWords = []string{"wait", "delet", "block", "remain", "still", "in use", "in-use", "used by", "depend", "must be", "exist", "terminat"}

func waitLike(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(waitWords, func(word string) bool { return strings.Contains(text, word) })
}

// How texts name objects: Kind "name", Kind named "name", Kind/name, Kind
// namespace/name, resource.group/name, and lists "Kinds: name, name".
var (
	quotedName = regexp.MustCompile(`"?([A-Za-z][A-Za-z0-9]*(?:\.[a-z0-9][-a-z0-9.]*)?)"?,? (?:named |object |resource )?["'` + "`" + `](?:([a-z0-9][-a-z0-9.]*)/)?([a-z0-9][-a-z0-9.:]*)["'` + "`" + `]`)
	slashName  = regexp.MustCompile(`\b([A-Za-z][A-Za-z0-9]*(?:\.[a-z0-9][-a-z0-9.]*)?)/(?:([a-z0-9][-a-z0-9.]*)/)?([a-z0-9][-a-z0-9.]*[a-z0-9])`)
	spacedName = regexp.MustCompile(`\b([A-Za-z][A-Za-z0-9]*(?:\.[a-z0-9][-a-z0-9.]*)?) (?:([a-z0-9][-a-z0-9.]*)/)?([a-z0-9][-a-z0-9.]*[a-z0-9])`)
	listedName = regexp.MustCompile(`(?m)([A-Za-z][A-Za-z ]*): ([a-z0-9][-a-z0-9., ]*)`)
	kindAlone  = regexp.MustCompile(`(?i)waiting for ([A-Z][A-Za-z0-9]+) to be deleted`)
)

// proseWords follow a kind's name in sentences and are no names.
var proseWords = []string{
	"is", "are", "was", "has", "have", "not", "to", "in", "on", "of", "for", "and", "or", "with", "by", "at", "cannot",
	"deletion", "deleted", "deleting", "still", "exists", "exist", "resource", "resources", "object", "objects", "hook", "be", "which", "that",
}

// mention is what a text calls an object. A loose one may be prose: it counts
// only where there is such an object.
type mention struct {
	word, namespace, name string
	loose                 bool
}

func mentionsIn(text string) []mention {
	var out []mention
	for _, m := range quotedName.FindAllStringSubmatch(text, maxNamed) {
		out = append(out, mention{m[1], m[2], m[3], false})
	}
	for _, m := range slashName.FindAllStringSubmatch(text, 4*maxNamed) {
		out = append(out, mention{m[1], m[2], m[3], false})
	}
	for _, m := range spacedName.FindAllStringSubmatch(text, 4*maxNamed) {
		if strings.ContainsAny(m[3], "-0123456789") || m[1] != strings.ToLower(m[1]) && !slices.Contains(proseWords, m[3]) {
			out = append(out, mention{m[1], m[2], m[3], true})
		}
	}
	for _, m := range listedName.FindAllStringSubmatch(text, maxNamed) {
		words := strings.Fields(m[1])
		for name := range strings.SplitSeq(m[2], ",") {
			if name = strings.TrimSpace(name); name != "" && !strings.Contains(name, " ") {
				out = append(out, mention{words[len(words)-1], "", name, false})
			}
		}
	}
	return out
}

// blockNamed adds what the text names as blockers, and returns the names of what
// is gone by now. A word that is no kind that the server serves names nothing.
func (h *hearing) blockNamed(ctx context.Context, text string) (gone []string) {
	seen := map[trace.Ref]bool{h.node.Ref: true}
	for _, b := range h.hold.Blockers {
		seen[b.Ref] = true
	}
	add := func(ref trace.Ref) {
		if seen[ref] || len(seen) > maxNamed {
			return
		}
		seen[ref] = true
		if h.look(ctx, ref).state == trace.Gone {
			gone = append(gone, ref.Kind+" "+ref.Name)
			return
		}
		h.block(ctx, ref, "")
	}
	for _, m := range mentionsIn(text) {
		if at, exists := h.resolve(ctx, m); exists || !m.loose && at.Name != "" {
			add(at)
		}
	}
	for _, m := range kindAlone.FindAllStringSubmatch(text, maxNamed) {
		for _, l := range h.catalogue.Links(h.kind, h.obj) {
			if l.Target.Kind == m[1] && !l.Up {
				add(h.scoped(l.Target))
			}
		}
	}
	return gone
}

// scoped gives a reference the namespace that its kind really has.
func (h *hearing) scoped(ref trace.Ref) trace.Ref {
	if kind, served := h.world.kind(ref.Group, ref.Kind); served && !kind.Namespaced {
		ref.Namespace = ""
	}
	return ref
}

// resolve finds the kind that a text means: of several, one whose object exists,
// and else one of the object's own API group.
func (h *hearing) resolve(ctx context.Context, m mention) (at trace.Ref, exists bool) {
	var refs []trace.Ref
	for _, k := range h.kindsCalled(m.word) {
		at := trace.Ref{Group: k.Group, Kind: k.Kind, Name: m.name}
		if k.Namespaced {
			at.Namespace = cmp.Or(m.namespace, h.node.Namespace)
		}
		if k.Namespaced && at.Namespace == "" {
			continue
		}
		refs = append(refs, at)
	}
	for _, at := range refs {
		if h.look(ctx, at).obj != nil {
			return at, true
		}
	}
	if len(refs) == 0 {
		return trace.Ref{}, false
	}
	return refs[0], false
}

// kindsCalled returns the kinds of a name, singular or plural, with or without
// a group; those of the object's own group come first.
func (h *hearing) kindsCalled(word string) []trace.Kind {
	name, group, grouped := strings.Cut(word, ".")
	var out []trace.Kind
	for _, k := range h.names.of(h.kinds, strings.ToLower(name)) {
		if !grouped || k.Group == group || strings.HasSuffix(group, "."+k.Group) {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b trace.Kind) int {
		return cmp.Compare(h.strange(a), h.strange(b))
	})
	return out
}

func (h *hearing) strange(k trace.Kind) int {
	switch {
	case k.Group == h.kind.Group:
		return 0
	case strings.HasSuffix(k.Group, "."+h.kind.Group), strings.HasSuffix(h.kind.Group, "."+k.Group):
		return 1
	}
	return 2
}
