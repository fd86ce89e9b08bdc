package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// routine is how a line begins by which a controller says that it looks at something, or has found it there.
	routine = regex.New(`^[^\w"']*(?i:start(?:s|ed|ing)?|begin(?:s|ning)?|exists|found existing|reconcil(?:e|es|ed|ing|iation)|sync(?:s|ed|ing)?|processing|finished|done|completed)\b`)
	// ofEnd are words that tell more than that.
	ofEnd = regex.New(`(?i)delet|finali[sz]|terminat|remov|destroy|clean|wait|drain|evict|detach|deprovision|teardown|uninstall|dropp|releas|fail|error|cannot|unable|skip|ignor|paus|suspend|disabl|need|requir|\b(?:not|no|until|still|is|are|was|were|has|have|because|since|by)\b`)
)

// longestRoutine is of how many words such a line is at most.
const longestRoutine = 6

// Routine reports whether a line says no more than that something is looked at, or is there: that is never why anything
// stays.
func (l *Line) Routine() bool {
	said := l.Said()
	return l.Level < Warning && l.Error == "" && routine.MatchString(said) && len(strings.Fields(said)) <= longestRoutine && !ofEnd.MatchString(said)
}
