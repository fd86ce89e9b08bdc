package apiwords

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Conversion is what a message about a conversion webhook that fails begins with.
const Conversion = "conversion webhook for "

var unconverted = regex.New(Conversion + `(\S*)/(v[0-9a-z]+), Kind=([\w-]+)`)

// Unconverted is the kind that words say could not be converted.
func Unconverted(words string) (group, version, kind string, told bool) {
	m := unconverted.FindStringSubmatch(words)
	if m == nil {
		return "", "", "", false
	}
	return m[1], m[2], m[3], true
}

// TakesNoDryRun reports whether words say that a webhook has side effects, so that nothing can be
// tried out.
func TakesNoDryRun(words string) bool { return strings.Contains(words, "does not support dry run") }

// DoesNotFit reports whether words say that a patch was not applied because one of its tests does
// not hold. Whoever else refuses with the same code has words of his own.
func DoesNotFit(words string) bool {
	return strings.Contains(words, "the server rejected our request due to an error in our request")
}
