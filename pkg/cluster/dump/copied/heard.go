package copied

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// heard is the object of a text in which nothing is one: what was asked about, or what its
// lines speak of. Of a file among others, only a log that speaks of a deletion tells.
func (q *Question) heard(lines []string, rows []beside.Row) (*document, error) {
	of := q.answered(spoken.Subject(lines, spelledIn(lines, q.About)), lines)
	if q.About.Name == "" {
		if told := spoken.Listed(lines); of.Name == "" && told.Name != "" {
			told.Finalizer = cmp.Or(told.Finalizer, of.Finalizer)
			of = told
		}
		of = q.rowSaid(q.commanded(of, lines, rows), lines, rows)
		of = q.setAbout(q.hanging(printedByTool(of, lines), lines), lines)
		of = inTable(q.typed(of, lines), lines)
		of.Namespace = cmp.Or(of.Namespace, q.namespaceCommanded(of, lines))
	}
	if !q.tells(&of, lines) {
		return nil, nil
	}
	status := saidOfNamespace(lines, &of)
	written := spoken.FinalizersIn(lines)
	of.Finalizer = cmp.Or(of.Finalizer, strings.Join(written[:min(len(written), 1)], ""))
	of = q.asSpelled(q.kindSaid(q.inferred(of, nil, lines), lines), lines)
	of = q.orNamespace(of, status != nil || len(rows) > 0, lines)
	known := of.Name != ""
	of.Kind, of.Name, of.APIVersion = cmp.Or(of.Kind, trace.Untyped), cmp.Or(of.Name, explain.NoName), cmp.Or(of.APIVersion, trace.Unstated)
	obj := objectSpoken(of)
	meta, _ := obj["metadata"].(map[string]any)
	if status != nil {
		obj["status"] = status
	}
	listed(meta, lines, written, &of)
	annotated(meta, lines)
	ofNamespaceShown(obj, meta, lines, written)
	shown := slices.IndexFunc(rows, func(r beside.Row) bool { return r.Same(obj) })
	if shown >= 0 {
		rows[shown].Fill(obj)
	}
	ofAnybody(obj, meta, lines, rows, &of)
	if meta != nil && of.Deleted == "" {
		var row beside.Row // that shows it, where one does
		if shown >= 0 {
			row = rows[shown]
		}
		q.supposed(meta, of.Kind, spoken.OfEnd(lines), &row)
	}
	if listed := spoken.Listed(lines); known && listed.Name == of.Name && meta != nil {
		listedNot(meta, lines)
	}
	d := newList()
	events := toldBeside(lines, obj)
	shaped := q.shaped(obj, events)
	for _, o := range append([]map[string]any{obj}, events...) {
		d.append(o)
	}
	if !known && of.Kind == "Namespace" {
		return d, lackf("only words were copied, and not the name of the namespace that they are of; %s", advice)
	}
	if !known && shaped {
		return d, lackf("of %s %s only a part was copied; %s", obj["kind"], of.Name, advice)
	}
	if !known {
		return d, lackf("only words were copied, and nothing tells which object they are of; %s", advice)
	}
	return d, lackf("of %s %s only lines were copied that speak of it, and of its finalizers none of them may tell; %s", of.Kind, of.Name, adviceFor(of))
}

// orNamespace is the namespace of which lines say that it goes, where nothing else is known to, or nothing by its name; of a
// namespace, with its name, it is what alone is said to keep that.
func (q *Question) orNamespace(of spoken.Of, told bool, lines []string) spoken.Of {
	present := spoken.Present(lines)
	hanging := namespaceIn(present, spoken.NamespacesHanging)
	untold := (of.Kind == "" || of.Kind == trace.Untyped) && (hanging != "" || !slices.ContainsFunc(spoken.HangingWords(present, true), q.isWord))
	if name := namespaceIn(present, spoken.NamespacesClosed); name != "" && of.Name == "" && (hanging == "" || hanging == name) && (untold || slices.ContainsFunc(lines, spoken.NamespaceGoing)) {
		of = spoken.Of{APIVersion: "v1", Kind: "Namespace", Name: name}
	}
	if of.Kind != "Namespace" {
		return of
	}
	of.Name = cmp.Or(of.Name, calledSo(lines, hanging))
	return q.leftInside(of, told, lines)
}

