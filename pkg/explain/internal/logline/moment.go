package logline

import (
	"strconv"
	"time"
)

// layouts are how loggers write a time. One without a zone is taken for UTC.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05,999999999",
	"2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05,999999999", "2006/01/02 15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999 -0700 MST", "2006-01-02 15:04:05.999999999 -0700", time.RFC1123Z, time.RFC1123,
}

// moment reads a time, zero where it is none.
func moment(text string) time.Time {
	for _, layout := range layouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC()
		}
	}
	return sinceEpoch(text)
}

// sinceEpoch reads seconds, milliseconds or finer since 1970, by how many there are.
func sinceEpoch(text string) time.Time {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 1e9 || n >= 1e19 {
		return time.Time{}
	}
	for n >= 1e11 {
		n /= 1000
	}
	return time.UnixMilli(int64(n * 1000)).UTC()
}
