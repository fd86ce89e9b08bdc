package marks

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// pauseMark is what an annotation or label is called that means so, whatever its domain.
var pauseMark = regex.New(`(?i)paus|suspend|unmanag|on-?hold`)

// Named is the annotation or label that a text names, by its key or what stands behind
// the domain of that; nil where it names none. Without a domain it has to be called so.
func Named(h *hearing.Case, text string) *Mark {
	for _, of := range []struct {
		verb, what string
		all        map[string]string
	}{{"annotate", "annotation ", h.Object.GetAnnotations()}, {"label", "label ", h.Object.GetLabels()}} {
		for _, key := range slices.Sorted(maps.Keys(of.all)) {
			_, name, _ := strings.Cut(key, "/")
			if name == "" && !pauseMark.MatchString(key) {
				continue // a word that it shares with the text by chance
			}
			if !failure.SaysWord(text, key) && (len(name) < 5 || !strings.Contains(name, "-") && !strings.Contains(name, ".") || !failure.SaysWord(text, name)) {
				continue
			}
			words := h.View.Typed(h.Node.Ref)
			return &Mark{
				Field: of.what + key, Value: phrase.Quoted(redact.Text(of.all[key])), Ends: "remove the " + of.what + key,
				Undo: append([]string{"kubectl", of.verb, words[0], key + "-"}, words[1:]...),
			}
		}
	}
	return nil
}
