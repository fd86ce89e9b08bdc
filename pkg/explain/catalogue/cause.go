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

// UnmarshalJSON reads a cause as files have it.
func (c *Cause) UnmarshalJSON(data []byte) error {
	var absent struct{ Absent *string }
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(&absent) == nil && absent.Absent != nil {
		*c = Cause{Text: *absent.Absent, Absent: true}
		return nil
	}
	*c = Cause{}
	if json.Unmarshal(data, &c.Text) != nil {
		return fmt.Errorf("the cause %s is neither a text nor absent: and a text", data)
	}
	return nil
}
