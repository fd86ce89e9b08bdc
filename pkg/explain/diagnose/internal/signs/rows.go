package signs

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// stateOfError is how a cell says in one word that something went wrong.
var stateOfError = regex.New(`^(?:[A-Z][a-z]+)*(?:Error|Err|Failed|Failure|Denied|Timeout|Conflict|Backoff|BackOff|Unknown|Unavailable)$`)

// tellingCell is the cell of a row that tells of what goes wrong: a sentence, or else a state.
func tellingCell(cells []string) string {
	state := ""
	for _, cell := range cells {
		switch sentence := strings.Count(cell, " ") >= 2; {
		case sentence && (errorLike(cell) || saysWaits(Word{Text: cell})):
			return cell
		case state == "" && stateOfError.MatchString(cell):
			state = cell
		}
	}
	return state
}

// ofRow is what a row tells of the object that it names, empty where it tells nothing.
func ofRow(cells []string, name string, named bool) string {
	for _, cell := range cells {
		named = named || cell == name || strings.HasSuffix(cell, "/"+name)
	}
	if !named {
		return ""
	}
	return tellingCell(cells)
}
