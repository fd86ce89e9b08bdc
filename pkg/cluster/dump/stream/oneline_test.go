package stream

import "testing"

// TestOnOneLine escapes the ends of lines within strings, and those alone.
func TestOnOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\":\n\"b\nc\td\"}":          "{\"a\":\n\"b\\nc d\"}",
		"{\"a\": \"\\\"\n\",\n\"b\": 1}": "{\"a\": \"\\\"\\n\",\n\"b\": 1}",
		"{\"a\": \"C:\\\\\",\n\"b\": 1}": "{\"a\": \"C:\\\\\",\n\"b\": 1}",
	} {
		if got := string(OnOneLine([]byte(text))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
