package spoken

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Of is an object of which nothing was copied but what was said of it: the lines of a log
// that names it, and the command that was to delete it.
type Of struct {
	APIVersion, Kind, Namespace, Name, Finalizer string
	// Deleted is its deletionTimestamp, where a line tells that.
	Deleted string
}

var (
	// ofEnd is how lines speak of a deletion.
	ofEnd = regex.New(`(?i)delet|finaliz|terminat|deprovision|cleanup|clean up|\bremov|\bdrop|\bdestroying\.\.\.`)
	// quotedName is an object as sentences name it: CephCluster "rook-ceph/a".
	quotedName = regex.New(`\b([A-Z][A-Za-z]{2,}) "?([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*)"`)
	// ofNamespace is how the controller of namespaces names one.
	ofNamespace = regex.New(`deletion of namespace ([a-z0-9][a-z0-9-]*) failed`)
	// pairKind and pairName are the kind and an object in pairs.
	pairKind  = regex.New(`\bcontrollerKind"?="?([A-Za-z]+)"?`)
	pairGroup = regex.New(`\bcontrollerGroup"?="?([a-z0-9.-]+)"?`)
	pairName  = regex.New(`\b([A-Za-z]+)"?="?([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*)"?`)
	// controllerPair and namePair are the same of releases before.
	controllerPair = regex.New(`"?\bcontroller"?[=:] ?"([a-z][a-z0-9]*)"`)
	namePair       = regex.New(`"?\bname"?[=:] ?"([a-z0-9][a-z0-9.-]*)"`)
	namespacePair  = regex.New(`"?\bnamespace"?[=:] ?"([a-z0-9-]*)"`)
	// requestPair is what a controller was asked to look at, as it was printed before that.
	requestPair = regex.New(`"request"=\{"Namespace":"([a-z0-9-]*)","Name":"([a-z0-9][a-z0-9.-]*)"\}`)
	// requestPath is the same as a path, of which somebody may have hidden the name.
	requestPath = regex.New(`"request"[=:] ?"([a-z0-9-]*)/([a-z0-9][a-z0-9.-]*"|<|\*\*|xxx|XXX)`)
	// syncing is how controllers of one file a kind tell which object they work at.
	syncing = regex.New(`\b([a-z]{3,})(?:_controller)?\.go:\d+\] error syncing '(?:([a-z0-9-]+)/)?([a-z0-9][a-z0-9.-]*)'`)
	// ofFile is how controllers name what they work at whose file is called after its kind: machine.go:1] ... for
	// machine "m1".
	ofFile = regex.New(`\b([a-z]{3,})(?:_\w+)?\.go:\d+\] [^"]*?\b([a-z]{3,}) \\?"(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*)\\?"`)
	// ofDefinition is how the API server names a CustomResourceDefinition that it empties.
	ofDefinition = regex.New(`\bcrd_finalizer\.go:\d+\] ([a-z0-9-]+(?:\.[a-z0-9-]+)+) failed`)
	// ofKind is a logger that is called after a kind.
	ofKind = regex.New(`controllers[./]([A-Z][A-Za-z]+)`)
	// ofPlain is the same in small letters.
	ofPlain = regex.New(`(?:^|\.)controllers?[._]([a-z][a-z0-9]+)$`)
	// ofKindNamed is a controller that is called after its kind: gearbox-controller.
	ofKindNamed = regex.New(`^([a-z][a-z0-9]{3,})-controller$`)
	// ofPlainHead is the same before a message: controller_gear.
	ofPlainHead = regex.New(`[ \t]controller_([a-z][a-z0-9]+)[ \t]`)
	// finalizerIn is a finalizer in a line that calls it so.
	finalizerIn = regex.New("[Ff]inalizer(?:s|_name)?\"?(?: (?:is|are|called|named))*[ :=]+\\(?(?:\\[\\]string\\{\\\\?\"([a-z0-9][\\w./-]*)|\\[?[\"'`]?([a-z0-9][a-z0-9-]*(?:\\.[a-zA-Z0-9-]+)+(?:/[\\w-]+(?:\\.[\\w-]+)*)?))")
)

