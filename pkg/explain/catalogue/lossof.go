package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ofOne is how the loss of an entry of several kinds begins what is lost with one of them. A colon
// says that the whole sentence is about that.
var ofOne = regex.New(`^[Oo]f an? (\w+)(:)?(?: (\w+)(:)?)?`)

// LossFor is what is lost with an object of a kind: what an entry of several kinds says of the
// others is not. A kind of which nobody has told the name may be any of them.
func (e *Entry) LossFor(kind trace.Kind) string {
	if kind.IsUntyped() || len(e.Kinds) < 2 {
		return e.Loss
	}
	var sentences []string
	for sentence := range strings.SplitSeq(e.Loss, ". ") {
		var clauses []string
		leaves, whole := false, false
		for clause := range strings.SplitSeq(sentence, "; ") {
			m := ofOne.FindStringSubmatch(clause)
			switch {
			case m != nil:
				leaves, whole = e.ofOther(kind, m[1], m[3]), m[2]+m[4] != ""
			case !whole:
				leaves = false
			}
			if !leaves {
				clauses = append(clauses, clause)
			}
		}
		text := strings.Join(clauses, "; ")
		if text != "" && text != sentence {
			text = capital(text)
		}
		if text != "" {
			sentences = append(sentences, text)
		}
	}
	return strings.Join(sentences, ". ")
}

// ofOther reports whether words mean another kind of the entry, and not this one: by its whole name
// before by what that ends in.
func (e *Entry) ofOther(kind trace.Kind, word, next string) bool {
	for _, whole := range []bool{true, false} {
		means := func(name string) bool {
			return meansKind(word, name, whole) || next != "" && meansKind(word+next, name, whole)
		}
		switch {
		case means(kind.Kind):
			return false
		case slices.ContainsFunc(e.Kinds, func(k string) bool { name, _, _ := strings.Cut(k, "."); return means(name) }):
			return true
		}
	}
	return false
}