// isWord reports whether a word is one for a kind.
func (q *Question) isWord(word string) bool {
	_, kind := q.kindOf(word)
	return kind != ""
}

// ofAnybody leaves open who holds a namespace or a pod at which something fails that may be anybody's.
func ofAnybody(obj, meta map[string]any, lines []string, rows []beside.Row, of *spoken.Of) {
	switch {
	case meta == nil:
	case of.Kind == "Namespace" && obj["status"] == nil && slices.ContainsFunc(lines, failsItself) && !slices.ContainsFunc(lines, ofNamespaceItself) && !remain(rows, of.Name):
		delete(obj, "spec")
		meta["finalizers"] = []any{explain.NotCopied}
	case of.Kind == "Pod" && meta["finalizers"] == nil && !slices.ContainsFunc(lines, ofKubelet):
		meta["finalizers"] = []any{explain.NotCopied}
	}
}

// tells reports whether lines tell of a deletion; of a file among others, whether they are a log that names the object.
func (q *Question) tells(of *spoken.Of, lines []string) bool {
	if !spoken.Says(lines) || of.Deleted == "" && !spoken.OfEnd(lines) && !q.Hangs {
		return false
	}
	return q.Alone || of.Name != "" && of.Kind != trace.Untyped && spoken.OfEnd(lines) && slices.ContainsFunc(lines, spoken.Logged)
}

// ofNamespaceItself reports whether a line is about a namespace.
func ofNamespaceItself(line string) bool {
	return len(spoken.NamespacesClosed(line)) > 0 || spoken.SubjectOf(line).Kind == "Namespace" || spoken.WaitedFor(line).Kind == "Namespace" || ofNamespace.MatchString(line)
}

// listedNot takes from an object what a list of what it is says that it has none of.
func listedNot(meta map[string]any, lines []string) {
	for _, field := range []string{"deletionTimestamp", "finalizers"} {
		if spoken.ListedNot(lines, strings.ToLower(field)) {
			delete(meta, field)
		}
	}
}

// remain reports whether tables show something in a namespace, for which its controller waits.
func remain(rows []beside.Row, namespace string) bool {
	return slices.ContainsFunc(rows, func(r beside.Row) bool {
		return r.Kind != "Namespace" && r.Kind != "Event" && (r.Looped || r.Namespace == namespace)
	})
}

// failsItself reports whether a program says in a line that something goes wrong, and not the API server to whoever has
// tried something, nor a person.
func failsItself(line string) bool {
	return spoken.Fails(line) && strings.ContainsAny(line, `:="`) && !triedByHand.MatchString(line) && !ofPerson.MatchString(line)
}

// ofPerson is a sentence of somebody who says what they cannot do.
var ofPerson = regex.New(`^[^{}=]*\b(?:I|[Ww]e|I'm|I’m)(?: am| are)? (?:cannot|can't|can not|could not|couldn't|unable|failed)\b`)

// triedByHand is how kubectl says that it was refused what it was called for, or that its own wait has ended, and how the
// server says of any request that a webhook was in the way.
var triedByHand = regex.New(`^\s*Error from server\b|\bfailed calling webhook\b|\badmission webhook\b.*\bdenied the request\b|^\s*error: [Aa]n error occurred while waiting for the object to be deleted\b`)

// listed gives an object the finalizers of a list that was copied, or else all that were written of it.
func listed(meta map[string]any, lines, written []string, of *spoken.Of) {
	switch list := beside.FinalizersIn(lines); {
	case meta == nil:
	case len(list) > 0:
		meta["finalizers"] = list
	case len(written) > 1 && of.Kind != "Namespace" && slices.Contains(written, of.Finalizer):
		meta["finalizers"] = anyOf(written)
	}
}

// annotated gives an object the annotations that were copied of it.
func annotated(meta map[string]any, lines []string) {
	if found := beside.AnnotationsIn(lines); found != nil && meta != nil {
		meta["annotations"] = found
	}
}

func anyOf(words []string) (out []any) {
	for _, word := range words {
		out = append(out, word)
	}
	return out
}