// SubjectOf is the object that a line of a log is about, with its kind.
func SubjectOf(line string) (of Of) {
	if m := ofNamespace.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: "v1", Kind: "Namespace", Name: m[1]}
	}
	if !Logged(line) {
		return of
	}
	for _, take := range []func(string) Of{referred, printedInGo} {
		if of = take(line); of.Name != "" {
			return of
		}
	}
	if strings.Contains(line, "={") {
		if of = whole(pairsIn(line)); of.Name != "" {
			return of
		}
	}
	if at := strings.Index(line, "{"); at >= 0 {
		fields := fieldsIn(line[at:])
		if of = inFields(fields, line); of.Name != "" {
			return of.refusedOf(fields, line)
		}
	}
	if of = inPairs(line); of.Name != "" {
		return of
	}
	if of = inFields(pairsIn(line), line); of.Name != "" {
		return of
	}
	if of = byControllers(line); of.Name != "" {
		return of
	}
	if m := syncing.FindStringSubmatch(line); m != nil {
		of.APIVersion, of.Kind = builtin.TypeIn(m[1])
		of.Namespace, of.Name = m[2], m[3]
		return of
	}
	if m := ofFile.FindStringSubmatch(line); m != nil && m[1] == m[2] && !strings.Contains(line, `"`+m[4]+`"=`) {
		of.APIVersion, of.Kind = builtin.TypeIn(m[1])
		of.Namespace, of.Name = m[3], m[4]
		return of
	}
	if m := ofDefinition.FindStringSubmatch(line); m != nil {
		of.APIVersion, of.Kind = builtin.TypeIn("crd")
		of.Name = m[1]
		return of
	}
	if m := quotedName.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: versionOf("", m[1]), Kind: m[1], Namespace: m[2], Name: m[3]}
	}
	return of
}

// byControllers is the object that a line names behind the controller of its kind.
func byControllers(line string) (of Of) {
	c := controllerPair.FindStringSubmatch(line)
	if c == nil {
		return of
	}
	r, n, path := requestPair.FindStringSubmatch(line), namePair.FindStringSubmatch(line), requestPath.FindStringSubmatch(line)
	k, known := builtin.Named(c[1])
	switch {
	case r != nil:
		of.Namespace, of.Name = r[1], r[2]
	case path != nil && known && k.Namespaced == (path[1] == ""): // it is called after something else
		return of
	case path != nil:
		of.Namespace = path[1]
		if name, whole := strings.CutSuffix(path[2], `"`); whole {
			of.Name = name
		}
	case n != nil:
		of.Name = n[1]
		if ns := namespacePair.FindStringSubmatch(line); ns != nil {
			of.Namespace = ns[1]
		}
	default:
		return of
	}
	of.APIVersion, of.Kind = singular(c[1], line)
	return of
}

// inPairs is the object that a line names in pairs: its kind, and a name under that.
func inPairs(line string) (of Of) {
	kind := pairKind.FindStringSubmatch(line)
	if kind == nil {
		kind = ofKind.FindStringSubmatch(line)
	}
	if kind == nil {
		return of
	}
	for _, m := range pairName.FindAllStringSubmatch(line, -1) {
		if strings.EqualFold(m[1], kind[1]) {
			return Of{APIVersion: versionOf(groupPaired(line), kind[1]), Kind: kind[1], Namespace: m[2], Name: m[3]}
		}
	}
	return of
}

