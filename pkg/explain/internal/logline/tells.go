package logline

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// Tells is how much a line tells of why a program has ended, or does not get ready: nothing, that
// something is wrong, or also of what.
func (l *Line) Tells() int {
	said := l.Said()
	wrong := l.Level >= Error || l.Error != "" || l.Level == Unknown && wrongWords.MatchString(said)
	switch {
	case wrong && someName.MatchString(said):
		return 2
	case wrong:
		return 1
	}
	return 0
}

var (
	// wrongWords are said where something is wrong, and no level says so.
	wrongWords = regex.New(`(?i)\b(?:error|fail\w*|fatal|panic|cannot|can't|unable|not found|no such|denied|refused|missing|invalid|required|exception|timed? ?out)\b`)
	// someName is a name in a text: in quotes, with a namespace or a path, an address, or a
	// word with digits or dashes in it.
	someName = regex.New("[\"'`][^\"'`\\s]{3,}[\"'`]" + `|\S/\S|\w:\d{2,5}\b|\b[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+\b`)
)
