package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
)

// History is the log of removals for programs, described by
// docs/schema/history.v1.json.
type History struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Entries    []remove.Entry `json:"entries"`
}

// HistoryOf returns the log as a document.
func HistoryOf(entries []remove.Entry) History {
	return History{APIVersion: APIVersion, Kind: HistoryKind, Entries: each(entries, func(e *remove.Entry) remove.Entry {
		out := *e
		out.Overridden = present(e.Overridden) // a line of the log may lack it
		return out
	})}
}
