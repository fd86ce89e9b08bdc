package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Schedule is when a CronJob runs, as its spec has it.
type Schedule string

// Every is how much time is between two runs, zero where the schedule is not one of those
// that are the same all the time.
func (s Schedule) Every() time.Duration {
	switch s {
	case "@hourly":
		return time.Hour
	case "@daily", "@midnight":
		return 24 * time.Hour
	case "@weekly":
		return 7 * 24 * time.Hour
	}
	if text, ok := strings.CutPrefix(string(s), "@every "); ok {
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0
		}
		return d
	}
	f := strings.Fields(string(s))
	if len(f) != 5 || f[2] != "*" || f[3] != "*" || f[4] != "*" {
		return 0
	}
	minute, hour := stepOf(f[0]), stepOf(f[1])
	switch {
	case minute > 0 && f[1] == "*":
		return time.Duration(minute) * time.Minute
	case isNumber(f[0]) && hour > 0:
		return time.Duration(hour) * time.Hour
	case isNumber(f[0]) && isNumber(f[1]):
		return 24 * time.Hour
	}
	return 0
}

// stepOf is the step of a field of a schedule: 5 for "*/5", 1 for "*", else 0.
func stepOf(field string) int {
	if field == "*" {
		return 1
	}
	text, ok := strings.CutPrefix(field, "*/")
	n, err := strconv.Atoi(text)
	if !ok || err != nil {
		return 0
	}
	return n
}

func isNumber(field string) bool {
	_, err := strconv.Atoi(field)
	return err == nil
}

// Words completes "it runs".
func (s Schedule) Words() string {
	switch d := s.Every(); {
	case d == 0:
		return "at " + phrase.Quoted(string(s))
	case d%time.Hour == 0:
		return fmt.Sprintf("every %dh", d/time.Hour)
	case d%time.Minute == 0:
		return fmt.Sprintf("every %dm", d/time.Minute)
	default:
		return "every " + d.String()
	}
}
