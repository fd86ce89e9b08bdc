package beside

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// head is the head of a table as kubectl get prints it.
var head = regex.New(`^(?:NAMESPACE +)?NAME(?: +[A-Z][A-Z0-9()/_.-]*)+$`)

// usual are the heads of tables of which the type is known by how they begin.
var usual = []struct{ begins, resource string }{
	{"NAME STATUS ROLES AGE VERSION", "nodes"},
	{"NAME CAPACITY ACCESS MODES RECLAIM POLICY STATUS CLAIM", "persistentvolumes"},
	{"NAME STATUS VOLUME CAPACITY ACCESS MODES", "persistentvolumeclaims"},
	{"NAME READY STATUS RESTARTS AGE", "pods"},
	{"NAME ATTACHER PV NODE ATTACHED", "volumeattachments"},
}

// ending are the states of objects that were asked to go.
var ending = regex.New(`^(?:(?:Terminat|Delet|Destroy)ing|(?:Termination|Deletion|Delete|Destroy)[ _-]?(?:[Ff]ailed|[Ff]ailure|[Ee]rror|[Bb]locked|[Pp]ending|[Ii]n[Pp]rogress|[Ss]tuck)|Failed[ _-]?(?:[Dd]eletion|[Dd]elete|[Tt]ermination|[Dd]estroy))$`)

// failedState are those of which the deletion has failed.
var failedState = regex.New(`(?i)fail|error|blocked|stuck`)

// Row is an object as a table shows it.
type Row struct {
	APIVersion, Kind, Namespace, Name string
	// Going says that the table shows it on its way out.
	Going bool
	// Finalizers are those that a template printed for its type.
	Finalizers []string
	// Looped says that a command printed it that went through all types, and nothing tells in which namespace.
	Looped bool
	// Filter is what the row had to have in it to be printed, where the copy ends before that.
	Filter string
	// Cells are the columns by their heads.
	Cells map[string]string
}

