package beside

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// columnsOf are the heads that kubectl prints for kinds, in their order. Of others the name comes first and the age
// last.
var columnsOf = map[string][]string{
	"Pod":                      {"NAME", "READY", "STATUS", "RESTARTS", "AGE"},
	"PersistentVolumeClaim":    {"NAME", "STATUS", "VOLUME", "CAPACITY", "ACCESS MODES", "STORAGECLASS", "AGE"},
	"PersistentVolume":         {"NAME", "CAPACITY", "ACCESS MODES", "RECLAIM POLICY", "STATUS", "CLAIM", "STORAGECLASS", "AGE"},
	"VolumeAttachment":         {"NAME", "ATTACHER", "PV", "NODE", "ATTACHED", "AGE"},
	"Namespace":                {"NAME", "STATUS", "AGE"},
	"Node":                     {"NAME", "STATUS", "ROLES", "AGE", "VERSION"},
	"CustomResourceDefinition": {"NAME", "CREATED AT"},
}

// HasHead reports whether the tables of a kind have a head that tells it.
func HasHead(kind string) bool { return kind != "Namespace" && columnsOf[kind] != nil }

// volumeOfClaim is the name of such a volume.
const volumeOfClaim = `pvc-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`

var (
	// filtered is a command of which the output went through one that leaves out the head: its flags, what it looks
	// for, and what stands behind that on the line.
	filtered = regex.New(`\|\s*(?:grep|egrep|fgrep)((?:\s+-[\w-]+(?:=\S+)?)*)\s+("[^"]*"|'[^']*'|[^\s|"']+)(.*)$`)
	// inverted are flags of one that prints what it does not find.
	inverted = regex.New(`\s-(?:\w*v\w*|-invert-match)(?:\s|$)`)
	// beheaded is one that prints no head.
	beheaded = regex.New(`\s--no-headers(?:=true)?(?:\s|$)`)
	// allSpaces is one that prints the namespace first, and shaped one that prints no columns of its own.
	allSpaces = regex.New(`\s(?:-A|--all-namespaces)(?:=true)?(?:\s|$)`)
	shaped    = regex.New(`\s(?:-o|--output)[ =]?(?:yaml|json|name|jsonpath|go-template|custom-columns|template)`)
	// aside is what belongs to the cell before: 3 (5m ago).
	aside = regex.New(`\s+\([^()]*\)`)
	// podsReady is how many of a pod's containers are ready: no other kind begins a row so.
	podsReady = regex.New(`^\d+/\d+$`)
	// provisioned is what a provisioner calls a volume: after the claim that it is for.
	provisioned = regex.New(`^` + volumeOfClaim + `$`)
	// moment is when something was created.
	moment = regex.New(`^\d{4}-\d\d-\d\dT[\d:]+Z$`)
)

// behead tells that the rows which the command prints have no head, and returns what stands on its line of them.
func (t *table) behead(line string) (rest string) {
	if shaped.MatchString(line) {
		return ""
	}
	m := filtered.FindStringSubmatch(line)
	if t.headless = m != nil || beheaded.MatchString(line); !t.headless {
		return ""
	}
	t.spaced = allSpaces.MatchString(line)
	if m == nil {
		return ""
	}
	if !inverted.MatchString(m[1]) {
		t.filter = strings.Trim(m[2], "\"'")
	}
	return strings.TrimSpace(m[3])
}

// unmistakable are rows that tables of one kind alone have, by what stands behind the name; in some a namespace is first.
var unmistakable = []struct {
	resource string
	row      *regex.Regexp
}{
	{"persistentvolumeclaims", regex.New(`^([a-z0-9][\w-]* +)?[a-z0-9][\w.-]* +(?:Bound|Lost|Terminating) +` + volumeOfClaim + `(?: |$)`)},
	{"persistentvolumes", regex.New(`^()[a-z0-9][\w.-]* +\d+[KMGTP]i? +(?:RWO|ROX|RWX|RWOP)[A-Z,]* +(?:Retain|Delete|Recycle) +[A-Z][a-z]+ +\S`)},
}

// shapedRow reads a row that stands without its head and without the command that has printed it, unless the lines right
// above it tell that it is of another place.
func shapedRow(above []string, line string, types Types) (rows []Row) {
	for _, of := range unmistakable {
		m := of.row.FindStringSubmatch(line)
		if m == nil || elsewhere(above) {
			continue
		}
		t := table{resource: of.resource, types: types, spaced: m[1] != ""}
		if r, is := t.headlessRow(line); is {
			rows = append(rows, r)
		}
	}
	return rows
}

// elsewhere reports whether one of the last lines, behind a gap or a fence, tells of another place.
func elsewhere(above []string) bool {
	at := len(above)
	for at > 0 && strings.TrimSpace(above[at-1]) != "" && !fence.MatchString(above[at-1]) {
		at--
	}
	return slices.ContainsFunc(above[at:], (prose.Others | prose.Afar).MatchString)
}

// fill takes the cells of a row by their heads, or what is first and last in one without.
func (r *Row) fill(heads, words []string) {
	if heads == nil {
		r.Cells["NAME"], r.Cells["AGE"] = words[0], words[len(words)-1]
	}
	for i, head := range heads {
		if i < len(words) && words[i] != "<none>" && words[i] != "<unset>" {
			r.Cells[head] = words[i]
		}
	}
}

// headlessRow reads a row of which the columns are told by the kind. It is none where its age does not stand where
// that has to.
func (t *table) headlessRow(line string) (r Row, is bool) {
	r = Row{Namespace: t.of.Namespace, Cells: map[string]string{}}
	r.APIVersion, r.Kind = t.types(t.resource)
	words := strings.Fields(aside.ReplaceAllString(line, ""))
	if t.spaced && len(words) > 0 {
		r.Namespace, words = words[0], words[1:]
	}
	heads := columnsOf[r.Kind]
	if len(words) < 2 {
		return r, false
	}
	if r.Kind == "PersistentVolume" && len(words) > 5 && !strings.Contains(words[5], "/") {
		heads = append(append([]string{}, heads[:5]...), heads[6:]...) // of no claim
	}
	r.fill(heads, words)
	if !isAge(r.Cells["AGE"]) && !moment.MatchString(r.Cells["CREATED AT"]) {
		if heads != nil && len(words) < len(heads)-1 && t.filter != "" && (r.Kind == "PersistentVolumeClaim" || !slices.ContainsFunc(words, provisioned.MatchString)) && strings.ContainsAny(words[0], "-0123456789") && !strings.Contains(line, t.filter) {
			r.Filter = t.filter
			return t.finished(r)
		}
		if podsReady.MatchString(r.Cells["READY"]) && r.Cells["STATUS"] != "" || r.Kind == "PersistentVolumeClaim" && provisioned.MatchString(r.Cells["VOLUME"]) {
			return t.finished(r) // the end of the row was not copied
		}
		last := words[len(words)-1] // behind a reason
		if r.Kind != "PersistentVolume" || !isAge(last) {
			return r, false
		}
		r.Cells["AGE"] = last
	}
	return t.finished(r)
}

func isAge(word string) bool {
	_, is := described.Age(word)
	return is
}
