package copied

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// describedField is how a field of an object begins in the output of kubectl describe.
var describedField = regex.New(`^(?:Spec|Status|Events):(?:\s|$)`)

// described makes objects of the output of kubectl describe: the object, and its events.
func (s *stretch) described() *document {
	obj, events := described.Object(s.lines, s.typed, func(name string) (apiVersion, kind string, known bool) {
		k, known := builtin.Named(name)
		return builtin.VersionOf(k.Kind), k.Kind, known
	})
	d := &document{Document: stream.Document{Listed: true}, described: true}
	for _, o := range append([]map[string]any{obj}, events...) {
		d.append(o)
	}
	return d
}

func (d *document) append(obj map[string]any) {
	if text, err := json.Marshal(obj); err == nil {
		d.Items = append(d.Items, text)
	}
}

// describedEnd takes off the end of a document in YAML what was copied from the output of
// kubectl describe: the fields there are spelled as words.
func (s *stretch) describedEnd() []string {
	margin := beside.Indent(s.lines[0])
	at := slices.IndexFunc(s.lines, func(line string) bool {
		return beside.Indent(line) == margin && describedField.MatchString(line[margin:])
	})
	if at < 1 || s.inJSON() {
		return nil
	}
	told := slices.Clone(s.lines[at:])
	for i := range told {
		told[i] = strings.TrimPrefix(told[i], strings.Repeat(" ", margin))
	}
	s.lines = s.lines[:at]
	return told
}

// tell adds to the last object what kubectl describe said of it, where that is not there
// already.
func (r *reading) tell(lines []string) {
	if len(lines) == 0 || len(r.documents) == 0 {
		return
	}
	last := r.documents[len(r.documents)-1]
	about := map[string]any{}
	if last.Listed || json.Unmarshal(last.Whole(), &about) != nil {
		return
	}
	told, events := described.Fields(lines)
	for _, name := range []string{"spec", "status"} {
		if fields, is := told[name].(map[string]any); is && about[name] == nil {
			about[name] = fields
		}
	}
	whole, err := json.Marshal(about)
	if err != nil {
		return
	}
	if again := read(bytes.TrimSpace(whole), len(whole)+1); len(again.documents) == 1 {
		r.documents[len(r.documents)-1] = again.documents[0]
	}
	if found := described.Events(events, about); len(found) > 0 {
		d := newList()
		for _, e := range found {
			d.append(e)
		}
		r.documents = append(r.documents, d)
	}
}
