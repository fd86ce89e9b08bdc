package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Problem is something that could not be read.
type Problem struct {
	What    string `json:"what"`
	Reason  string `json:"reason"`
	Message string `json:"message,omitempty"`
}

func problemOf(p *trace.Problem) Problem { return Problem{p.About.String(), p.Reason, p.Message} }
