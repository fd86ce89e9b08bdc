package dump

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// tableHead is the head of a table as kubectl get prints it, where it tells how objects are.
var tableHead = regexp.MustCompile(`^(?:NAMESPACE +)?NAME +(?:\S+ +)*(?:STATUS|PHASE)\b`)

// ending are the states of objects that were asked to go.
var ending = []string{"Terminating", "Deleting"}

// row is an object that a table shows on its way out.
type row struct{ apiVersion, kind, namespace, name string }

// goingIn are the objects that tables among the lines show on their way out. What they are
// of, the command says that printed the table.
func goingIn(lines []string) (rows []row) {
	var c command
	var heads [][2]int
	head := ""
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if m := printing.FindStringSubmatch(line); m != nil {
			c, heads = command{resource: m[1]}, nil
			if n := within.FindStringSubmatch(line); n != nil {
				c.namespace = n[1]
			}
			continue
		}
		switch {
		case tableHead.MatchString(line):
			head, heads = line, cellsAt(line)
		case len(heads) == 0 || c.resource == "" || line == "":
			heads = nil
		default:
			if r, is := rowOf(c, head, heads, line); is {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// cell is a word of a table, or some with one blank between.
var cell = regexp.MustCompile(`\S+(?: \S+)*`)

// cellsAt are where the columns of a table begin and end.
func cellsAt(head string) (at [][2]int) {
	for _, m := range cell.FindAllStringIndex(head, -1) {
		at = append(at, [2]int{m[0], m[1]})
	}
	return at
}

// rowOf reads the row of a table by where its columns begin.
func rowOf(c command, head string, heads [][2]int, line string) (r row, is bool) {
	r.namespace = c.namespace
	r.apiVersion, r.kind = typeIn(c.resource)
	for i, at := range heads {
		end := len(line)
		if i+1 < len(heads) {
			end = min(heads[i+1][0], len(line))
		}
		if at[0] >= end {
			break
		}
		value := strings.TrimSpace(line[at[0]:end])
		switch head[at[0]:at[1]] {
		case "NAMESPACE":
			r.namespace = value
		case "NAME":
			r.name = value
		case "STATUS", "PHASE":
			is = is || slices.Contains(ending, value)
		}
	}
	if resource, name, typed := strings.Cut(r.name, "/"); typed {
		r.apiVersion, r.kind = typeIn(resource)
		r.name = name
	}
	return r, is && r.kind != "" && r.name != ""
}

// object is the row as an object, of whose finalizers nothing was copied.
func (r *row) object() map[string]any {
	of := spokenOf{apiVersion: r.apiVersion, kind: r.kind, namespace: r.namespace, name: r.name, finalizer: explain.NotCopied}
	return of.object()
}

// asked says of the one object of a document that a table shows it on its way out, where
// the object does not tell.
func (d *document) asked(rows []row) *document {
	of := func(obj map[string]any) (map[string]any, bool) {
		meta, _ := obj["metadata"].(map[string]any)
		at := slices.IndexFunc(rows, func(r row) bool { return r.kind == obj["kind"] && r.name == meta["name"] })
		return meta, at >= 0 && meta["deletionTimestamp"] == nil && meta["uid"] == nil
	}
	change := func(obj map[string]any) {
		if meta, is := of(obj); is {
			meta["deletionTimestamp"] = time.Unix(0, 0).UTC().Format(time.RFC3339)
		}
	}
	if !d.listed {
		return d.edited(change)
	}
	for i, item := range d.items {
		if one := read(item, len(item)+1); len(one.documents) == 1 {
			d.items[i] = one.documents[0].edited(change).whole()
		}
	}
	return d
}
