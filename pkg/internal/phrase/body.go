package phrase

import (
	"encoding/json"
	"slices"
	"strings"
)

// What the bodies of answers call their words, and the name of what went wrong.
var (
	saidIn  = []string{"message", "errormessage", "error_description", "detail", "msg", "errmsg"}
	codedIn = []string{"code", "errorcode", "error_code", "status", "reason", "type", "error"}
)

// spoken has what a JSON body in a text says in the place of the body. A body that says
// nothing stays.
func spoken(text string) string {
	for from := 0; ; {
		at := strings.IndexByte(text[from:], '{')
		if at < 0 {
			return text
		}
		at += from
		said, length := saidBy(text[at:])
		if said == "" {
			from = at + 1
			continue
		}
		text = text[:at] + said + text[at+length:]
		from = at + len(said)
	}
}

// saidBy reads a JSON object at the beginning of a text, quoted or not.
func saidBy(text string) (said string, length int) {
	var body map[string]any
	decoder := json.NewDecoder(strings.NewReader(text))
	if decoder.Decode(&body) == nil {
		return innermost(body), int(decoder.InputOffset())
	}
	end := strings.LastIndexByte(text, '}') + 1
	if end == 0 || !strings.Contains(text[:end], `\"`) {
		return "", 0
	}
	if json.Unmarshal([]byte(strings.ReplaceAll(text[:end], `\"`, `"`)), &body) != nil {
		return "", 0
	}
	return innermost(body), end
}

// innermost is the code and the message that lie deepest in a body.
func innermost(body map[string]any) string {
	for _, key := range sorted(body) {
		if said := innermostOf(body[key]); said != "" {
			return said
		}
	}
	message, code := firstOf(body, saidIn), firstOf(body, codedIn)
	if message == "" {
		return ""
	}
	if code == "" || strings.Contains(message, code) {
		return OneLine(message)
	}
	return code + ": " + OneLine(message)
}

func innermostOf(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return innermost(v)
	case []any:
		for _, item := range v {
			if said := innermostOf(item); said != "" {
				return said
			}
		}
	}
	return ""
}

func sorted(body map[string]any) []string {
	keys := make([]string, 0, len(body))
	for key := range body {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func firstOf(body map[string]any, names []string) string {
	for _, name := range names {
		for _, key := range sorted(body) {
			if text, ok := body[key].(string); ok && text != "" && strings.EqualFold(key, name) {
				return text
			}
		}
	}
	return ""
}
