package paper

import (
	"fmt"
	"io"
)

// Send writes a finished text in one go, so that an answer is not torn.
func Send(w io.Writer, what, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing %s: %w", what, err)
	}
	return nil
}

// SendJSON writes a document of ours.
func SendJSON(w io.Writer, document any) error {
	text, err := marshal(document, "    ")
	if err != nil {
		return err
	}
	return Send(w, "JSON", text)
}