// supposed says of an object, of which no line tells when it was asked to go, whether it was:
// by a table that shows it, or else for somebody who asks why it hangs. Words of a deletion are
// no proof of one.
func (q *Question) supposed(meta map[string]any, kind string, ofEnd bool, shown *beside.Row) {
	switch {
	case ofEnd && (q.Hangs || kind == "Namespace" || shown.Going):
	case !ofEnd && q.Hangs && !shown.Stays():
		meta["deletionTimestamp"] = trace.Presumed
	default:
		delete(meta, "deletionTimestamp")
	}
}

// saidOfNamespace is the status of a namespace of which somebody has copied no more than what its
// controller says in it, and not of another one. What is read is heard no more.
func saidOfNamespace(lines []string, of *spoken.Of) map[string]any {
	if of.Kind != "" && of.Kind != trace.Untyped && of.Kind != "Namespace" || slices.ContainsFunc(lines, ofNamespace.MatchString) {
		return nil
	}
	var conditions []any
	other, name := false, cmp.Or(of.Name, namespaceIn(lines, spoken.NamespacesHanging))
	for i, line := range lines {
		whole, n := wholeOf(lines[i:])
		condition := spoken.NamespaceCondition(whole)
		if condition == nil {
			if leadsIn.MatchString(line) {
				other = ofOther(line, name)
			}
			continue
		}
		before, _, _ := strings.Cut(line, spoken.Text(condition, "message"))
		if !other && !ofOther(before, name) {
			conditions = append(conditions, condition)
		}
		if strings.Contains(line, spoken.Text(condition, "message")) {
			n = 1
		}
		clear(lines[i : i+n])
	}
	if len(conditions) == 0 || slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, `namespaces "`+name+`" not found`) }) {
		return nil
	}
	of.APIVersion, of.Kind = "v1", "Namespace"
	return map[string]any{"phase": "Terminating", "conditions": conditions}
}

// calledSo is the name of a namespace where the word is surely one: the tenant namespace need not be called so.
func calledSo(lines []string, name string) string {
	if strings.ContainsAny(name, "-0123456789") || slices.ContainsFunc(lines, regex.New("[`\"'*]"+name+"[`\"'*]|amespace "+name+`\b`).MatchString) { // it is of letters
		return name
	}
	return ""
}

// leftInside is the object of somebody else's kind that alone is said to keep a namespace, of which nothing else tells
// what is left in it: who holds that one is what matters.
func (q *Question) leftInside(of spoken.Of, told bool, lines []string) spoken.Of {
	if told || of.Name == "" {
		return of
	}
	found := q.kindHanging(spoken.LeftInside(lines), lines, spoken.AnyKind)
	if found.Kind == "" || found.Kind == trace.Untyped || builtin.VersionOf(found.Kind) != "" {
		return of
	}
	found.Namespace = of.Name
	return found
}

// wholeOf is the first line with the next one, where it ends in a colon and that one tells of an error, and how many these are.
func wholeOf(lines []string) (whole string, n int) {
	if len(lines) > 1 && strings.HasSuffix(lines[0], ":") && spoken.Fails(lines[1]) {
		return lines[0] + " " + strings.TrimSpace(lines[1]), 2
	}
	return lines[0], 1
}

// ofKubelet reports whether a line tells that it is the kubelet that has to end a pod.
func ofKubelet(line string) bool { return described.IsEvent(line) || explain.KubeletEnds(line) }

// toldBeside puts into an object what describe said of it, of which no more than the end was
// copied, and returns its events. What is read is heard no more.
func toldBeside(lines []string, obj map[string]any) (events []map[string]any) {
	if rowsOfNamespace(lines, obj) {
		return nil
	}
	at := slices.IndexFunc(lines, describedField.MatchString)
	if first := slices.IndexFunc(lines, describedConditions.MatchString); first >= 0 {
		lines = lines[:untilProse(lines, first)]
		told, rows := described.Fields(append([]string{"Status:"}, indented(lines[first:])...))
		if status, is := told["status"].(map[string]any); is {
			obj["status"] = status
			if obj["kind"] == "Namespace" {
				status["phase"] = "Terminating"
			}
			clear(lines[max(first-1, 0):])
			return described.Events(rows, obj)
		}
	}
	if headlessStatus(lines, obj) || at < 0 {
		return nil
	}
	lines = lines[:untilProse(lines, at)]
	told, rows := described.Fields(slices.Clone(lines[at:]))
	status, _ := told["status"].(map[string]any)
	if len(status) == 0 {
		return nil
	}
	for _, field := range []string{"spec", "status"} {
		if fields, is := told[field].(map[string]any); is && obj[field] == nil {
			obj[field] = fields
		}
	}
	clear(lines[at:])
	return described.Events(rows, obj)
}

