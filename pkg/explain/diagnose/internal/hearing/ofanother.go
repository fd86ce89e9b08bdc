package hearing

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// markedAs is an object that a sentence names after its kind, marked as code is.
	markedAs = regex.New("[`\"']([A-Za-z][A-Za-z0-9]{2,})(?: ?[:/] ?| )([a-z0-9][a-z0-9.-]*[a-z0-9])[`\"']")
	// headOf is how a sentence begins that is about one, and leads to what that says.
	headOf = regex.New("^\\s*(?:(?:[-*]|\\d+[.)]) +)?(?:[Tt]he )?[`\"'][A-Za-z][A-Za-z0-9]{2,}(?: ?[:/] ?| )[a-z0-9][a-z0-9.-]*[a-z0-9][`\"'] ?:? ?(?:has|shows|says|reports|is|was|fails|with)\\b[^:]*[.:]?\\s*$")
	// messageIn is what describe prints of how something fails: Failure Message:   it is bent.
	messageIn = regex.New(`^\s*(?:[A-Z][a-z]+ )?(?:Message|Error):\s+(\S.*)$`)
)

// OthersNamed are the objects of other kinds, that have to do with that of the one which goes, which a person names
// beside it after their kinds.
func (h *Case) OthersNamed(akin func(h *Case, ref trace.Ref) bool) []trace.Ref {
	return sight.Memory[othersMemory](h.View).named.Get(h.Node.Ref, func() []trace.Ref { return h.othersNamed(akin) })
}

// othersMemory keeps the objects that are named beside one: each line asks.
type othersMemory struct {
	named sight.Memo[trace.Ref, []trace.Ref]
}

// mostOthers bounds how many objects a text is taken to be about.
const mostOthers = 10

func (h *Case) othersNamed(akin func(h *Case, ref trace.Ref) bool) (all []trace.Ref) {
	for _, l := range h.View.Logs.Aside {
		if !strings.ContainsAny(l.Text, "`\"'") || logline.Parse(l.Text, time.Time{}).Level != logline.Unknown {
			continue
		}
		for _, m := range markedAs.FindAllStringSubmatch(l.Text, -1) {
			ref := trace.Ref{Kind: m[1], Name: m[2]}
			if kind, group, known := h.View.Catalogue.Spelled(m[1]); known {
				ref.Kind, ref.Group = kind, group
			}
			if len(all) == mostOthers {
				return all
			}
			if ref.Name != h.Node.Name && akin(h, ref) && !slices.Contains(all, ref) {
				all = append(all, ref)
			}
		}
	}
	return all
}

// OfAnotherNamed is a line that names one of these objects and not the one that goes, as one about it; or what stands
// below a sentence about it.
func (h *Case) OfAnotherNamed(l logline.Line, printed []explain.LogLine, others []trace.Ref, now time.Time) (of logline.Line, is bool) {
	if kind, _, _ := l.Object(); kind != "" || strings.Contains(l.Message, h.Node.Name) {
		return l, false
	}
	below, at := 0, -1
	for i, one := range printed {
		if at = slices.IndexFunc(others, func(ref trace.Ref) bool { return strings.Contains(one.Text, ref.Name) }); at >= 0 {
			below = i
			break
		}
	}
	if at < 0 {
		return l, false
	}
	if below > 0 { // a sentence that leads to it
		l = logline.Parse(strings.TrimSpace(printed[below].Text), now)
	}
	l.Fields = append(slices.Clone(l.Fields), logline.Field{Key: "kind", Value: others[at].Kind}, logline.Field{Key: "name", Value: others[at].Name})
	if headOf.MatchString(printed[0].Text) {
		l.Message = messageBelow(printed[1:])
	}
	return l, l.Message != ""
}

// messageBelow is what stands below a sentence: the field that holds a message, or else all.
func messageBelow(lines []explain.LogLine) string {
	var words []string
	for _, l := range lines {
		if m := messageIn.FindStringSubmatch(l.Text); m != nil {
			return strings.TrimSpace(m[1])
		}
		words = append(words, strings.Fields(strings.Trim(l.Text, "` "))...)
	}
	return strings.Join(words, " ")
}

// NamedTogether reports whether a sentence beside the object names it and another one.
func (h *Case) NamedTogether(ref trace.Ref) bool {
	return h.Node.Name != explain.NoName && slices.ContainsFunc(h.View.Logs.Aside, func(l explain.LogLine) bool {
		return strings.Contains(l.Text, h.Node.Name) && strings.Contains(l.Text, ref.Name)
	})
}

// GoesAlone reports whether no other object of the graph is on its way out.
func (h *Case) GoesAlone() bool {
	if h.View.Graph == nil {
		return false
	}
	going := 0
	for i := range h.View.Graph.Nodes {
		if h.View.Graph.Nodes[i].State.Going() {
			going++
		}
	}
	return going <= 1
}
