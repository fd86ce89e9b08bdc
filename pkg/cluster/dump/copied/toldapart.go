package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// typeOfCondition is a line that names a condition and says nothing else.
var typeOfCondition = regex.New(`^[A-Z][a-z]+(?:[A-Z]+[a-z]+)+:?$`)

// toldApart adds the objects of a text without any, of which sentences say that they hang, each with the message below it.
// What is read is heard no more.
func (q *Question) toldApart(r *reading, text string, aside []string) []string {
	if !q.Alone || !q.Hangs || q.About.Name != "" || len(r.documents) > 0 {
		return aside
	}
	all := spoken.ToldApart(text, q.kindOf)
	if len(all) == 0 {
		return aside
	}
	d := newList()
	said := map[string]bool{}
	for _, told := range all {
		of := q.inGroup(q.grouped(told.Of, aside), aside)
		obj := objectSpoken(of)
		obj["status"] = statusTold(told.Lines)
		d.append(obj)
		for _, line := range told.Lines {
			said[line] = true
		}
	}
	r.documents = append(r.documents, d)
	r.faults = append(unread(r.faults), lackf("of %d objects only what is said of them was copied, and of their finalizers none tells; %s", len(all), advice))
	return slices.DeleteFunc(aside, func(line string) bool { return said[strings.TrimSpace(line)] })
}

// statusTold is the status of an object of which that message was copied: a condition, where its first line names one.
func statusTold(lines []string) map[string]any {
	if len(lines) > 1 && typeOfCondition.MatchString(lines[0]) {
		return map[string]any{"conditions": []any{map[string]any{"type": strings.TrimSuffix(lines[0], ":"), "message": strings.Join(lines[1:], " ")}}}
	}
	return map[string]any{"message": strings.Join(lines, " ")}
}
