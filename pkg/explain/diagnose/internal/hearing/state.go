package hearing

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// StateText says a state in words.
func StateText(s trace.State) string {
	switch s {
	case trace.Live:
		return "exists and nobody has asked it to go"
	case trace.Grace, trace.Deleting:
		return "is going away itself"
	case trace.Gone:
		return "does not exist"
	case trace.Recreated:
		return "is another object by now"
	case trace.Unreadable:
	}
	return "could not be read"
}
