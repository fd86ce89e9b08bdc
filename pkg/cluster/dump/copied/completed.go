package copied

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// completed gives each object that was copied what stands beside it: a word for its name,
// what tables and templates show of it, and what is left in a namespace. Where nothing is an
// object, it is the one that the lines speak of.
func (q *Question) completed(r reading, aside []string) reading {
	r.joined(q.Alone && q.Hangs)
	r.manifested()
	rows := placedAs(beside.Once(scoped(beside.Rows(aside, q.typeIn))), q.About)
	q.namedBeside(&r, rows, aside)
	q.headed(&r, rows, aside)
	if slices.ContainsFunc(r.documents, func(d *document) bool { return len(d.Items) > 0 || d.Text("kind") != "" && d.named() }) {
		r.eventsPrinted(aside)
		for i, d := range r.documents {
			r.documents[i] = d.filled(rows)
			r.shownAt(d, rows)
		}
		r.leftIn(beside.Once(append(q.asked(aside), rows...)))
		r.attached(rows)
		if q.Alone {
			r.goingBeside(rows, q.About)
			r.goingAlong()
		}
		r.finalizersCut()
		if q.Alone && q.Hangs {
			r.instances(aside)
			r.presumeLogged(aside)
			q.complaint(&r)
			r.presume(aside, rows, q.About)
			q.presumeSaid(&r, aside, rows)
			q.heardBeside(&r, aside, rows)
			q.hangsBeside(&r, aside)
			r.presumeShown(aside, rows, q.About)
			r.shown(aside)
			r.finalizersNamed(aside)
		}
		r.identified() // last: what has a UID of its own was copied whole
		return r
	}
	takes := []func(lines []string, rows []beside.Row) (*document, error){q.fragment, q.tabled, q.heard}
	if q.About.Name != "" && !slices.ContainsFunc(rows, func(r beside.Row) bool { return r.Name == q.About.Name }) {
		takes = takes[2:] // of something else
	}
	for _, take := range takes {
		if d, err := take(aside, rows); d != nil {
			r.documents, r.faults = []*document{d}, append(unread(r.faults), err)
			r.leftIn(rows)
			r.attached(rows)
			r.eventsBeside(aside)
			r.eventsPrinted(aside)
			return r
		}
	}
	return r
}

// headed gives each object that was copied without its head what stands for that.
func (q *Question) headed(r *reading, rows []beside.Row, aside []string) {
	for i, d := range r.documents {
		d.typedByLink()
		by := d.by
		if by.Name == "" && q.Alone && q.About.Name != "" && !d.Listed && strings.EqualFold(d.Text("kind"), q.About.Kind) && !r.names(q.About) {
			by = beside.Command{Name: q.About.Name, Namespace: q.About.Namespace}
		}
		if d.described {
			d = q.ofKindPrinted(d.ofKind(q.About), aside)
		}
		if q.Alone {
			d = d.placed(q.About)
		}
		if d.ofNamespaces() {
			d = d.asNamespace()
			by.Name = q.namespaceOf(r, d, by.Name, aside)
		}
		d = d.completedNamespace().asDefinition()
		var part error
		if q.Alone && (d.part() || q.Hangs && d.bare()) {
			d, part = q.completedBy(d, r, rows, aside)
		}
		named, err := d.nameFrom(by)
		err = cmp.Or(err, part)
		if d.Listed {
			err = d.itemsNamed()
		}
		if r.documents[i] = named; err != nil {
			r.faults = append(r.faults, err)
		}
	}
}

// namespaceOf is the name of a namespace by the command that printed it, the question, the paths in it and beside it,
// or else by what sentences speak of.
func (q *Question) namespaceOf(r *reading, d *document, printed string, aside []string) string {
	name := cmp.Or(printed, q.namespaceAsked(), namespaceIn(d.linesOf(), spoken.NamespacesIn), namespaceIn(aside, spoken.NamespacesIn))
	said := namespaceIn(aside, spoken.NamespacesSaid)
	if name != "" || said == "" || d.named() {
		return name
	}
	r.faults = append(r.faults, lackf("the name of the Namespace was not copied, and the text beside it speaks of %s; %s", said, advice))
	return said
}

// namespaceAsked is the namespace that is asked about, empty where none is.
func (q *Question) namespaceAsked() string {
	if q.Alone && q.About.Kind == "Namespace" {
		return q.About.Name
	}
	return ""
}

// names reports whether an object that was copied has the name that is asked about.
func (r *reading) names(about spoken.Of) bool {
	return slices.ContainsFunc(r.documents, func(d *document) bool {
		return slices.ContainsFunc(d.objectsOf(), func(obj map[string]any) bool {
			meta, _ := obj["metadata"].(map[string]any)
			return spoken.Text(meta, "name") == about.Name && strings.EqualFold(spoken.Text(obj, "kind"), about.Kind)
		})
	})
}

