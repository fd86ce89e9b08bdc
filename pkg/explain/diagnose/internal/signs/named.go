package signs

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// maxNamed bounds how many objects of one text are looked at.
const maxNamed = 10

// OutOfDate is the evidence that a text speaks of what is gone by now.
func OutOfDate(source, about string) explain.Evidence {
	return explain.Evidence{Kind: explain.OutOfDate, Source: source, Fact: "it is stale: " + about + ", gone by now"}
}

// NamedNow decides where a condition or an event says what is waited for, and that
// is still there. What is gone by now makes the condition stale.
func NamedNow(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, s := range heard(ctx, h) {
		if !waitLike(s.Text) && !waitLike(s.reason) || knownStale(slices.Concat(h.Told, f.Evidence), s.source) {
			continue
		}
		gone, named := blockNamed(ctx, h, s.Text)
		found := named.Blockers
		if len(found) == 0 {
			if len(gone) > 0 {
				f.Add(OutOfDate(s.source, "it names "+phrase.Names(gone)))
			}
			continue
		}
		f.Join(named)
		f.Fact(s.source, phrase.Shortened(s.Text))
		f.Next("see what holds that", h.View.WhyStuck(found[0].Ref)...)
		return f.Decide(WaitVerdict(h, found), explain.Blocked, h.HolderName()+" says that it waits for "+blockerNames(found))
	}
	return f
}

// WaitVerdict is Waiting where something that is waited for is going away, or
// may yet be asked to; what nobody has asked to go will not end by itself.
func WaitVerdict(h *hearing.Case, blockers []explain.Blocker) explain.Verdict {
	live := func(b explain.Blocker) bool { return b.State == trace.Live }
	if slices.ContainsFunc(blockers, live) && h.View.Now.Sub(h.Node.Since) >= freshDeletion {
		return explain.Stuck
	}
	return explain.Waiting
}

// blockerNames names blockers with what they are now.
func blockerNames(blockers []explain.Blocker) string {
	var names []string
	for i := range blockers {
		b := &blockers[i]
		names = append(names, b.Kind+" "+b.Name+" ("+StateText(b.State)+")")
	}
	return phrase.Names(names)
}

// knownStale reports whether it was found out already that what is said there is
// stale.
func knownStale(told []explain.Evidence, source string) bool {
	return slices.ContainsFunc(told, func(e explain.Evidence) bool {
		return e.Source == source && e.Kind == explain.OutOfDate
	})
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
func blockNamed(ctx context.Context, h *hearing.Case, text string) (gone []string, n hearing.Notes) {
	seen := map[trace.Ref]bool{h.Node.Ref: true}
	add := func(ref trace.Ref) {
		if seen[ref] || len(seen) > maxNamed {
			return
		}
		seen[ref] = true
		if h.View.Look(ctx, ref).State == trace.Gone {
			gone = append(gone, ref.Kind+" "+ref.Name)
			return
		}
		n.Block(ctx, h.View, ref, "")
	}
	for _, m := range mentionsIn(text) {
		if at, exists := resolve(ctx, h, m); exists || !m.loose && at.Name != "" {
			add(at)
		}
	}
	for _, m := range kindAlone.FindAllStringSubmatch(text, maxNamed) {
		for _, l := range h.View.Catalogue.Links(h.Kind, h.Object) {
			if l.Target.Kind == m[1] && !l.Up {
				add(scoped(h, l.Target))
			}
		}
	}
	return gone, n
}

// scoped gives a reference the namespace that its kind really has.
func scoped(h *hearing.Case, ref trace.Ref) trace.Ref {
	if kind, served := h.View.Kind(ref.Group, ref.Kind); served && !kind.Namespaced {
		ref.Namespace = ""
	}
	return ref
}

// resolve finds the kind that a text means: of several, one whose object exists,
// and else one of the object's own API group.
func resolve(ctx context.Context, h *hearing.Case, m mention) (at trace.Ref, exists bool) {
	var refs []trace.Ref
	for _, k := range kindsCalled(h, m.word) {
		at := trace.Ref{Group: k.Group, Kind: k.Kind, Name: m.name}
		if k.Namespaced {
			at.Namespace = cmp.Or(m.namespace, h.Node.Namespace)
		}
		if k.Namespaced && at.Namespace == "" {
			continue
		}
		refs = append(refs, at)
	}
	for _, at := range refs {
		if h.View.Look(ctx, at).Object != nil {
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
func kindsCalled(h *hearing.Case, word string) []trace.Kind {
	name, group, grouped := strings.Cut(word, ".")
	var out []trace.Kind
	for _, k := range h.View.Names.Of(h.View.Kinds, strings.ToLower(name)) {
		if !grouped || k.Group == group || strings.HasSuffix(group, "."+k.Group) {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b trace.Kind) int {
		return cmp.Compare(strange(h, a), strange(h, b))
	})
	return out
}

func strange(h *hearing.Case, k trace.Kind) int {
	switch {
	case k.Group == h.Kind.Group:
		return 0
	case strings.HasSuffix(k.Group, "."+h.Kind.Group), strings.HasSuffix(h.Kind.Group, "."+k.Group):
		return 1
	}
	return 2
}
