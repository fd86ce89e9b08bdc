package paper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
)

// JSONLine writes a document of ours on one line.
func JSONLine(document any) (string, error) { return marshal(document, "") }

func marshal(document any, indent string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
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
