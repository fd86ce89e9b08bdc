package redact

import (
	"bytes"
	"encoding/json"
)

// Encode encodes as JSON that people can read too: nothing is escaped for
// the sake of HTML.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.Clone(bytes.TrimRight(b.Bytes(), "\n")), nil
}
