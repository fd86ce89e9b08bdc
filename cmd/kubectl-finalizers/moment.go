package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// moment is the value of a flag that says when something was: a date, or how long
// ago. Its zero value says nothing.
type moment struct {
	typed string
	date  time.Time
	ago   time.Duration
}

// Set implements pflag.Value.
func (m *moment) Set(typed string) error {
	*m = moment{typed: typed}
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
func (m *moment) String() string { return m.typed }

// Type implements pflag.Value: it is what --help calls the value.
func (m *moment) Type() string { return "time" }

// given reports whether it was set.
func (m *moment) given() bool { return m.typed != "" }

// before is the moment, where it is now.
func (m *moment) before(now time.Time) time.Time {
	if m.date.IsZero() {
		return now.Add(-m.ago)
	}
	return m.date
}

// sourceFlags say what a command reads instead of a server.
type sourceFlags struct {
	from string
	at   moment
}

func (f *sourceFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.from, "from", "", "Read a snapshot, a dump or a copied object, a file or a folder, instead of a server; - is standard input.")
	flags.Var(&f.at, "at", "When what --from names was copied, where it does not say so itself: a time such as 2024-03-05T12:00:00Z, or how long ago, such as 3h or 2d.")
}

func (f *sourceFlags) check() error {
	if f.at.given() && f.from == "" {
		return usageError(fmt.Errorf("--at=%s needs --from", f.at.typed), "a server is asked as it is now")
	}
	return nil
}