// ofKind gives what describe printed, of which nothing tells the kind, that which is asked about.
func (d *document) ofKind(about spoken.Of) *document {
	return d.changed(func(obj map[string]any) {
		meta, _ := obj["metadata"].(map[string]any)
		if obj["kind"] == "" && about.Kind != "" && spoken.Text(meta, "name") == about.Name {
			obj["apiVersion"], obj["kind"] = about.APIVersion, about.Kind
		}
	})
}

// ofKindPrinted gives what describe printed, of which nothing tells the kind, the type of the command that was to print
// the object of its name.
func (q *Question) ofKindPrinted(d *document, lines []string) *document {
	if !slices.ContainsFunc(d.objectsOf(), func(obj map[string]any) bool { return obj["kind"] == "" }) {
		return d
	}
	_, printing := beside.Commands(lines)
	for _, c := range printing {
		if c.Name != "" {
			d = d.ofKind(q.commandedOf(c))
		}
	}
	return d
}

// scoped takes off the rows of kinds that are in no namespace the one of the command, and that it may be anyone.
func scoped(rows []beside.Row) []beside.Row {
	for i := range rows {
		if k, known := builtin.Named(rows[i].Kind); known && !k.Namespaced && builtin.VersionOf(k.Kind) == rows[i].APIVersion {
			rows[i].Namespace, rows[i].Looped = "", false
		}
	}
	return rows
}

// objectsOf are the objects of a document, decoded.
func (d *document) objectsOf() (all []map[string]any) {
	texts := d.Items
	if !d.Listed {
		texts = [][]byte{d.Whole()}
	}
	for _, text := range texts {
		obj := map[string]any{}
		if json.Unmarshal(text, &obj) == nil {
			all = append(all, obj)
		}
	}
	return all
}

// changed is the document with each of its objects changed.
func (d *document) changed(change func(obj map[string]any)) *document {
	if !d.Listed {
		return d.edited(change)
	}
	for i, item := range d.Items {
		if one := read(item, len(item)+1); len(one.documents) == 1 {
			d.Items[i] = one.documents[0].edited(change).Whole()
		}
	}
	return d
}

// filled puts into the objects of a document what tables show of them: that they were asked
// to go, which an object that was copied whole tells itself, and what they do not tell.
func (d *document) filled(rows []beside.Row) *document {
	if len(rows) == 0 {
		return d
	}
	return d.changed(func(obj map[string]any) {
		at := slices.IndexFunc(rows, func(r beside.Row) bool { return r.Same(obj) })
		meta, _ := obj["metadata"].(map[string]any)
		if at < 0 || meta == nil || meta["uid"] != nil {
			return
		}
		if rows[at].Going && meta["deletionTimestamp"] == nil {
			meta["deletionTimestamp"] = trace.Untold
		}
		rows[at].Fill(obj)
	})
}

// shownAt takes from how old a table shows an object to be when that was copied, or the copy itself
// later.
func (r *reading) shownAt(d *document, rows []beside.Row) {
	if !slices.ContainsFunc(rows, func(r beside.Row) bool { return r.Cells["AGE"] != "" }) {
		return
	}
	for _, obj := range d.objectsOf() {
		meta, _ := obj["metadata"].(map[string]any)
		created, err := time.Parse(time.RFC3339, spoken.Text(meta, "creationTimestamp"))
		if err != nil {
			continue
		}
		at := slices.IndexFunc(rows, func(r beside.Row) bool { return r.Shows(obj) })
		if at < 0 {
			continue
		}
		if age, is := described.Age(rows[at].Cells["AGE"]); is {
			if at := created.UTC().Add(age); at.After(r.seen) {
				r.seen = at
			}
		}
	}
}

// objectOf is the row as an object that was asked to go, of whose finalizers nothing may
// have been copied.
func objectOf(r *beside.Row) map[string]any {
	of := spoken.Of{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name}
	obj := objectSpoken(of)
	if meta, _ := obj["metadata"].(map[string]any); len(r.Finalizers) > 0 && meta != nil {
		meta["finalizers"] = anyOf(r.Finalizers)
	}
	r.Fill(obj)
	return obj
}

// asked are what commands have asked to go that was still there when they ended.
func (q *Question) asked(aside []string) (rows []beside.Row) {
	for _, c := range beside.StillThere(aside) {
		row := beside.Row{Namespace: c.Namespace, Name: c.Name, Going: true}
		if row.APIVersion, row.Kind = q.typeIn(c.Resource); row.Kind != "" {
			rows = append(rows, row)
		}
	}
	return scoped(rows)
}