// wholeSentence is a line at the margin that is a sentence of a person, and no field or row.
var wholeSentence = regex.New("^[A-Z`\"][^:|]*[a-z`\"] [a-z][^:|]*(?:: )?[^|]*[.!?:]$")

// untilProse is how many of the lines there are up to the first sentence of a person behind one of them: what was described
// has ended before that.
func untilProse(lines []string, from int) int {
	for i, line := range lines[from:] {
		if i > 0 && len(strings.Fields(line)) >= fewestOfSentence && wholeSentence.MatchString(line) && !strings.Contains(line, "  ") {
			return from + i
		}
	}
	return len(lines)
}

// fewestOfSentence is how many words a sentence has at least.
const fewestOfSentence = 4

// rowsOfNamespace puts the conditions of a namespace into it of which no more than rows of
// their table were copied, and reports whether there are any. What is read is heard no more.
func rowsOfNamespace(lines []string, obj map[string]any) bool {
	if obj["kind"] != "Namespace" || !slices.ContainsFunc(lines, ofNamespace.MatchString) || slices.ContainsFunc(lines, describedConditions.MatchString) {
		return false
	}
	table := []string{"Status:", "  Conditions:", "    Type  Status  LastTransitionTime  Reason  Message"}
	for i, line := range lines {
		if ofNamespace.MatchString(line) {
			table = append(table, "    "+strings.TrimSpace(line))
			lines[i] = ""
		}
	}
	told, _ := described.Fields(table)
	status, is := told["status"].(map[string]any)
	if is && status["conditions"] != nil {
		status["phase"] = "Terminating"
		obj["status"] = status
	}
	return is
}

// describedConditions begins the conditions of an object in the output of kubectl describe.
var describedConditions = regex.New(`^Conditions:\s*$`)

// ofNamespace is a condition of a namespace that goes, in a table.
var ofNamespace = regex.New(`^\s*Namespace(?:Deletion\w+|ContentRemaining|FinalizersRemaining)\s+(?:True|False)\s`)

func indented(lines []string) (out []string) {
	for _, line := range lines {
		out = append(out, "  "+line)
	}
	return out
}

// commanded is the object that commands name, or the one row of a table, where nothing else
// tells.
func (q *Question) commanded(of spoken.Of, lines []string, rows []beside.Row) spoken.Of {
	if slices.ContainsFunc(lines, ofNamespace.MatchString) {
		of = spoken.Of{APIVersion: "v1", Kind: "Namespace"}
	}
	for _, line := range lines {
		if c, ok := beside.CommandIn(line); ok && of.Name == "" && of.Kind != "" {
			if _, kind := q.typeIn(c.Resource); kind == of.Kind {
				of.Name = c.Name
			}
		}
	}
	for _, line := range lines {
		if of.Kind == "Namespace" {
			break
		}
		if c, ok := beside.CommandIn(line); ok && of.Name == "" {
			of.APIVersion, of.Kind = q.typeIn(c.Resource)
			of.Namespace, of.Name = c.Namespace, c.Name
		}
	}
	for _, line := range lines {
		if c, ok := beside.Printing(line); ok && of.Name == "" && of.Kind == "" && len(rows) != 1 {
			of.APIVersion, of.Kind = q.typeIn(c.Resource)
			of.Namespace = c.Namespace
		}
	}
	if of.Name == "" && len(rows) == 1 {
		of.APIVersion, of.Kind, of.Namespace, of.Name = rows[0].APIVersion, rows[0].Kind, rows[0].Namespace, rows[0].Name
	}
	return of
}

// inTable is an object in the namespace of the table of events that tells of it, where no line tells which that is.
// Who prints a table of events asks about none of these, but about the pod that its kubelet cannot end.
func inTable(of spoken.Of, lines []string) spoken.Of {
	if of.Name != "" && of.Namespace != "" || !slices.ContainsFunc(lines, beside.IsEvent) {
		return of
	}
	rows, _ := beside.Events(slices.Clone(lines))
	for i := range rows {
		r := &rows[i]
		if of.Name == "" && of.Kind == "Event" && strings.EqualFold(r.Kind, "Pod") && explain.KubeletEnds(r.Message) {
			of = spoken.Of{APIVersion: "v1", Kind: "Pod", Name: r.Name, Namespace: r.Namespace}
		}
		if r.Name == of.Name && strings.EqualFold(r.Kind, of.Kind) {
			of.Namespace = cmp.Or(of.Namespace, r.Namespace)
		}
	}
	return of
}

