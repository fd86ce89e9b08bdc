package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// gap is between two cells of a table.
var gap = regex.New(` {2,}|\t+`)

// leastCells is of how many cells a line is a row of a table.
const leastCells = 4

// Cells are those of a line that is a row of a table.
func Cells(line string) (cells []string, is bool) {
	cells = gap.Split(strings.TrimSpace(line), -1)
	return cells, len(cells) >= leastCells
}
