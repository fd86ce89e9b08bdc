package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ReadList reads a list in JSON. For each item it calls item, which must
// decode one value.
func ReadList(in io.Reader, item func(*json.Decoder) error) (metav1.ListMeta, error) {
	l := jsonList{Decoder: json.NewDecoder(in), item: item}
	err := l.read()
	switch {
	case err == nil && !l.found:
		err = Undecodable(fmt.Errorf("the answer is a %q and not a list", l.kind))
	case errors.Is(err, io.EOF):
		err = io.ErrUnexpectedEOF
	}
	return l.meta, UndecodableJSON(err)
}

type jsonList struct {
	*json.Decoder
	item  func(*json.Decoder) error
	meta  metav1.ListMeta
	kind  string
	found bool // the list has items, if only null
}

func (l *jsonList) read() error {
	if err := l.open('{'); err != nil {
		return err
	}
	for l.More() {
		key, err := l.Token()
		if err != nil {
			return err
		}
		if err := l.field(key); err != nil {
			return err
		}
	}
	_, err := l.Token()
	return err
}

func (l *jsonList) field(key json.Token) error {
	switch key {
	case "kind":
		return l.Decode(&l.kind)
	case "metadata":
		return l.Decode(&l.meta)
	case "items":
		l.found = true
		return l.items()
	}
	var skipped json.RawMessage
	return l.Decode(&skipped)
}

func (l *jsonList) items() error {
	begin, err := l.Token()
	switch {
	case err != nil:
		return err
	case begin == nil:
		return nil
	case begin != json.Delim('['):
		return Undecodable(fmt.Errorf("the items of the list are %v", begin))
	}
	for l.More() {
		if err := l.item(l.Decoder); err != nil {
			return err
		}
	}
	_, err = l.Token()
	return err
}

func (l *jsonList) open(want json.Delim) error {
	begin, err := l.Token()
	if err != nil {
		return err
	}
	if begin != want {
		return Undecodable(fmt.Errorf("the answer begins with %v instead of %v", begin, want))
	}
	return nil
}
