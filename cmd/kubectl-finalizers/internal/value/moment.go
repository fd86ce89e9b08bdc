package value

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Moment is the value of a flag that says when something was: a date, or how long
// ago. Its zero value says nothing.
type Moment struct {
	Typed string
	date  time.Time
	ago   time.Duration
}

// Set implements pflag.Value.
func (m *Moment) Set(typed string) error {
	*m = Moment{Typed: typed}
	var err error
	if days, ok := strings.CutSuffix(typed, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			m.ago = time.Duration(n) * 24 * time.Hour
			return nil
		}
	}
	if m.ago, err = time.ParseDuration(typed); err == nil && m.ago >= 0 {
		return nil
	}
	if m.date, err = time.Parse(time.RFC3339, typed); err != nil {
		return errors.New("neither a time such as 2024-03-05T12:00:00Z nor a duration such as 3h or 2d")
	}
	return nil
}

// String implements pflag.Value.
func (m *Moment) String() string { return m.Typed }

// Type implements pflag.Value: it is what --help calls the value.
func (m *Moment) Type() string { return "time" }

// Given reports whether it was set.
func (m *Moment) Given() bool { return m.Typed != "" }

// Before is the moment, where it is now.
func (m *Moment) Before(now time.Time) time.Time {
	if m.date.IsZero() {
		return now.Add(-m.ago)
	}
	return m.date
}