// attached adds the attachments that tables show, of which one names the volume that it is of.
func (r *reading) attached(rows []beside.Row) {
	d := newList()
	for i := range rows {
		if volume := (spoken.Of{Kind: "PersistentVolume", Name: rows[i].Filter}); rows[i].Kind == "VolumeAttachment" && rows[i].Filter != "" && r.names(volume) {
			rows[i].Cells["PV"] = rows[i].Filter // in no other column
		}
		if row := &rows[i]; row.Kind == "VolumeAttachment" && row.Cells["PV"] != "" && len(d.Items) < mostCopied {
			obj := map[string]any{"apiVersion": row.APIVersion, "kind": row.Kind, "metadata": map[string]any{"name": row.Name}}
			row.Fill(obj)
			d.append(obj)
		}
	}
	if len(d.Items) > 0 {
		r.documents = append(r.documents, d)
	}
}

// leftIn adds what tables show to be in a namespace that was asked to go: the namespace
// controller has asked that to go too.
func (r *reading) leftIn(rows []beside.Row) {
	var known []map[string]any
	for _, d := range r.documents {
		known = append(known, d.objectsOf()...)
	}
	content, spaces := newList(), 0
	for _, obj := range known {
		if obj["kind"] == "Namespace" {
			spaces++
		}
	}
	for _, obj := range known {
		meta, _ := obj["metadata"].(map[string]any)
		if obj["kind"] != "Namespace" || meta == nil || meta["deletionTimestamp"] == nil {
			continue
		}
		for i := range rows {
			row := &rows[i]
			if row.Looped && spaces == 1 && row.Kind != "Namespace" {
				row.Namespace = spoken.Text(meta, "name") // who lists all there is looks at what is left in it
			}
			if row.Namespace == meta["name"] && row.Kind != "Namespace" && row.Kind != "Event" && len(content.Items) < mostCopied &&
				!staysBeside(row, rows) && !slices.ContainsFunc(known, row.Same) {
				content.append(objectOf(row))
			}
		}
	}
	if len(content.Items) > 0 {
		r.documents = append(r.documents, content)
	}
}

// staysBeside reports whether a row shows that the object stays, where one of another object of its kind and namespace shows
// that this one goes: the states of that kind tell which do.
func staysBeside(row *beside.Row, rows []beside.Row) bool {
	return row.Stays() && slices.ContainsFunc(rows, func(r beside.Row) bool {
		return r.Going && r.Kind == row.Kind && r.APIVersion == row.APIVersion && r.Namespace == row.Namespace
	})
}

// presume takes the one object that was copied in part for one that was asked to go, for
// somebody who asks why that hangs, unless it or a table tells that it stays. It has finalizers
// or a status, has events, a log speaks of its end, it has the name that is asked about, or
// describe printed it.
func (r *reading) presume(aside []string, rows []beside.Row, about spoken.Of) {
	if at, events := r.asked(about); at >= 0 {
		r.presumeAt(at, events, aside, rows, about)
	}
}

// presumeShown presumes it of the one object that a server has shown, where what else was copied is no more than what
// somebody has asked for, the text speaks of a deletion, and nothing else goes by it.
func (r *reading) presumeShown(aside []string, rows []beside.Row, about spoken.Of) {
	if about.Name != "" || !spoken.OfEnd(aside) {
		return
	}
	shown, events := reading{}, false
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			meta, _ := obj["metadata"].(map[string]any)
			events = events || obj["kind"] == "Event"
			if meta["deletionTimestamp"] != nil {
				return
			}
		}
		if !d.manifest() {
			shown.documents = append(shown.documents, d)
		}
	}
	if at, _ := shown.soleObject(); at >= 0 && len(shown.documents) < len(r.documents) {
		r.presumeAt(slices.Index(r.documents, shown.documents[at]), events, aside, rows, about)
	}
}

// presumeAt presumes it of the object of a document.
func (r *reading) presumeAt(at int, events bool, aside []string, rows []beside.Row, about spoken.Of) {
	for _, obj := range r.documents[at].objectsOf() {
		if obj["kind"] == nil || obj["kind"] == "" || obj["kind"] == "Event" {
			continue
		}
		meta, _ := obj["metadata"].(map[string]any)
		of := objectOfIt(obj)
		if meta == nil || meta["deletionTimestamp"] != nil || !deletedBy(beside.Deletions(aside), of) && stays(obj, meta, rows) {
			return // no command that deletes it was copied
		}
		finalizers, _ := meta["finalizers"].([]any)
		status, _ := obj["status"].(map[string]any)
		if len(finalizers) == 0 && len(status) == 0 && !events && !endsIn(of, aside) && about.Name != of.Name && !r.documents[at].described {
			return
		}
		r.documents[at] = r.documents[at].changed(func(obj map[string]any) {
			meta, _ := obj["metadata"].(map[string]any)
			if obj["kind"] == "Event" || meta == nil {
				return
			}
			meta["deletionTimestamp"] = trace.Presumed
			if len(finalizers) == 0 {
				meta["finalizers"] = []any{explain.NotCopied}
			}
		})
		return
	}
}

