package beside

import (
	"encoding/json"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// ofRuntime is what a container runtime puts before each line that a container has printed.
var ofRuntime = regex.New(`^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) std(?:out|err) [FP] (.*)$`)

// wrapping are what Docker, and those who ship logs, have beside a line that a container has printed.
var wrapping = map[string]bool{"log": true, "stream": true, "time": true, "attrs": true, "tag": true, "docker": true, "kubernetes": true, "logtag": true}

// Unwrapped is the text with the lines that containers have printed, without what a container runtime has put around
// them: when it saw one is told of a line that does not tell its time. Logged says whether a line begins as one of a log.
func Unwrapped(text string, logged func(line string) bool) string {
	if !strings.Contains(text, `{"log":`) && !strings.Contains(text, " stdout ") && !strings.Contains(text, " stderr ") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		at, printed, is := printedIn(strings.TrimSpace(line))
		switch {
		case !is:
		case at == "" || logged(printed):
			lines[i] = printed
		default:
			lines[i] = at + " " + printed
		}
	}
	return strings.Join(lines, "\n")
}

// printedIn is what a container has printed by a line of its runtime, and when.
func printedIn(line string) (at, printed string, is bool) {
	if m := ofRuntime.FindStringSubmatch(line); m != nil {
		return m[1], m[2], true
	}
	var fields map[string]json.RawMessage
	if !strings.HasPrefix(line, `{"log":`) || json.Unmarshal([]byte(line), &fields) != nil {
		return "", "", false
	}
	for key := range fields {
		if !wrapping[key] {
			return "", "", false
		}
	}
	is = json.Unmarshal(fields["log"], &printed) == nil
	if json.Unmarshal(fields["time"], &at) != nil {
		at = ""
	}
	printed = strings.TrimRight(printed, "\r\n")
	return at, strings.ReplaceAll(printed, "\n", " "), is && strings.TrimSpace(printed) != ""
}
