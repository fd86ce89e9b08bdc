package described

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// textLine is one line of the output of kubectl describe: a name and what stands
// behind it, or words alone.
type textLine struct {
	indent int
	key    string // empty for words alone
	value  string
}

var keyed = regex.New(`^([A-Za-z][\w./ -]*?):(?: +|$)(.*)$`)

// Builtin is a kind that a server has without extensions, by any of its names.
type Builtin func(name string) (apiVersion, kind string, known bool)

// Object is the object that lines describe, and its events. Typed is the type that kubectl
// was called with, empty where that is not known.
func Object(lines []string, typed string, builtin Builtin) (obj map[string]any, events []map[string]any) {
	obj, said := Fields(lines)
	settle(obj, typed, builtin)
	return obj, Events(said, obj)
}

// Fields reads the fields of a description as they stand, and leaves its events.
func Fields(lines []string) (obj map[string]any, events []string) {
	var body []string
	for _, line := range lines {
		body = append(body, unfolded(line)...)
	}
	obj = map[string]any{}
	if at := slices.IndexFunc(body, func(line string) bool { return strings.HasPrefix(line, "Events:") }); at >= 0 {
		if strings.HasSuffix(strings.TrimSpace(body[at]), " <none>") {
			obj[Printed] = map[string]any{"events": "<none>"}
		}
		body, events = body[:at], body[at+1:]
	}
	r := reader{}
	for _, line := range body {
		if strings.TrimSpace(line) != "" {
			r.lines = append(r.lines, split(line))
		}
	}
	r.fields(0, obj)
	return obj, events
}

// pointed is what somebody has written behind a value with an arrow to it.
var pointed = regex.New(`\s{2,}(?:<[-=]{2,}|←)\s.*$`)

func split(line string) textLine {
	text := strings.TrimLeft(line, " ")
	l := textLine{indent: len(line) - len(text), value: strings.TrimSpace(text)}
	if m := keyed.FindStringSubmatch(text); m != nil {
		l.key, l.value = m[1], strings.TrimSpace(m[2])
		if at := pointed.FindStringIndex(l.value); at != nil && at[0] > 0 && l.key != "Message" && l.key != "Reason" && l.key != "Error" {
			l.value = l.value[:at[0]]
		}
	}
	return l
}

// reader reads the lines of a description as nested fields.
type reader struct {
	lines []textLine
	at    int
}

// fields reads the fields at an indentation into an object.
func (r *reader) fields(indent int, into map[string]any) {
	for r.at < len(r.lines) && r.lines[r.at].indent >= indent {
		line := r.lines[r.at]
		r.at++
		if line.key == "" {
			continue
		}
		name := fieldName(line.key)
		switch value := r.value(line); known := into[name].(type) {
		case nil:
			into[name] = value
		case []any:
			into[name] = append(known, value)
		}
	}
}

// value is what stands behind a name: on its line, and below it.
func (r *reader) value(line textLine) any {
	var below []textLine
	from := r.at
	for r.at < len(r.lines) && r.lines[r.at].indent > line.indent {
		below = append(below, r.lines[r.at])
		r.at++
	}
	name := fieldName(line.key)
	if name == "conditions" && len(below) > 0 {
		if list := conditionTable(below); list != nil {
			return list
		}
	}
	switch {
	case name == "labels" || name == "annotations":
		return pairs(append([]textLine{split(line.value)}, below...))
	case len(below) == 0:
		return scalar(name, line.value)
	case line.value != "":
		for _, l := range below { // a text of several lines
			line.value += " " + strings.TrimSpace(l.key+colon(l)+l.value)
		}
		return line.value
	case !slices.ContainsFunc(below, func(l textLine) bool { return l.key != "" }):
		var list []any
		for _, l := range below {
			list = append(list, l.value)
		}
		return list
	}
	end := r.at
	r.at = from
	defer func() { r.at = end }()
	return r.nested(name, below[0].indent, end)
}

func colon(l textLine) string {
	if l.key == "" {
		return ""
	}
	return ": "
}

// listed are fields that hold a list even where there is one thing in it.
var listed = []string{"conditions", "ownerReferences", "managedFields", "containerStatuses", "initContainerStatuses"}

// nested reads what is below a name: an object, or a list of some. The fields of each
// are in the order of the alphabet, so that one out of order begins the next.
func (r *reader) nested(name string, indent, end int) any {
	inner := reader{lines: r.lines[:end], at: r.at}
	var list []any
	for inner.at < end {
		item, last := map[string]any{}, ""
		for inner.at < end && (inner.lines[inner.at].indent > indent || fieldName(inner.lines[inner.at].key) > last) {
			line := inner.lines[inner.at]
			inner.at++
			if line.key != "" {
				last = fieldName(line.key)
				item[last] = inner.value(line)
			}
		}
		if last == "" {
			inner.at++
			continue
		}
		list = append(list, item)
	}
	if len(list) == 1 && !slices.Contains(listed, name) {
		return list[0]
	}
	return list
}

