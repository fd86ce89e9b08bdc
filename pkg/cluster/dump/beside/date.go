package beside

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// callsDate is a command line on which date is run: at its begin, behind a prompt, or behind
// another command.
var callsDate = regex.New(`(?:^|[$#>%;&|]\s*)date(?:\s+(?:-u|--utc|-Is|-I\w*|-R|\+\S+|"\+[^"]*"|'\+[^']*'))*\s*(?:$|[;&|])`)

// dateForms are in which it prints, in the usual locales.
var dateForms = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05-0700", "2006-01-02T15:04:05Z0700", time.RFC1123Z,
	time.UnixDate, "Mon _2 Jan 2006 15:04:05 MST", "Mon _2 Jan 2006 03:04:05 PM MST", "Mon Jan _2 03:04:05 PM MST 2006", "Mon _2 Jan 15:04:05 MST 2006",
}

// Date is the last moment that a command date printed among the lines, zero where none did.
// Of a zone that only its place knows nothing is made but UTC's own.
func Date(lines []string) (last time.Time) {
	for i, line := range lines {
		if i+1 >= len(lines) || !callsDate.MatchString(line) {
			continue
		}
		text := strings.Join(strings.Fields(lines[i+1]), " ")
		for _, form := range dateForms {
			at, err := time.Parse(form, text)
			if err != nil {
				continue
			}
			if zone, offset := at.Zone(); offset == 0 && zone != "UTC" && zone != "GMT" && zone != "" {
				break
			}
			if at = at.UTC(); at.After(last) {
				last = at
			}
			break
		}
	}
	return last
}