// Rows are the objects that tables among the lines show. What they are of, the command says
// that printed the table, or else the head. Where neither does, and the last column is the age, it is what the types
// have for no name.
func Rows(lines []string, types Types) (rows []Row) {
	var t table
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if echoed(lines[i:]) {
			t = table{of: Command{Resource: line, Namespace: t.of.Namespace}, looped: t.looped, types: types}
			continue
		}
		if c, is := Printing(line); is {
			t = table{of: c, resource: c.Resource, types: types, template: strings.Contains(line, "finalizers")}
			t.looped = c.Resource == AnyType && c.Namespace == "" && strings.Contains(line, "api-resources")
			if r, is := t.headlessRow(t.behead(line)); is {
				rows = append(rows, r)
			}
			continue
		}
		switch {
		case t.template && values.MatchString(line):
			printed(rows, t, line)
			t.template = false
		case head.MatchString(line):
			t.head, t.types = line, types
			t.columns = cell.FindAllStringIndex(line, -1)
			t.usual()
			t.headless = false
		case t.headless:
			if r, is := t.headlessRow(line); is {
				rows = append(rows, r)
				continue
			}
			t.headless = false
			rows = append(rows, shapedRow(lines[:i], line, types)...)
		case len(t.columns) == 0 || line == "" || t.resource == "" && !t.aged && !typedName.MatchString(line):
			t.columns = nil
			rows = append(rows, shapedRow(lines[:i], line, types)...)
		default:
			r, is := t.row(line)
			if !is {
				t.columns = nil // what stands behind a table
				continue
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// typeAlone is a type of several objects alone on its line.
var typeAlone = regex.New(`^[a-z][a-z0-9]*(?:s|\.[a-z0-9.-]*[a-z0-9])$`)

// echoed reports whether the first line is the type of the table that begins on the next, as a loop over types prints it.
func echoed(lines []string) bool {
	return len(lines) > 1 && typeAlone.MatchString(strings.TrimSpace(lines[0])) && head.MatchString(strings.TrimSpace(lines[1]))
}

// list is one of those.
var list = regex.New(`\[[^\]{}]*\]`)

// values are what a template prints of a list.
var values = regex.New(`^(?:\[[^\]{}]*\]\s*)+$`)

// printed gives the rows of a type the finalizers that a template printed.
func printed(rows []Row, t table, line string) {
	_, kind := t.types(t.of.Resource)
	var of []int
	for i := range rows {
		if rows[i].Kind == kind && (t.of.Name == "" || t.of.Name == rows[i].Name) && (t.of.Namespace == "" || rows[i].Namespace == "" || t.of.Namespace == rows[i].Namespace) {
			of = append(of, i)
		}
	}
	lists := list.FindAllString(line, -1)
	if len(of) > 1 && len(lists) != len(of) {
		return // nothing tells whose is which
	}
	for n, i := range of {
		line := line
		if len(of) > 1 {
			line = lists[n]
		}
		for word := range strings.FieldsFuncSeq(line, func(c rune) bool { return strings.ContainsRune("[]\", ", c) }) {
			if !slices.Contains(rows[i].Finalizers, word) {
				rows[i].Finalizers = append(rows[i].Finalizers, word)
			}
		}
	}
}

// table is one that is being read.
type table struct {
	of       Command
	resource string // of the command, or else by the head
	types    Types
	head     string
	columns  [][]int
	aged     bool // its last column is how old objects are, as kubectl ends a table
	template bool // finalizers are printed by a template
	headless bool // rows are printed without a head
	spaced   bool // and with their namespace first
	looped   bool // types are gone through
	filter   string
}

// usual takes the type from the head where no command tells it.
func (t *table) usual() {
	words := strings.TrimPrefix(strings.Join(strings.Fields(t.head), " "), "NAMESPACE ")
	t.resource, t.aged = t.of.Resource, strings.HasSuffix(words, " AGE")
	if t.resource != "" && t.resource != AnyType {
		return
	}
	for _, u := range usual {
		if strings.HasPrefix(words, u.begins) {
			t.resource = u.resource
		}
	}
}

// cell is a word of a table, or some with one blank between.
var cell = regex.New(`\S+(?: \S+)*`)

// row reads a row by where the columns begin.
func (t *table) row(line string) (r Row, is bool) {
	r = Row{Namespace: t.of.Namespace, Cells: map[string]string{}}
	r.APIVersion, r.Kind = t.types(t.resource)
	for i, at := range t.columns {
		end := len(line)
		if i+1 < len(t.columns) {
			end = min(t.columns[i+1][0], len(line))
		}
		if at[0] >= end {
			break
		}
		if at[0] > 0 && line[at[0]-1] != ' ' {
			return t.moved(line)
		}
		if value := strings.TrimSpace(line[at[0]:end]); value != "" && value != "<none>" && value != "<unset>" {
			r.Cells[t.head[at[0]:at[1]]] = value
		}
	}
	r, is = t.finished(r)
	return r, is && (len(r.Cells) > 1 || len(t.columns) == 1)
}

// moved reads a row of which somebody has moved the columns, as by a name in place of another one: it has a cell below each
// head, with at least two blanks between them.
func (t *table) moved(line string) (r Row, is bool) {
	cells := cell.FindAllString(line, -1)
	if len(cells) != len(t.columns) {
		return r, false
	}
	var heads []string
	for _, at := range t.columns {
		heads = append(heads, t.head[at[0]:at[1]])
	}
	r = Row{Namespace: t.of.Namespace, Cells: map[string]string{}}
	r.APIVersion, r.Kind = t.types(t.resource)
	r.fill(heads, cells)
	return t.finished(r)
}

// finished takes from the cells of a row which object it is, and whether that was asked to go.
func (t *table) finished(r Row) (Row, bool) {
	r.Name = r.Cells["NAME"]
	if namespace := r.Cells["NAMESPACE"]; namespace != "" {
		r.Namespace = namespace
	}
	r.Looped = t.looped && r.Namespace == ""
	if resource, name, typed := strings.Cut(r.Name, "/"); typed && nameLike.MatchString(resource) {
		r.APIVersion, r.Kind = t.types(resource)
		r.Name = name
	}
	r.Going = ending.MatchString(r.Cells["STATUS"]) || ending.MatchString(r.Cells["PHASE"])
	return r, r.Kind != "" && nameLike.MatchString(r.Name)
}

// typedName is a row of which the name tells the type.
var typedName = regex.New(`^(?:[a-z0-9-]+ +)?[a-z][a-z0-9]*\.[a-z0-9.-]+/[a-z0-9]`)

// nameLike is what an object may be called.
var nameLike = regex.New(`^[a-z0-9][a-z0-9.-]*$`)

// places are where columns of built-in kinds stand in an object.
var places = map[string]map[string][]string{
	"PersistentVolume": {
		"RECLAIM POLICY": {"spec", "persistentVolumeReclaimPolicy"}, "STORAGECLASS": {"spec", "storageClassName"},
	},
	"PersistentVolumeClaim": {"VOLUME": {"spec", "volumeName"}, "STORAGECLASS": {"spec", "storageClassName"}},
	"Pod":                   {"NODE": {"spec", "nodeName"}},
	"VolumeAttachment": {
		"ATTACHER": {"spec", "attacher"}, "PV": {"spec", "source", "persistentVolumeName"}, "NODE": {"spec", "nodeName"},
	},
}

// phased are the built-in kinds of which the column STATUS is the phase.
var phased = []string{"PersistentVolume", "PersistentVolumeClaim", "Namespace"}

// Fill puts into an object what the row tells and the object does not.
func (r *Row) Fill(obj map[string]any) {
	for column, path := range places[r.Kind] {
		put(obj, r.Cells[column], path...)
	}
	namespace, claim, of := strings.Cut(r.Cells["CLAIM"], "/")
	if spec, _ := obj["spec"].(map[string]any); r.Kind == "PersistentVolume" && of && spec["claimRef"] == nil {
		for key, value := range map[string]string{"kind": "PersistentVolumeClaim", "namespace": namespace, "name": claim} {
			put(obj, value, "spec", "claimRef", key)
		}
	}
	if attached := r.Cells["ATTACHED"]; r.Kind == "VolumeAttachment" && attached != "" {
		if status, _ := obj["status"].(map[string]any); status["attached"] == nil {
			obj["status"] = map[string]any{"attached": attached == "true"}
		}
	}
	if r.Going {
		return
	}
	put(obj, r.Cells["PHASE"], "status", "phase")
	if slices.Contains(phased, r.Kind) {
		put(obj, r.Cells["STATUS"], "status", "phase")
	}
	if status, _ := obj["status"].(map[string]any); r.Kind == "Node" && strings.HasPrefix(r.Cells["STATUS"], "NotReady") && status["conditions"] == nil {
		obj["status"] = map[string]any{"conditions": []any{map[string]any{"type": "Ready", "status": "Unknown", "reason": "NotReady"}}}
	}
}

// put sets a field that is not there.
func put(obj map[string]any, value string, path ...string) {
	if value == "" {
		return
	}
	at := obj
	for _, field := range path[:len(path)-1] {
		next, is := at[field].(map[string]any)
		if !is && at[field] != nil {
			return
		}
		if !is {
			next = map[string]any{}
			at[field] = next
		}
		at = next
	}
	if last := path[len(path)-1]; at[last] == nil {
		at[last] = value
	}
}

// Same reports whether the row is of the object.
func (r *Row) Same(obj map[string]any) bool { return r.Kind == obj["kind"] && r.names(obj) }

// Shows reports whether the row is of the object, of which the command may have had the short name
// of its kind.
func (r *Row) Shows(obj map[string]any) bool {
	kind, _ := obj["kind"].(string)
	return r.names(obj) && (r.Kind == kind || r.APIVersion == unstated && Shortens(r.Kind, kind))
}

func (r *Row) names(obj map[string]any) bool {
	meta, _ := obj["metadata"].(map[string]any)
	namespace, _ := meta["namespace"].(string)
	apiVersion, _ := obj["apiVersion"].(string)
	return r.Name == meta["name"] && sameGroup(r.APIVersion, apiVersion) && (namespace == "" || r.Namespace == "" || namespace == r.Namespace)
}

const unstated = "unknown" // trace.Unstated

// sameGroup reports whether two kinds of one name may be of one API group, which what people
// type leaves out.
func sameGroup(a, b string) bool {
	of, _, grouped := strings.Cut(a, "/")
	other, _, too := strings.Cut(b, "/")
	return a == "" || b == "" || a == unstated || b == unstated || grouped == too && (of == other || !grouped)
}

// Failed reports whether the table shows that the deletion of the object has failed.
func (r *Row) Failed() bool {
	return r.Going && (failedState.MatchString(r.Cells["STATUS"]) || failedState.MatchString(r.Cells["PHASE"]))
}

// Stays reports whether the table shows the object in a state that is not on its way out.
func (r *Row) Stays() bool {
	return !r.Going && (r.Cells["STATUS"] != "" || r.Cells["PHASE"] != "")
}

// Once are the rows with those of the same object as one: what tells more comes first.
func Once(rows []Row) (out []Row) {
	for _, r := range rows {
		at := slices.IndexFunc(out, func(o Row) bool {
			return o.Kind == r.Kind && o.Name == r.Name && o.Namespace == r.Namespace && sameGroup(o.APIVersion, r.APIVersion)
		})
		if at < 0 {
			out = append(out, r)
			continue
		}
		out[at].Going = out[at].Going || r.Going
		out[at].Finalizers = slices.Compact(append(out[at].Finalizers, r.Finalizers...))
		for column, value := range r.Cells {
			if out[at].Cells[column] == "" {
				out[at].Cells = maps.Clone(out[at].Cells)
				out[at].Cells[column] = value
			}
		}
	}
	return out
}
