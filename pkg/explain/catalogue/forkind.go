package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// onKinds is how a clause begins that is bound to kinds: on a Gear: …, on a Gear or Mill: …, on a
// Gear that turns: …. One on others is of all kinds that no clause of its
// sentence before it names.
var onKinds = regex.New(`^[Oo]n (?:an? ([A-Z]\w+(?:(?:,| or) [A-Z]\w+)*)([ ,][^:;]*)?|others): `)

// boundTo are the kinds of a list of such.
func boundTo(list string) []string {
	return strings.Split(strings.ReplaceAll(list, " or ", ", "), ", ")
}

// For is what the entry says of objects of a kind: without the clauses that it binds to others. A
// kind of which nobody has told the name may be any of them.
func (e Entry) For(kind trace.Kind) Entry {
	if kind.Kind == "" || kind.IsUntyped() {
		return e
	}
	e.WaitsFor, e.Needs, e.Loss = clausesFor(kind.Kind, e.WaitsFor), clausesFor(kind.Kind, e.Needs), clausesFor(kind.Kind, e.Loss)
	causes := e.Causes
	e.Causes = nil
	for _, c := range causes {
		if c.Text = clausesFor(kind.Kind, c.Text); c.Text != "" {
			e.Causes = append(e.Causes, c)
		}
	}
	return e
}

// clausesFor leaves out of a text what is bound to other kinds. What follows a bound clause in its
// sentence is of the same kinds, up to the next such.
func clausesFor(kind, text string) string {
	var sentences []string
	for sentence := range strings.SplitSeq(text, ". ") {
		var clauses []string
		named, other := false, false
		for clause := range strings.SplitSeq(sentence, "; ") {
			m := onKinds.FindStringSubmatch(clause)
			switch {
			case m == nil:
			case m[1] == "":
				other = named
			default:
				other = !slices.ContainsFunc(boundTo(m[1]), func(k string) bool { return strings.EqualFold(k, kind) })
				named = named || !other
			}
			if !other {
				clauses = append(clauses, unbound(clause, m))
			}
		}
		if told := strings.Join(clauses, "; "); told != "" {
			if told != sentence && (len(sentences) > 0 || isCapital(rune(sentence[0]))) {
				told = capital(told)
			}
			sentences = append(sentences, told)
		}
	}
	return strings.Join(sentences, ". ")
}

// unbound is a clause without the kinds that it is bound to, where these are all that it begins with.
func unbound(clause string, m []string) string {
	if m == nil || m[2] != "" {
		return clause
	}
	return clause[len(m[0]):]
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