// conditionTable reads conditions that stand in columns, as those of a Namespace, a
// Pod or a Node do; nil where they do not.
func conditionTable(lines []textLine) []any {
	heads := columns(lines[0].value)
	if lines[0].key != "" || len(heads) < 2 || heads[0] != "Type" {
		return nil
	}
	var list []any
	for _, line := range lines[1:] {
		cells := columns(line.key + colon(line) + line.value)
		if len(cells) == 0 || strings.Trim(cells[0], "-") == "" {
			continue
		}
		item := map[string]any{}
		for i, cell := range cells[:min(len(cells), len(heads))] {
			if at, err := time.Parse(time.RFC1123Z, cell); err == nil {
				cell = at.UTC().Format(time.RFC3339)
			}
			item[fieldName(heads[i])] = cell
		}
		list = append(list, item)
	}
	return list
}

var gaps = regex.New(` {2,}`)

func columns(line string) []string { return gaps.Split(strings.TrimSpace(line), -1) }

// fieldName is the name of a field that was spelled as words: Deletion Timestamp is
// deletionTimestamp, and API Version apiVersion.
func fieldName(words string) string {
	words = strings.ReplaceAll(words, " ", "")
	upper := 0
	for upper < len(words) && words[upper] >= 'A' && words[upper] <= 'Z' {
		upper++
	}
	if upper > 1 && upper < len(words) {
		upper-- // the last of several begins the next word
	}
	return strings.ToLower(words[:upper]) + words[upper:]
}

// scalar is the value of a field: a number or a truth where it can only be one.
func scalar(name, text string) any {
	switch {
	case text == "<none>" || text == "<unset>" || text == "<nil>":
		return nil
	case text == "true" || text == "false":
		return text == "true"
	case name == "generation" || name == "observedGeneration" || name == "deletionGracePeriodSeconds":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	case name == "finalizers" && strings.HasPrefix(text, "["):
		var list []any
		inside, _, _ := strings.Cut(text[1:], "]")
		for word := range strings.FieldsSeq(inside) {
			list = append(list, strings.Trim(word, ","))
		}
		return list
	}
	return text
}

// pairs reads labels (a=b) or annotations (a: b).
func pairs(lines []textLine) map[string]any {
	all := map[string]any{}
	for _, l := range lines {
		key, value := l.key, l.value
		if key == "" {
			key, value, _ = strings.Cut(value, "=")
		}
		if key != "" && !strings.HasPrefix(key, "<") {
			all[key] = value
		}
	}
	return all
}

// telltale are the built-in kinds that kubectl describes in words of its own, by
// a field that no other of them has.
var telltale = []struct{ field, apiVersion, kind string }{
	{"containers", "v1", "Pod"},
	{"reclaimPolicy", "v1", "PersistentVolume"},
	{"claim", "v1", "PersistentVolume"},
	{"volume", "v1", "PersistentVolumeClaim"},
	{"accessModes", "v1", "PersistentVolumeClaim"},
	{"loadBalancerIngress", "v1", "Service"},
	{"sessionAffinity", "v1", "Service"},
	{"ipFamilies", "v1", "Service"},
	{"defaultbackend", "networking.k8s.io/v1", "Ingress"},
}

// settle puts the fields of a description where an object has them.
func settle(obj map[string]any, typed string, builtin Builtin) {
	meta, _ := obj["metadata"].(map[string]any)
	if meta == nil {
		meta = map[string]any{}
	}
	for _, field := range []string{"name", "namespace", "labels", "annotations", "finalizers"} {
		if value, ok := obj[field]; ok && value != nil {
			meta[field] = value
		}
		delete(obj, field)
	}
	obj["metadata"] = meta
	if obj["kind"] != nil {
		return
	}
	obj["apiVersion"], obj["kind"] = "", ""
	for _, k := range telltale {
		if _, ok := obj[k.field]; ok {
			obj["apiVersion"], obj["kind"] = k.apiVersion, k.kind
			break
		}
	}
	state, _ := obj["status"].(string)
	apiVersion, kind, known := builtin(typed)
	switch {
	case obj["kind"] != "":
	case known:
		obj["apiVersion"], obj["kind"] = apiVersion, kind
	case meta["namespace"] == nil && (state == "Terminating" || state == "Active"):
		obj["apiVersion"], obj["kind"] = "v1", "Namespace"
	}
	if _, asStored := obj["status"].(map[string]any); !asStored {
		inWords(obj, meta, builtin)
	}
}

