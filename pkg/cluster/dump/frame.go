package dump

import (
	"regexp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// ofItsOwn is how a line begins that is no rest of another one: a field, an item of a list, a
// bracket, a fence, a prompt, the head of a table.
var ofItsOwn = regexp.MustCompile("^(?:- |[\\[{}\\]#$`>]|\"?[A-Za-z][\\w./ -]*\"?:(?: |$)|[A-Z]{3,}(?: |$)|(?:---|===))")

// unframed is the text without what a terminal has done to it.
func unframed(text []byte) []byte {
	whole := strings.ReplaceAll(string(text), "\r\n", "\n")
	plain := beside.Unframed(whole, func(line string) bool {
		return ofItsOwn.MatchString(line) || spoken.Logged(line) || described.IsEvent(line)
	})
	if plain == whole {
		return text
	}
	return []byte(plain)
}
