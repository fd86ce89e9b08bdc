package phrase

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// UUID is the pattern of a UUID, to be put into a regular expression.
const UUID = `[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`

var wholeUUID = regex.New(`(?i)^` + UUID + `$`)

// IsUUID reports whether a text is a UUID, as that of every object is.
func IsUUID(text string) bool { return len(text) == 36 && wholeUUID.MatchString(text) }