// groupPaired is the group that a line tells in a pair.
func groupPaired(line string) string {
	if m := pairGroup.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// ofController is what a line of a controller is about that tells its kind, and not its name: one of Kubernetes' own may
// only have to do with it.
func ofController(line string) (of Of) {
	if m := pairKind.FindStringSubmatch(line); m != nil && builtin.VersionOf(m[1]) == "" {
		of.APIVersion, of.Kind = versionOf(groupPaired(line), m[1]), m[1]
	}
	return of
}

// fieldsIn are the fields of a line in JSON, which may have been cut at its end.
func fieldsIn(text string) (fields map[string]any) {
	for _, end := range []string{"", `"}`, `}`, `"}}`, `}}`} {
		if json.NewDecoder(strings.NewReader(text+end)).Decode(&fields) == nil {
			break
		}
	}
	for _, key := range []string{"context", "fields", "ctx"} { // in which loggers keep those of a line
		within, _ := fields[key].(map[string]any)
		for name, value := range within {
			if fields[name] == nil {
				fields[name] = value
			}
		}
	}
	return fields
}

// Text is the text of a field, empty where it has none.
func Text(fields map[string]any, key string) string { s, _ := fields[key].(string); return s }

// pair is a name with its value: in quotes, an object of JSON, or neither.
var pair = regex.New(`(?:^|[ ,])(?:"([A-Za-z][\w. -]*)"|"?([A-Za-z][\w.-]*)"?)=("(?:[^"\\]|\\.)*"|\{(?:"(?:[^"\\]|\\.)*"|[^{}"])*\}|[^\s",]+)`)

// pairsIn are the pairs of a line as fields. A value that is an object of JSON is one.
func pairsIn(line string) map[string]any {
	fields := map[string]any{}
	for _, m := range pair.FindAllStringSubmatch(line, -1) {
		key, value := m[1]+m[2], m[3]
		if plain, err := strconv.Unquote(value); err == nil {
			value = plain
		}
		var object map[string]any
		at := strings.Index(value, "namespace=")
		switch {
		case at > 0 && key == "name" && m[3] == value: // whoever wrote it has left a blank out
			fields["name"], fields["namespace"] = value[:at], value[at+len("namespace="):]
		case strings.HasPrefix(value, "{") && json.Unmarshal([]byte(value), &object) == nil:
			fields[key] = object
		default:
			fields[key] = value
		}
	}
	return fields
}

// inFields is the object that the fields of a line are about.
func inFields(fields map[string]any, line string) (of Of) {
	if of = whole(fields); of.Name != "" {
		return of
	}
	of.APIVersion, of.Kind = kindIn(fields, line)
	kind := of.Kind
	if kind == "" {
		return Of{}
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !strings.EqualFold(key, kind) {
			continue
		}
		switch v := fields[key].(type) {
		case map[string]any:
			of.Namespace, of.Name = Text(v, "namespace"), Text(v, "name")
		case string:
			var named bool
			if of.Namespace, of.Name, named = strings.Cut(v, "/"); !named {
				of.Namespace, of.Name = Text(fields, "namespace"), v
			}
		}
	}
	if of.Name == "" {
		of.Namespace, of.Name = Text(fields, "Request.Namespace"), Text(fields, "Request.Name")
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		path, _ := fields[key].(string)
		object, _ := fields[key].(map[string]any)
		switch {
		case of.Name != "" || !keyed.MatchString(key):
		case strings.Count(path, "/") == 1:
			of.Namespace, of.Name, _ = strings.Cut(path, "/")
		case path != "" && of.Kind == Text(fields, "kind") && plainName.MatchString(path): // of no namespace
			of.Name = path
		default:
			of.Namespace, of.Name = Text(object, "namespace"), Text(object, "name")
		}
	}
	if of.Name == "" {
		of.Namespace, of.Name = Text(fields, "namespace"), Text(fields, "name")
	}
	return of
}

// keyed is a field of a line in JSON that holds a namespace and a name, as queues of work call
// an object.
var keyed = regex.New(`(?i)(?:^|[/._])(?:key|request|object|resource)$`)

// plainName is a name alone.
var plainName = regex.New(`^[a-z0-9][a-z0-9.-]*$`)

// keyedIn reports whether a field holds an object so.
func keyedIn(fields map[string]any) bool {
	for key := range fields {
		if keyed.MatchString(key) {
			return true
		}
	}
	return false
}

// whole is the object that a field holds with its kind.
func whole(fields map[string]any) (of Of) {
	for _, key := range []string{"object", "instance", "resource"} {
		if m, _ := fields[key].(map[string]any); Text(m, "kind") != "" && Text(m, "name") != "" {
			version := Text(m, "apiVersion")
			if version == "" {
				version = versionOf("", Text(m, "kind"))
			}
			return Of{APIVersion: version, Kind: Text(m, "kind"), Namespace: Text(m, "namespace"), Name: Text(m, "name")}
		}
	}
	return of
}

// kindIn is the kind that the fields of a line state, or that its logger is called after.
func kindIn(fields map[string]any, line string) (apiVersion, kind string) {
	group := Text(fields, "controllerGroup")
	kind = Text(fields, "controllerKind")
	for _, key := range []string{"reconcilerKind", "reconciler kind", "resourceKind"} {
		if kind == "" && Text(fields, key) != "" {
			kind, group = Text(fields, key), Text(fields, strings.Replace(strings.Replace(key, "Kind", "Group", 1), "kind", "group", 1))
		}
	}
	if version, called := kindKeyed(fields); kind == "" && called != "" {
		return version, called
	}
	if m := ofKind.FindStringSubmatch(line); kind == "" && m != nil {
		kind = m[1]
	}
	if part := loggedAs(fields); kind == "" && part != "" {
		return singular(part, line)
	}
	if m := ofKindNamed.FindStringSubmatch(cmp.Or(Text(fields, "controller"), Text(fields, "logger"))); kind == "" && m != nil && keyedIn(fields) {
		return singular(m[1], line)
	}
	if m := ofPlainHead.FindStringSubmatch(line); kind == "" && m != nil {
		return singular(m[1], line)
	}
	if kind == "" {
		of := Managed(line)
		if kind = keyKind(fields, line); of.Kind != "" {
			return of.APIVersion, of.Kind
		}
	}
	if plain := Text(fields, "kind"); kind == "" && kindKey.MatchString(plain) {
		kind, group = plain, cmp.Or(Text(fields, "group"), trace.GroupOf(Text(fields, "apiVersion")))
	}
	return versionOf(group, kind), kind
}

// loggedAs is the part of the name of a logger that is a kind: the last one, or that under which a field holds a name, as
// gear of controller.gear.check.
func loggedAs(fields map[string]any) string {
	if m := ofPlain.FindStringSubmatch(Text(fields, "logger")); m != nil {
		return m[1]
	}
	for part := range strings.SplitSeq(Text(fields, "logger"), ".") {
		if _, known := builtin.Named(part); known {
			continue // most often a part of what the program is about
		}
		if plainKey.MatchString(part) && !strings.HasPrefix(part, "controller") && plainName.MatchString(Text(fields, part)) {
			return part
		}
	}
	return ""
}

// kindKeyed is the kind that a field holds with its group: tekton.dev.TaskRun.
func kindKeyed(fields map[string]any) (apiVersion, kind string) {
	for key, value := range fields {
		of, is := value.(string)
		if at := strings.LastIndexByte(of, '.'); is && at >= 0 && strings.HasSuffix(key, "/kind") {
			return versionOf(of[:at], of[at+1:]), of[at+1:]
		}
	}
	return "", ""
}

// kindKey is a kind as the name of a field.
var kindKey = regex.New(`^[A-Z][a-z]+(?:[A-Z][a-z]+)*$`)

// keyKind is the kind that the one field is called after which holds an object, or a longer one that ends in the same word
// and holds it too, or else one after which the logger is called.
func keyKind(fields map[string]any, line string) (kind string) {
	var small []string
	for key, value := range fields {
		switch {
		case keyed.MatchString(key) || !holdsObject(value):
		case !kindKey.MatchString(key):
			small = append(small, key)
		case kind != "":
			return ""
		default:
			kind = key
		}
	}
	slices.Sort(small)
	for _, key := range small {
		_, spelled := singular(key, line)
		switch {
		case kind == "" && plainKey.MatchString(key) && inLogger(line, spelled):
			return spelled
		case kind != "" && plainKey.MatchString(key) && len(key) > len(kind) && strings.HasSuffix(strings.ToLower(key), strings.ToLower(kind)) && objectIn(fields[key]) == objectIn(fields[kind]):
			return spelled
		}
	}
	return kind
}

// plainKey is a kind in small letters as the name of a field.
var plainKey = regex.New(`^[a-z][a-z0-9]{3,}$`)

// inLogger reports whether one of the parts is a kind by which the logger of a line is called, before its fields.
func inLogger(line, kind string) bool {
	head, _, _ := strings.Cut(line, "{")
	return slices.ContainsFunc(strings.Fields(head), func(word string) bool {
		parts := strings.Split(word, ".")
		return len(parts) > 1 && slices.Contains(parts, kind)
	})
}

func holdsObject(value any) bool {
	object, _ := value.(map[string]any)
	path, _ := value.(string)
	return Text(object, "name") != "" || named.MatchString(path)
}

// objectIn is the object that a field holds, as its namespace with its name.
func objectIn(value any) string {
	if object, is := value.(map[string]any); is {
		return Text(object, "namespace") + "/" + Text(object, "name")
	}
	path, _ := value.(string)
	return path
}

// named is a namespace with a name.
var named = regex.New(`^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9.-]*$`)

// versionOf is the apiVersion of a kind, of which at most the group is known.
func versionOf(group, kind string) string {
	if group != "" {
		return group + "/" + trace.Unstated
	}
	for gk, k := range builtin.All() {
		if gk.Kind == kind {
			return schema.GroupVersion{Group: k.Group, Version: k.Version}.String()
		}
	}
	return trace.Unstated
}
