package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// ofItsOwn is how a line begins that is no rest of another one: a field, an item of a list, a
// bracket, a fence, a prompt, the head of a table.
var ofItsOwn = regex.New("^(?:- |[\\[{}\\]#$`>]|\"?[A-Za-z][\\w./ -]*\"?:(?: |$)|[A-Z]{3,}(?: |$)|(?:---|===))")

// unframed is the text without what a terminal and a container runtime have done to it, and with what is one answer
// on one line. What can be read as it is stays so, with what it has in a frame: before one there may be words and no object.
func unframed(text []byte, limit int) []byte {
	whole := strings.ReplaceAll(string(text), "\r\n", "\n")
	untorn := beside.Untorn(whole)
	fresh := func(line string) bool {
		return ofItsOwn.MatchString(line) || spoken.Logged(line) || described.IsEvent(line) || beside.IsEvent(line)
	}
	plain := beside.Unwrapped(beside.Answered(beside.Rejoined(beside.Unframed(untorn, fresh), fresh)), spoken.Logged)
	if plain == whole {
		return text
	}
	before := beside.BeforeFrame(untorn)
	if all, _ := stretches([]byte(before)); len(all) > 0 || before != "" && slices.ContainsFunc(strings.Split(plain, "\n"), described.IsEvent) {
		return text // rows below words are told apart by the frame
	}
	if r := read(text, limit); len(r.faults) == 0 && r.any() {
		return text
	}
	return []byte(plain)
}
