package logline

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// tailOfObject is the end of an object of JSON of which the beginning was not copied: the rest of a value, and members.
var tailOfObject = regex.New(`^[^"{}\[\]]*"(?:, ?"[^"\\]+": ?(?:"(?:[^"\\]|\\.)*"|[\w.+-]+))+\}\s*$`)

// beheaded reads such an end. One that names an error tells it as one.
func beheaded(text string, _ time.Time) (l Line, ok bool) {
	if !tailOfObject.MatchString(text) || !l.takeObject(`{"":"`+text) {
		return Line{}, false
	}
	l.Fields = slices.DeleteFunc(l.Fields, func(f Field) bool { return f.Key == "" })
	if l.Level == Unknown && l.Error != "" {
		l.Level = Error
	}
	return l, l.Error != "" || l.Message != ""
}
