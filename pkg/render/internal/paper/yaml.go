package paper

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// SendYAML writes a document of ours.
//
// It is written here and not by a library, because those leave the characters
// that reorder a terminal's text as they are, and sort the fields.
func SendYAML(w io.Writer, document any) error {
	text, err := marshal(document, "    ")
	if err != nil {
		return err
	}
	y := yamlWriter{in: json.NewDecoder(strings.NewReader(text))}
	y.in.UseNumber()
	if err := y.value("", ""); err != nil {
		return fmt.Errorf("encoding the answer as YAML: %w", err)
	}
	return Send(w, "YAML", y.out.String())
}

// yamlWriter turns the tokens of a JSON text into YAML, in their order. It
// knows what our documents need: no list stands directly in a list.
type yamlWriter struct {
	in  *json.Decoder
	out strings.Builder
}

// value writes the next value after a key's colon or an item's dash. The fields
// of an object begin with indent, and the first of them with lead.
func (y *yamlWriter) value(indent, lead string) error {
	token, err := y.in.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return y.object(indent, lead)
	case json.Delim('['):
		// A list stands as far in as its key, as kubectl writes it.
		return y.list(strings.TrimSuffix(indent, "  "))
	}
	y.out.WriteString(" " + yamlScalar(token) + "\n")
	return nil
}

func (y *yamlWriter) object(indent, lead string) error {
	if !y.in.More() {
		y.out.WriteString(" {}\n")
	}
	for y.in.More() {
		key, err := y.in.Token()
		if err != nil {
			return err
		}
		y.out.WriteString(lead + yamlScalar(key) + ":")
		if err := y.value(indent+"  ", "\n"+indent+"  "); err != nil {
			return err
		}
		lead = indent
	}
	_, err := y.in.Token()
	return err
}

func (y *yamlWriter) list(indent string) error {
	if y.in.More() {
		y.out.WriteByte('\n')
	} else {
		y.out.WriteString(" []\n")
	}
	for y.in.More() {
		y.out.WriteString(indent + "-")
		if err := y.value(indent+"  ", " "); err != nil {
			return err
		}
	}
	_, err := y.in.Token()
	return err
}

// plainYAML matches the strings that need no quotes in any version of YAML,
// unless they are one of the words that mean something else.
var plainYAML = regex.New(`^[A-Za-z/][A-Za-z0-9/._-]*([ =(,]*[A-Za-z0-9/._)-])*$`)

var reservedYAML = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null"}

func yamlScalar(token json.Token) string {
	s, isString := token.(string)
	switch {
	case !isString:
		return fmt.Sprint(token)
	case plainYAML.MatchString(s) && !slices.Contains(reservedYAML, strings.ToLower(s)):
		return s
	}
	return quoteYAML(s)
}

// quoteYAML writes the double-quoted form, in which everything can be said in
// printable characters.
func quoteYAML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case unseen(r):
			b.WriteString(spelled(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
