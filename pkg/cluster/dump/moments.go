package dump

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
)

// moment is a moment as an object states it; what is no RFC 3339 is zero.
type moment struct{ time.Time }

// UnmarshalJSON never fails.
func (t *moment) UnmarshalJSON(data []byte) error {
	t.Time = time.Time{}
	if len(data) < 2 || data[0] != '"' {
		return nil
	}
	if parsed, err := time.Parse(time.RFC3339Nano, string(data[1:len(data)-1])); err == nil {
		t.Time = parsed.UTC()
	}
	return nil
}

// moments collects the newest moment that an object mentions as past. Only
// fields that always hold a past moment count: others, such as the end of a
// certificate, may lie ahead.
type moments struct{ newest, renewed time.Time }

func (t *moments) past(at moment) { t.newest = later(t.newest, at.Time) }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (t *moments) member(key string, value []byte) {
	var at moment
	switch key {
	case `"lastTimestamp"`, `"eventTime"`:
		_ = json.Unmarshal(value, &at)
		t.past(at)
	case `"series"`:
		var series struct {
			LastObservedTime moment `json:"lastObservedTime"`
		}
		_ = json.Unmarshal(value, &series)
		t.past(series.LastObservedTime)
	case `"spec"`:
		stream.EachMember(value, func(key, value []byte, _ int) {
			if string(key) == `"renewTime"` {
				_ = json.Unmarshal(value, &at)
				t.past(at)
				t.renewed = at.Time
			}
		})
	case `"status"`:
		t.within(value)
	}
}

// within takes the past moments of a status, at whatever depth.
func (t *moments) within(status []byte) {
	var key []byte
	var open [][]byte // the fields whose objects are not closed yet
	for at := 0; at < len(status); {
		switch status[at] {
		case '{':
			open = append(open, key)
			at++
		case '}':
			if last := len(open) - 1; last >= 0 {
				key, open = open[last], open[:last]
			}
			at++
		case '"':
			n, done := new(stream.Extent).Scan(status[at:])
			if !done {
				return
			}
			text := status[at : at+n]
			switch at = stream.SkipBlank(status, at+n); {
			case at < len(status) && status[at] == ':':
				key = text[1 : n-1]
			case len(open) > 0 && isPast(string(key), string(open[len(open)-1])):
				var m moment
				_ = m.UnmarshalJSON(text)
				t.past(m)
			}
		default:
			at++
		}
	}
}

// isPast reports whether a field of a status always holds a past moment, by its name and that of
// what it is in. Others, such as the next run of something, may lie ahead.
func isPast(field, within string) bool {
	if rest, is := strings.CutPrefix(field, "last"); is && rest != "" {
		return rest[0] >= 'A' && rest[0] <= 'Z'
	}
	return slices.Contains(pastFields, field) || field == "time" && strings.HasSuffix(within, "Error")
}

// pastFields are those that kinds of Kubernetes itself have, and what follows them.
var pastFields = []string{"startTime", "startedAt", "finishedAt", "completionTime", "completedAt", "failedAt", "updatedAt", "createdAt", "creationTimestamp"}
