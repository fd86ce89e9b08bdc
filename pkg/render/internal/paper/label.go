package paper

import (
	"fmt"
	"strings"
)

// DotLabel joins lines into one quoted label. In a label a backslash begins an
// escape and an ampersand an HTML entity, even inside quotes.
func DotLabel(lines []string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`)
	safe := make([]string, len(lines))
	for i, l := range lines {
		safe[i] = r.Replace(Prose(l))
	}
	return `"` + strings.Join(safe, `\n`) + `"`
}

// MermaidLabel joins lines into one quoted label. What is not plainly harmless
// becomes an entity code: a label is HTML, may be read as Markdown, and a
// directive is recognised even inside quotes.
func MermaidLabel(lines []string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, l := range lines {
		if i > 0 {
			b.WriteString("<br/>")
		}
		for _, r := range Prose(l) {
			if harmlessInMermaid(r) {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, "#%d;", r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

func harmlessInMermaid(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r > 0x7f:
		return true
	}
	return strings.ContainsRune(" ./-=(),:!'", r)
}
