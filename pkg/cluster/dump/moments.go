package dump

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
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

var (
	// noMoment is how programs print a deletionTimestamp that an object does not have.
	noMoment = regex.New(`(?i)^[\s<(]*(?:nil|none|null|unset|false|n/a|-)?[\s>)]*$`)
	// momentForms are those of moments, beside that of the API, which tell their zone.
	momentForms = []string{"2006-01-02 15:04:05 -0700 MST", "2006-01-02T15:04:05-0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 MST", time.RFC1123Z}
)

// withMoment is the JSON of an object whose deletionTimestamp is no moment as the API writes one, with one that is: an
// object that has any was asked to go, also where somebody has put something else in its place. It is nil where that
// says that there is none, or where it was read as at.
func withMoment(raw, head []byte, at *moment) []byte {
	var obj map[string]any
	if !at.IsZero() || !bytes.Contains(head, []byte(`"deletionTimestamp"`)) || utiljson.Unmarshal(raw, &obj) != nil {
		return nil
	}
	meta, _ := obj["metadata"].(map[string]any)
	stated := meta["deletionTimestamp"]
	text, _ := stated.(string)
	if stated == nil || stated == false || stated == "" || text != "" && noMoment.MatchString(text) {
		return nil
	}
	meta["deletionTimestamp"] = trace.Untold
	for _, form := range momentForms {
		if at, err := time.Parse(form, text); err == nil {
			meta["deletionTimestamp"] = at.UTC().Format(time.RFC3339)
		}
	}
	dated, err := redact.Encode(obj)
	if err != nil {
		return nil
	}
	return dated
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
