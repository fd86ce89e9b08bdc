package paper

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// flowYAML writes JSON as YAML on one line, without double quotes. It is false for what
// is no JSON, and where a string has to be in double quotes.
func flowYAML(text string) (string, bool) {
	f := flow{json.NewDecoder(strings.NewReader(text))}
	f.UseNumber()
	var b strings.Builder
	if !f.value(&b) {
		return "", false
	}
	if _, err := f.Token(); !errors.Is(err, io.EOF) {
		return "", false // something follows
	}
	return b.String(), true
}

type flow struct{ *json.Decoder }

// value writes the next value.
func (f flow) value(b *strings.Builder) bool {
	token, err := f.Token()
	if err != nil {
		return false
	}
	switch t := token.(type) {
	case json.Delim:
		return f.inside(b, t)
	case string:
		return flowString(b, t)
	case json.Number:
		b.WriteString(t.String())
	case bool:
		b.WriteString(map[bool]string{false: "false", true: "true"}[t])
	default:
		b.WriteString("null")
	}
	return true
}

// inside writes what stands in a list or an object up to its end.
func (f flow) inside(b *strings.Builder, open json.Delim) bool {
	b.WriteString(open.String())
	for first := true; f.More(); first = false {
		if !first {
			b.WriteString(", ")
		}
		if open == '{' {
			key, err := f.Token()
			name, ok := key.(string)
			if err != nil || !ok || !flowString(b, name) {
				return false
			}
			b.WriteString(": ")
		}
		if !f.value(b) {
			return false
		}
	}
	end, err := f.Token()
	if delim, ok := end.(json.Delim); err == nil && ok {
		b.WriteString(delim.String())
		return true
	}
	return false
}

var (
	// flowPlain is what no reader takes for anything but itself.
	flowPlain = regex.New(`^[A-Za-z/][A-Za-z0-9/._-]*$`)
	// flowOther are words that some readers take for something else.
	flowOther = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
)

func flowString(b *strings.Builder, s string) bool {
	switch {
	case flowPlain.MatchString(s) && !slices.Contains(flowOther, strings.ToLower(s)):
		b.WriteString(s)
	case strings.IndexFunc(s, unseen) >= 0 || strings.Contains(s, "\n"):
		return false // only double quotes have escapes
	default:
		b.WriteString("'" + strings.ReplaceAll(s, "'", "''") + "'")
	}
	return true
}
