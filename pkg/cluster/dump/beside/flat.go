package beside

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// flatField is a field on a line of its own, and flatItem an item of a list, which may begin with one.
	flatField = regex.New(`^([A-Za-z][\w./-]*):(?:\s+(\S.*))?$`)
	flatItem  = regex.New(`^-\s+(.*\S)$`)
	// managed is a line of managedFields.
	managed = regex.New(`^(?:- )?(?:f:|k:\{|v:|\.:)`)

	ofMeta      = []string{"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generateName", "generation", "name", "namespace", "resourceVersion", "selfLink", "uid"}
	ofOwner     = []string{"apiVersion", "blockOwnerDeletion", "controller", "kind", "name", "uid"}
	ofCondition = []string{"lastTransitionTime", "lastUpdateTime", "lastProbeTime", "lastHeartbeatTime", "message", "observedGeneration", "reason", "status", "type"}
	ofClaim     = []string{"apiVersion", "kind", "name", "namespace", "resourceVersion", "uid"}
)

// block is what is open below a part of an object: what it is called, and the fields that it may have.
type block struct {
	name   string
	fields []string
	slash  bool // or such as have a slash in them
	items  bool // in items of a list
	words  bool // items are plain words
}

// blocksOf are those that are known of each part.
var blocksOf = map[string][]block{
	"metadata": {
		{name: "annotations", slash: true},
		{name: "labels", slash: true},
		{name: "finalizers", words: true},
		{name: "ownerReferences", fields: ofOwner, items: true},
	},
	"status":                   {{name: "conditions", fields: ofCondition, items: true}},
	"spec of PersistentVolume": {{name: "csi", fields: []string{"driver", "fsType", "volumeHandle"}}, {name: "claimRef", fields: ofClaim}},
	"spec of Namespace":        {{name: "finalizers", words: true}},
}

// plainOf are the fields that a kind has in a part and nowhere deeper in it.
var plainOf = map[string][]string{
	"spec of PersistentVolume":        {"persistentVolumeReclaimPolicy", "storageClassName", "volumeMode"},
	"spec of PersistentVolumeClaim":   {"storageClassName", "volumeMode", "volumeName"},
	"status of Namespace":             {"phase"},
	"status of PersistentVolume":      {"phase"},
	"status of PersistentVolumeClaim": {"phase"},
	"status of Pod":                   {"phase"},
}

// Indented puts the objects in YAML back into shape of which all lines have lost their indents: of those that may be of
// several places none is kept. Flat are the lines, from 1, where such objects begin.
func Indented(text string) (out string, flat []int) {
	if !strings.Contains(text, "metadata:") {
		return text, nil
	}
	lines := strings.Split(text, "\n")
	for at := 0; at < len(lines); {
		n := flatHead(lines[at:])
		if n == 0 {
			at++
			continue
		}
		flat = append(flat, at+1)
		at += reshaped(lines[at:], n)
	}
	if len(flat) == 0 {
		return text, nil
	}
	return strings.Join(lines, "\n"), flat
}

// flatHead is how many lines the head of an object has, up to its metadata, of which the first field stands at the
// margin too: zero where they are no such head.
func flatHead(lines []string) int {
	var fields []string
	margin := Indent(lines[0])
	for i, line := range lines[:min(len(lines), 12)] {
		if strings.TrimSpace(line) == "" && i > 0 {
			continue
		}
		if Indent(line) != margin {
			return 0
		}
		m := flatField.FindStringSubmatch(strings.TrimRight(line[margin:], " \t\r"))
		switch {
		case m == nil:
			return 0
		case len(fields) == 3 && slices.Contains(fields, "metadata"):
			if named := slices.Contains(ofMeta, m[1]) && m[2] != ""; !named && (!slices.ContainsFunc(blocksOf["metadata"], func(b block) bool { return b.name == m[1] }) || m[2] != "") {
				return 0
			}
			return i
		case slices.Contains(fields, m[1]), m[1] != "apiVersion" && m[1] != "kind" && m[1] != "metadata", (m[1] == "metadata") != (m[2] == ""):
			return 0
		case m[1] == "metadata" && len(fields) < 2:
			return 0
		}
		fields = append(fields, m[1])
	}
	return 0
}

// reshaper puts the lines of one object back into shape.
type reshaper struct {
	kind, part string
	in         *block
	deeper     bool // something of the part was opened that is not known
	used       []string
	once       map[string][]int // where a field of a part stands
	had        []string         // blocks of the part
	open       byte             // the quote that a value is open in
	text       bool             // the last value is a text on the lines below
}