// inWords reads what kubectl says of built-in kinds in words of its own.
func inWords(obj, meta map[string]any, builtin Builtin) {
	text := func(field string) string { s, _ := obj[field].(string); return s }
	state := text("status")
	status := map[string]any{}
	if list, ok := obj["conditions"].([]any); ok {
		status["conditions"] = list
		delete(obj, "conditions")
	}
	if phase, _, _ := strings.Cut(state, " "); phase == "Terminating" {
		// That it was asked to go is said, and not when; how long ago mostly is.
		meta["deletionTimestamp"] = time.Unix(0, 0).Add(-lasted(state)).UTC().Format(time.RFC3339)
	} else if phase != "" {
		status["phase"] = phase
	}
	if obj["kind"] == "Pod" {
		if grace, err := time.ParseDuration(text("terminationGracePeriod")); err == nil && meta["deletionTimestamp"] != nil {
			meta["deletionGracePeriodSeconds"] = int64(grace / time.Second)
		}
		if list := containers(obj["containers"]); len(list) > 0 {
			status["containerStatuses"] = list
		}
	}
	spec := map[string]any{}
	put := func(field, name string) {
		if value := text(field); value != "" {
			spec[name] = value
		}
	}
	put("volume", "volumeName")
	put("storageClass", "storageClassName")
	put("type", "type")
	put("ingressClass", "ingressClassName")
	put("reclaimPolicy", "persistentVolumeReclaimPolicy")
	if node, _, _ := strings.Cut(text("node"), "/"); node != "" {
		spec["nodeName"] = node
	}
	if namespace, name, ok := strings.Cut(text("claim"), "/"); ok {
		spec["claimRef"] = map[string]any{"kind": "PersistentVolumeClaim", "namespace": namespace, "name": name}
	}
	if source := together(obj["source"]); source["driver"] != nil {
		spec["csi"] = map[string]any{"driver": source["driver"], "volumeHandle": source["volumeHandle"]}
	}
	if kind, name, ok := strings.Cut(text("controlledBy"), "/"); ok && kind != "" {
		apiVersion, exact, _ := builtin(kind)
		if exact != kind {
			apiVersion = ""
		}
		meta["ownerReferences"] = []any{map[string]any{"kind": kind, "name": name, "apiVersion": apiVersion, "controller": true}}
	}
	if obj["kind"] == "Namespace" {
		spec["finalizers"] = []any{"kubernetes"}
	}
	if pods := users(obj); len(pods) > 0 {
		status["usedBy"] = pods
	}
	obj["spec"], obj["status"] = spec, status
}

var exitCode = regex.New(`Exit Code: *(\d+)`)

// containers are the states of the containers of a pod.
func containers(value any) []any {
	all := together(value)
	var list []any
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fields := together(all[name])
		state, _ := fields["state"].(string)
		status := map[string]any{"name": name}
		switch word, rest, _ := strings.Cut(state, " "); word {
		case "Running":
			status["state"] = map[string]any{"running": map[string]any{}}
		case "Terminated":
			ended := map[string]any{}
			if m := exitCode.FindStringSubmatch(rest); m != nil {
				if n, err := strconv.ParseInt(m[1], 10, 32); err == nil {
					ended["exitCode"] = n
				}
			}
			status["state"] = map[string]any{"terminated": ended}
		default:
			continue
		}
		list = append(list, status)
	}
	return list
}

// together is an object whose fields are in no order, so that each was taken for one of
// a list.
func together(value any) map[string]any {
	all := map[string]any{}
	list, _ := value.([]any)
	for _, item := range append(list, value) {
		if fields, ok := item.(map[string]any); ok {
			maps.Copy(all, fields)
		}
	}
	return all
}

var lastsFor = regex.New(`\(lasts (\w+)\)`)

// lasted is how long ago it was that an object was asked to go, zero where that is not
// told.
func lasted(state string) time.Duration {
	m := lastsFor.FindStringSubmatch(state)
	if m == nil {
		return 0
	}
	return agePrinted(m[1])
}

var agePart = regex.New(`(\d+)([ydhms])`)

var wholeAge = regex.New(`^(?:\d+[ydhms])+$`)

// Age is an age as kubectl prints it; false where the text is none.
func Age(text string) (age time.Duration, is bool) {
	return agePrinted(text), wholeAge.MatchString(text)
}

// agePrinted is an age as kubectl prints it: 5d3h.
func agePrinted(text string) (age time.Duration) {
	units := map[string]time.Duration{"y": 365 * 24 * time.Hour, "d": 24 * time.Hour, "h": time.Hour, "m": time.Minute, "s": time.Second}
	for _, part := range agePart.FindAllStringSubmatch(text, -1) {
		if n, err := strconv.ParseInt(part[1], 10, 32); err == nil {
			age += time.Duration(n) * units[part[2]]
		}
	}
	return age
}

// users are the pods that the description of a claim names.
func users(obj map[string]any) (pods []any) {
	for _, field := range []string{"usedBy", "mountedBy"} {
		names, _ := obj[field].(string)
		for name := range strings.FieldsSeq(names) {
			if name = strings.Trim(name, ","); name != "" && !strings.HasPrefix(name, "<") {
				pods = append(pods, name)
			}
		}
	}
	return pods
}
