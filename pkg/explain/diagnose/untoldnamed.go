package diagnose

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// wordOfName is a word that may be a finalizer, and markedWord one that is marked as code or as a quotation.
	wordOfName = regex.New(`[A-Za-z0-9][A-Za-z0-9_-]*(?:[./]+[A-Za-z0-9_-]+)+`)
	markedWord = regex.New("[`\"']([A-Za-z][A-Za-z0-9-]{5,})[`\"']")
	// saysFinalizer is a sentence about finalizers.
	saysFinalizer = regex.New(`(?i)\bfinali[sz]ers?\b`)
	// notOnIt is how sentences tell of finalizers that are not on an object, or not any more, and stillOnIt what
	// stands in one that tells of a finalizer which stays.
	notOnIt = regex.New(`(?i)no new finalizers can be added|\bremove[sd]\b|\bno finalizer|\badd(?:ed|ing)?\b|\btaken off\b|\bcleared\b`)
	// ofAnother is how they tell of another object.
	ofAnother = regex.New("(?i)\\b(?:others?|another|different)\\b")
	// objectMarked is an object that a sentence names after its kind, marked as code is.
	objectMarked = regex.New("\\b([A-Za-z]+)[`\"']* [`\"']([a-z0-9][a-z0-9.-]*)[`\"']")
	stillOnIt    = regex.New(`(?i)\b(?:until|unless|never|not|cannot|only|remain\w*|still|stuck|block\w*|hang\w*|held by|due to|because of|following|fail\w*|refus\w*|denied)\b|n't\b`)
)

// namedBeside is the one finalizer that stands in the text beside an object and that the catalogue knows, by this very
// name, of its kind; or of several the one of which the text tells that it stays. It is empty where there is none, or
// several.
func namedBeside(h *hearing.Case) (name string) {
	if h.Kind.IsUntyped() {
		return ""
	}
	var named, stay []string
	for _, l := range h.View.Logs.Aside {
		for _, said := range sentence.Split(l.Text) {
			stays := stillOnIt.MatchString(said)
			if notOnIt.MatchString(said) && !stays || tellsOfAnother(h, said) {
				continue
			}
			for _, word := range finalizersSaid(h, said) {
				if named = append(named, word); stays {
					stay = append(stay, word)
				}
			}
		}
	}
	for _, all := range [][]string{named, stay} {
		slices.Sort(all)
		if all = slices.Compact(all); len(all) == 1 {
			return all[0]
		}
	}
	return ""
}

// tellsOfAnother reports whether a sentence is about another object of the kind.
func tellsOfAnother(h *hearing.Case, said string) bool {
	return ofAnother.MatchString(said) || slices.ContainsFunc(objectMarked.FindAllStringSubmatch(said, -1), func(m []string) bool {
		return strings.EqualFold(m[1], h.Kind.Kind) && m[2] != h.Node.Name && h.Node.Name != explain.NoName
	})
}

// finalizersSaid are the finalizers that a sentence names and the catalogue knows of the kind.
func finalizersSaid(h *hearing.Case, said string) (names []string) {
	words := wordOfName.FindAllString(said, -1)
	called := saysFinalizer.MatchString(said)
	if called {
		for _, m := range markedWord.FindAllStringSubmatch(said, -1) {
			words = append(words, m[1])
		}
	}
	for _, word := range words {
		e, known := h.View.Catalogue.Entry(h.Kind, word)
		if known && e.Match == "" && e.Pattern == word && len(e.Kinds) > 0 && (called || e.Class != catalogue.ClassNever) {
			names = append(names, word)
		}
	}
	return names
}