// printedByTool is an object that nothing tells but the program of its project, by how that was called and what it has printed.
func printedByTool(of spoken.Of, lines []string) spoken.Of {
	if of.Name != "" {
		return of
	}
	found := spoken.ByTool(lines)
	if found.Kind == "" || of.Kind != "" && of.Kind != trace.Untyped && of.Kind != found.Kind {
		return of
	}
	of.APIVersion, of.Kind, of.Name = found.APIVersion, found.Kind, found.Name
	return of
}

// typed is an object of which commands tell the type, or who speaks of it, and nothing tells more.
func (q *Question) typed(of spoken.Of, lines []string) spoken.Of {
	if of.Kind == "" {
		of = joinedWith(of, spoken.TypeMarked(lines))
	}
	if typ := beside.TypeIn(lines); of.Kind == "" && typ != "" {
		of.APIVersion, of.Kind = q.typeIn(typ)
	}
	for _, line := range lines {
		if found := spoken.Managed(line); found.Kind != "" && of.Kind == "" && described.IsEvent(line) {
			of.APIVersion, of.Kind = found.APIVersion, found.Kind
		}
	}
	if of.Kind == "" && slices.ContainsFunc(lines, explain.KubeletEnds) {
		of.APIVersion, of.Kind = "v1", "Pod" // a kubelet ends nothing else
	}
	return of
}

// objectSpoken is an object that was asked to go, of whose finalizers none may be known.
func objectSpoken(of spoken.Of) map[string]any {
	meta := map[string]any{"name": of.Name, "deletionTimestamp": cmp.Or(of.Deleted, trace.Untold)}
	if of.Namespace != "" {
		meta["namespace"] = of.Namespace
	}
	obj := map[string]any{"apiVersion": of.APIVersion, "kind": of.Kind, "metadata": meta}
	switch {
	case of.Kind == "Namespace":
		obj["spec"] = map[string]any{"finalizers": []any{"kubernetes"}}
	case of.Finalizer != "":
		meta["finalizers"] = []any{of.Finalizer}
	case of.Kind == "Pod" && of.APIVersion == "v1": // its kubelet holds it without
	default:
		meta["finalizers"] = []any{explain.NotCopied}
	}
	return obj
}

// partFields are those of which a part of an object has one.
var partFields = []string{"metadata", "status", "spec", "items", "finalizers", "conditions"}

// shortened is where somebody has cut a text in JSON.
var shortened = regex.New(`,?\s*(?:\.\.\.|…)\s*([}\]]|$)`)

// spread is the level of an entry of a log that somebody has spread over several lines.
var spread = regex.New(`^\{\s*(?:"[^"\\]*":\s*(?:"[^"\\]*"|[\d.]+),\s*)*"(?:level|severity|lvl)":`)

// logEntry is the entry of a log that the stretch is, on one line, and no part of an object.
// What is no JSON by the marks of somebody who has cut it is one too.
func (s *stretch) logEntry() (line string, is bool) {
	text := bytes.TrimSpace(s.text())
	if !s.inJSON() || text[0] != '{' {
		return "", false
	}
	if !json.Valid(text) {
		if cut := shortened.ReplaceAll(text, []byte("$1")); json.Valid(cut) {
			text = cut
		}
	}
	if whole := stream.Closed(stream.OnOneLine(text)); !json.Valid(text) && spread.Match(text) && json.Valid(whole) {
		text = whole
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return strings.Join(strings.Fields(string(text)), " "), len(s.lines) == 1 && spoken.Logged(string(text)) && !strings.Contains(string(text), `"metadata"`)
	}
	if slices.ContainsFunc(partFields, func(name string) bool { return fields[name] != nil }) {
		return "", false
	}
	var compact bytes.Buffer
	if json.Compact(&compact, text) != nil {
		return "", false
	}
	return strings.TrimSpace(compact.String()), true
}
