package main

import (
	"fmt"
	"io"
	"strings"
)

// writeMetrics writes a line for each late object in the format of Prometheus, and
// one that says how many there are, so that none is told from no answer. The last
// line is 0 where something could not be read: then more may be late, or the cause
// another one.
func writeMetrics(out io.Writer, r *report) error {
	var b strings.Builder
	b.WriteString("# HELP deletion_late_seconds How long ago an object should have gone, and what it waits for.\n")
	b.WriteString("# TYPE deletion_late_seconds gauge\n")
	for i := range r.late {
		l := &r.late[i]
		fmt.Fprintf(&b, "deletion_late_seconds{%s} %d\n", labels(
			"group", l.Group, "kind", l.Kind, "namespace", l.Namespace, "name", l.Name,
			"verdict", string(l.verdict), "reason", string(l.cause.Reason), "holder", l.cause.Holder.Name, "cause", l.cause.Message,
		), int(r.at.Sub(l.Since).Seconds()))
	}
	b.WriteString("# HELP deletion_late_objects How many objects should have gone.\n# TYPE deletion_late_objects gauge\n")
	fmt.Fprintf(&b, "deletion_late_objects %d\n", len(r.late))
	b.WriteString("# HELP deletion_check_complete Whether everything could be read.\n# TYPE deletion_check_complete gauge\n")
	complete := 1
	if len(r.incomplete) > 0 {
		complete = 0
	}
	fmt.Fprintf(&b, "deletion_check_complete %d\n", complete)
	_, err := io.WriteString(out, b.String())
	return err
}

// labels are pairs of a name and a value. Values are quoted as the format wants
// it, and nothing in them can end the line.
func labels(pairs ...string) string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	var out []string
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, pairs[i]+`="`+quote.Replace(printable(pairs[i+1]))+`"`)
	}
	return strings.Join(out, ",")
}
