package stream

import (
	"bytes"
	"strings"
	"testing"
)

// TestClosed ends a text behind the last value that is whole.
func TestClosed(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1, "b": [1, {"c": "d`:    `{"a": 1, "b": [1]}`,
		`{"a": {"b": "c"}, "d": [[`:     `{"a": {"b": "c"}}`,
		`{"a": [1, 2], "b`:              `{"a": [1, 2]}`,
		`{"a": {"b": [1, {"c": 2, "d`:   `{"a": {"b": [1, {"c": 2}]}}`,
		`{"a": 1, "b"`:                  `{"a": 1}`,
		`{"a": 1, "b" `:                 `{"a": 1}`,
		`{"a": 1, "b": "c"`:             `{"a": 1, "b": "c"}`,
		`{"a": ["b", "c"`:               `{"a": ["b", "c"]}`,
		`{"a`:                           ``,
		`{"a": 1} ]`:                    `{"a": 1}`,
		`{"a": [{"b": "some wor`:        `{"a": [{"b": "some wor"}]}`,
		`{"a": "some wor\`:              `{"a": "some wor"}`,
		`{"a": "some \\`:                `{"a": "some \\"}`,
		`{"a": "some \u00`:              `{"a": "some "}`,
		"{\"a\": 1, \"b\": \"some\nwor": `{"a": 1}`,
		`{"a": 1, "some wor`:            `{"a": 1}`,
	} {
		if got := string(Closed([]byte(text))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestClosedOnce copies a long text once, however many values it has.
func TestClosedOnce(t *testing.T) {
	text := []byte("{" + strings.Repeat(`"a": [1, 2, 3], `, 1<<18))
	if took := testing.AllocsPerRun(1, func() {
		if got := Closed(text); !bytes.HasSuffix(got, []byte("3]}")) {
			t.Errorf("it ends in %q", got[len(got)-9:])
		}
	}); took > 20 {
		t.Errorf("%.0f allocations", took)
	}
}
