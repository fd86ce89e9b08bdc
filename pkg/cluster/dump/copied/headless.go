package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// deepField is a field below a section of the output of kubectl describe.
var deepField = regex.New(`^ {2,}([A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)*):(?: |$)`)

// headlessStatus puts into an object the conditions that describe said of it, with what stands behind them in its
// status, where the heads of both were not copied: it reports whether there are any. What is read is heard no more.
func headlessStatus(lines []string, obj map[string]any) bool {
	for from := range lines {
		if from > 0 && deepField.MatchString(lines[from-1]) && (strings.TrimSpace(lines[from-1]) != "Conditions:" || slices.ContainsFunc(lines, section.MatchString)) {
			continue // each run of them is looked at once
		}
		n := headlessConditions(lines[from:])
		if n == 0 {
			continue
		}
		text := []string{"Status:", "  Conditions:"}
		margin := beside.Indent(lines[from])
		for _, line := range lines[from : from+n] {
			if in := beside.Indent(line); in < margin {
				line = "  " + strings.TrimLeft(line, " ") // of the status itself
			} else {
				line = strings.Repeat(" ", 4+in-margin) + strings.TrimLeft(line, " ")
			}
			text = append(text, line)
		}
		told, _ := described.Fields(text)
		status, is := told["status"].(map[string]any)
		if !is || status["conditions"] == nil || obj["status"] != nil {
			return false
		}
		obj["status"] = status
		clear(lines[from : from+n])
		return true
	}
	return false
}

// headlessConditions is how many of the lines are conditions as describe prints them, with the fields behind them that
// stand less deep: zero where the first is in none that has a type, a status and words.
func headlessConditions(lines []string) (n int) {
	margin := beside.Indent(lines[0])
	var fields []string
	for n < len(lines) {
		m := deepField.FindStringSubmatch(lines[n])
		if m == nil || n == 0 && strings.TrimSpace(strings.TrimPrefix(lines[n], strings.Repeat(" ", margin)+m[1]+":")) == "" {
			break
		}
		if beside.Indent(lines[n]) == margin {
			fields = append(fields, m[1])
		}
		n++
	}
	if !slices.Contains(fields, "Type") || !slices.Contains(fields, "Status") || !slices.Contains(fields, "Message") && !slices.Contains(fields, "Reason") {
		return 0
	}
	return n
}
