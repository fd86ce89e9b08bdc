package catalogue

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Cause is a usual reason why what a finalizer waits for does not come about: half a
// sentence. A file has the text alone, or absent before it.
type Cause struct {
	Text string
	// Absent says that it is true only of a component that does not run.
	Absent bool
}

// absentCause is how a file writes one that is true only of a component that does not run.
type absentCause struct {
	Absent string `json:"absent"`
}

// MarshalJSON writes a cause as files have it.
func (c Cause) MarshalJSON() ([]byte, error) {
	if c.Absent {
		return json.Marshal(absentCause{c.Text})
	}
	return json.Marshal(c.Text)
}

// UnmarshalJSON reads a cause as files have it, without blanks between: there are thousands,
// and every run reads them all.
func (c *Cause) UnmarshalJSON(data []byte) error {
	text, absent := bytes.CutPrefix(data, []byte(`{"absent":`))
	if absent {
		text = bytes.TrimSuffix(text, []byte("}"))
	}
	*c = Cause{Absent: absent}
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' && !bytes.ContainsAny(text[1:n-1], `"\\`) {
		c.Text = string(text[1 : n-1]) // as it stands, which nearly all do
		return nil
	}
	if json.Unmarshal(text, &c.Text) != nil {
		return fmt.Errorf("the cause %s is neither a text nor absent: and a text", data)
	}
	return nil
}
