// Package answer holds what every reader of an API server's answers needs: the
// mark for those that make no sense, how those in protocol buffers begin, and
// lists in JSON.
package answer

import (
	"encoding/json"
	"errors"
)

// ProtobufMagic begins every answer in protocol buffers.
const ProtobufMagic = "k8s\x00"

// decodeError marks an answer that makes no sense.
type decodeError struct{ error }

func (e *decodeError) Unwrap() error { return e.error }

// Undecodable marks the error of a decoder. Nil stays nil.
func Undecodable(err error) error {
	if err == nil {
		return nil
	}
	return &decodeError{err}
}

// UndecodableJSON marks err if it tells of malformed JSON.
func UndecodableJSON(err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &mismatch) {
		return Undecodable(err)
	}
	return err
}

// IsUndecodable reports whether an error, or one that it wraps, was marked.
func IsUndecodable(err error) bool {
	var marked *decodeError
	return errors.As(err, &marked)
}
