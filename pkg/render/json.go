package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// JSON prints the graph as a TraceDocument. Values are exact; characters that a
// terminal would obey or hide are written as escapes. Options change nothing.
func JSON(w io.Writer, g *trace.Graph, _ Options) error {
	text, err := encode(TraceDocumentOf(g))
	if err != nil {
		return err
	}
	return send(w, "JSON", text)
}

// encode writes a document of ours.
func encode(document any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "    ")
	if err := e.Encode(document); err != nil {
		return "", fmt.Errorf("encoding the answer: %w", err)
	}
	return escapeJSON(b.String()), nil
}

// escapeJSON escapes what encoding/json leaves as it is. Outside strings JSON
// has none of these characters, so the text as a whole can be gone through.
func escapeJSON(s string) string {
	if strings.IndexFunc(s, unseen) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !unseen(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