// stays reports whether an object tells that nobody has asked it to go, or a table does.
func stays(obj, meta map[string]any, rows []beside.Row) bool {
	return tellsItStays(obj, meta) || slices.ContainsFunc(rows, func(r beside.Row) bool { return r.Same(obj) && r.Stays() })
}

// deletedBy reports whether one of the commands that delete is of the object, or of all of its kind.
func deletedBy(deletions []beside.Command, of spoken.Of) bool {
	return slices.ContainsFunc(deletions, func(c beside.Command) bool {
		return (c.Name == of.Name || c.Name == "" && c.All) && mayCall(c.Resource, of.Kind) && (c.Namespace == "" || c.Namespace == of.Namespace)
	})
}

// longestShort is how long the short name of a kind is at most that nothing tells.
const longestShort = 4

// mayCall reports whether a command calls a kind by a word: its name, or what may be its short name, if it is nobody else's
// and not the beginning of it, which is the name of another one.
func mayCall(word, kind string) bool {
	if _, called := builtin.TypeIn(word); strings.EqualFold(called, kind) {
		return true
	}
	_, known := builtin.Named(word)
	begins := len(word) < len(kind) && strings.EqualFold(kind[:len(word)], word)
	return !known && !begins && len(word) <= longestShort && builtin.VersionOf(kind) == "" && beside.Shortens(word, kind)
}

// asked is the index of the document that holds the one object, or else describes what is asked
// about, -1 where there is none.
func (r *reading) asked(about spoken.Of) (at int, events bool) {
	if at, events = r.soleObject(); at < 0 {
		at = r.describedAs(about)
	}
	return at, events
}

// soleObject is the index of the document that holds the one object beside its events, -1 where
// there is none, or several.
func (r *reading) soleObject() (at int, events bool) {
	at = -1
	for i, d := range r.documents {
		for _, obj := range d.objectsOf() {
			switch {
			case obj["kind"] == "Event":
				events = true
			case at >= 0 || d.Text("kind") == SnapshotKind:
				return -1, events
			default:
				at = i
			}
		}
	}
	return at, events
}

// describedAs is the index of the document that describes what is asked about, -1 where there
// is none, or several.
func (r *reading) describedAs(about spoken.Of) (at int) {
	at = -1
	for i, d := range r.documents {
		for _, obj := range d.objectsOf() {
			meta, _ := obj["metadata"].(map[string]any)
			switch {
			case about.Name == "" || spoken.Text(meta, "name") != about.Name || !strings.EqualFold(spoken.Text(obj, "kind"), about.Kind):
			case at >= 0 || !d.described:
				return -1
			default:
				at = i
			}
		}
	}
	return at
}

// tellsItStays reports whether an object as it was copied tells that nobody deletes it: it is whole,
// or of a kind of Kubernetes itself, of which describe tells a phase.
func tellsItStays(obj, meta map[string]any) bool {
	for _, field := range []string{"uid", "creationTimestamp", "resourceVersion", "deletionTimestamp"} {
		if meta[field] != nil {
			return true
		}
	}
	status, _ := obj["status"].(map[string]any)
	return status["phase"] != nil && !spoken.IsEnding(obj) && !strings.Contains(trace.GroupOf(spoken.Text(obj, "apiVersion")), ".")
}

// unread are the faults of what could not be read, which is heard all the same.
func unread(faults []error) []error {
	return slices.DeleteFunc(faults, func(err error) bool {
		var lack *LackError
		return errors.As(err, &lack)
	})
}

// endsIn reports whether a line of a log names the object, among words of a deletion.
func endsIn(of spoken.Of, aside []string) bool {
	whole := of.Name
	if of.Namespace != "" {
		whole = of.Namespace + "/" + of.Name
	}
	return spoken.OfEnd(aside) && slices.ContainsFunc(aside, func(line string) bool {
		about := spoken.SubjectOf(line)
		return spoken.Logged(line) && (strings.Contains(line, `"`+whole+`"`) || about.Name == of.Name && about.Namespace == of.Namespace)
	})
}