// reshaped changes the lines of an object with so long a head, and returns how many it has.
func reshaped(lines []string, head int) int {
	r := reshaper{part: "metadata", once: map[string][]int{}}
	for _, line := range lines[:head] {
		if m := flatField.FindStringSubmatch(strings.TrimSpace(line)); m != nil && m[1] == "kind" {
			r.kind = m[2]
		}
	}
	margin := strings.Repeat(" ", Indent(lines[0]))
	was := slices.Clone(lines)
	n := head
	for ; n < len(lines); n++ {
		line := strings.TrimSpace(lines[n])
		shaped, is := r.line(line, n)
		if !is || line != "" && !strings.HasPrefix(lines[n], margin+line[:1]) && r.open == 0 && !r.text {
			break
		}
		if lines[n] = ""; shaped != "" {
			lines[n] = margin + shaped
		}
	}
	for _, at := range r.once {
		for _, i := range at[1:] {
			lines[i] = ""
			if strings.TrimSpace(was[i]) != strings.TrimSpace(was[at[0]]) {
				lines[at[0]] = "" // one of them is of something deeper
			}
		}
	}
	return n
}

// line is a line in its place, empty where that is not known. It is false where the object has ended.
func (r *reshaper) line(line string, at int) (shaped string, is bool) {
	if r.open != 0 || r.text && strings.HasPrefix(line, "{") {
		if r.text = false; strings.HasSuffix(line, string(r.open)) {
			r.open = 0
		}
		return "      " + line, true
	}
	if r.text = false; line == "" || line[0] == '#' || managed.MatchString(line) {
		return "", true
	}
	if m := flatItem.FindStringSubmatch(line); m != nil {
		return r.item(m[1]), true
	}
	if m := flatField.FindStringSubmatch(line); m != nil {
		return r.field(m[1], m[2], at)
	}
	if r.in != nil && r.in.words && bareName.MatchString(line) {
		return "  - " + line, true
	}
	return "", false
}

// item is an item of a list.
func (r *reshaper) item(text string) string {
	m := flatField.FindStringSubmatch(text)
	switch {
	case r.in == nil:
	case r.in.words && itemOfList.MatchString("- "+text):
		return "  - " + text
	case r.in.items && m != nil && m[2] != "" && slices.Contains(r.in.fields, m[1]):
		r.used = []string{m[1]}
		r.valued(m[2])
		return "  - " + text
	}
	r.in, r.deeper = nil, true
	return ""
}

// field is a field of the block that is open, or else of the part.
func (r *reshaper) field(key, value string, at int) (shaped string, is bool) {
	if value == "" && (key == "spec" && r.part == "metadata" || key == "status" && r.part != "status") {
		r.part, r.in, r.deeper, r.had = key, nil, false, nil
		return key + ":", true
	}
	if (key == "apiVersion" || key == "kind") && (r.in == nil || !slices.Contains(r.in.fields, key)) && !r.deeper {
		return "", false // of the next one
	}
	if value != "" && r.inBlock(key) {
		r.used = append(r.used, key)
		r.valued(value)
		return "    " + key + ": " + value, true
	}
	if value == "" {
		return r.opened(key), true
	}
	if slices.Contains(ofMeta, key) && r.part == "metadata" || r.part != "metadata" && !r.deeper && r.in == nil || slices.Contains(plainOf[r.part+" of "+r.kind], key) {
		r.in = nil
		r.once[r.part+"."+key] = append(r.once[r.part+"."+key], at)
		r.valued(value)
		return "  " + key + ": " + value, true
	}
	if list := strings.HasPrefix(value, "["); list && key == "finalizers" && r.part == "metadata" {
		return "  " + key + ": " + value, true
	}
	return "", true
}

// inBlock reports whether a field is of the block that is open.
func (r *reshaper) inBlock(key string) bool {
	b := r.in
	if b == nil {
		return false
	}
	known := slices.Contains(b.fields, key) && !slices.Contains(r.used, key) && (!b.items || len(r.used) > 0)
	return known || b.slash && strings.Contains(key, "/")
}

// opened is what begins a block, empty where that is none that is known.
func (r *reshaper) opened(key string) string {
	known := slices.Concat(blocksOf[r.part], blocksOf[r.part+" of "+r.kind])
	at := slices.IndexFunc(known, func(b block) bool { return b.name == key })
	if at < 0 || slices.Contains(r.had, key) {
		r.deeper = true
		if r.in != nil && (r.in.items || r.in.words || r.in.slash) {
			r.in = nil
		}
		return ""
	}
	r.in, r.used = &known[at], nil
	r.had = append(r.had, key)
	return "  " + key + ":"
}

// valued takes note of a value that goes on below.
func (r *reshaper) valued(value string) {
	if q := value[0]; (q == '"' || q == '\'') && (len(value) == 1 || value[len(value)-1] != q) {
		r.open = q
	}
	r.text = value == "|" || value == "|-" || value == ">" || value == ">-"
}
