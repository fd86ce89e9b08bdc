package paper

import (
	"regexp"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
)

// dotString is a quoted string of the DOT language, and nothing else.
var dotString = regexp.MustCompile(`^"([^"\\\n]|\\.)*"$`)

// mermaidString holds no quote, no line break and no mark-up but our own.
var mermaidString = regexp.MustCompile("^\"([^\"\n<>&%`|\\\\\\]\\[{}#;]|#[0-9]+;|<br/>)*\"$")

func FuzzQuotes(f *testing.F) {
	for _, s := range hostile.Texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, text := range []string{s, Identifier(s), Prose(s)} {
			if got := DotLabel([]string{text, "b"}); !dotString.MatchString(got) || !strings.HasSuffix(got, `\nb"`) {
				t.Errorf("dot: %q breaks out of %s", text, got)
			}
			if got := MermaidLabel([]string{text, "b"}); !mermaidString.MatchString(got) || !strings.HasSuffix(got, `<br/>b"`) {
				t.Errorf("mermaid: %q breaks out of %s", text, got)
			}
		}
	})
}
