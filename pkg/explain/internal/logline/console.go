package logline

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// console reads zap's form for people, which controller-runtime has while it is
// developed: the time, the level, the name of the logger, where in the program, the
// message, and an object of JSON, with tabs between.
func console(text string, _ time.Time) (l Line, ok bool) {
	first, below, _ := strings.Cut(text, "\n")
	parts := strings.Split(tabbed(first), "\t")
	if len(parts) < 3 {
		return l, false
	}
	at := 0
	if l.At = moment(strings.TrimSpace(parts[0])); !l.At.IsZero() {
		at = 1
	}
	if l.Level = levelOf(strings.ToLower(parts[at])); l.Level == Unknown {
		return Line{}, false
	}
	parts = parts[at+1:]
	if last := parts[len(parts)-1]; len(parts) > 1 && strings.HasPrefix(last, "{") && l.takeObject(last) {
		parts = parts[:len(parts)-1]
	}
	for len(parts) > 1 && (place.MatchString(parts[0]) || !strings.Contains(parts[0], " ")) {
		if !l.loggedBy(parts[0]) && strings.Contains(l.Field("controller"), "/") && !place.MatchString(parts[0]) {
			l.Fields = append(l.Fields, Field{"logger", parts[0]}) // a program that has several
		}
		parts = parts[1:] // the logger, or where in the program
	}
	said := l.Message
	if l.Message = strings.Join(parts, " "); said != "" {
		l.Fields = append(l.Fields, Field{"message", said})
	}
	if below = strings.TrimSpace(below); l.Error == "" && l.Level >= Error && below != "" && !frames.MatchString(below) {
		l.Error = below
	}
	return l, true
}

// frames are what a program prints of where it was.
var frames = regex.New(`\.(?:go|java|py|rs):\d+|\bgoroutine \d|^[\w./-]+\.[\w().*]+$`)

// place is a line of a program.
var place = regex.New(`^[\w./@-]+\.(?:go|java|py|rs):\d+$`)
