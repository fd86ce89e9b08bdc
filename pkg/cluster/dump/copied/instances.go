package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// instances adds the objects of the type that a definition on its way out defines, which commands have deleted and of
// which nothing was copied: while the definition stays, some of its objects do.
func (r *reading) instances(aside []string) {
	var known []map[string]any
	for _, d := range r.documents {
		if d.Text("kind") == SnapshotKind {
			return
		}
		known = append(known, d.objectsOf()...)
	}
	added := newList()
	for _, obj := range known {
		meta, _ := obj["metadata"].(map[string]any)
		spec, _ := obj["spec"].(map[string]any)
		names, _ := spec["names"].(map[string]any)
		kind, group := spoken.Text(names, "kind"), spoken.Text(spec, "group")
		if obj["kind"] != "CustomResourceDefinition" || meta["deletionTimestamp"] == nil || kind == "" || group == "" {
			continue
		}
		for _, c := range deletedOfType(aside, names, group) {
			if len(added.Items) < mostCopied && !slices.ContainsFunc(known, func(o map[string]any) bool { return o["kind"] == kind && objectOfIt(o).Name == c.Name }) {
				added.append(objectSpoken(spoken.Of{APIVersion: group + "/" + trace.Unstated, Kind: kind, Namespace: c.Namespace, Name: c.Name, Deleted: trace.Presumed}))
			}
		}
	}
	if len(added.Items) > 0 {
		r.documents = append(r.documents, added)
		r.faults = append(r.faults, lackf("of what a command has deleted of the definition's type nothing was copied; %s", advice))
	}
}

// deletedOfType are the commands that have deleted an object of a type, and did not see its end, each object once.
func deletedOfType(aside []string, names map[string]any, group string) (found []beside.Command) {
	for _, c := range beside.Deletions(aside) {
		known := slices.ContainsFunc(found, func(o beside.Command) bool { return o.Name == c.Name })
		if c.Name != "" && !known && typed(c.Resource, names, group) && !seenToGo(aside, c) {
			found = append(found, c)
		}
	}
	return found
}

// typed reports whether a word is a name of the type that a definition gives these names.
func typed(word string, names map[string]any, group string) bool {
	word = strings.TrimSuffix(strings.ToLower(word), "."+group)
	short, _ := names["shortNames"].([]any)
	return word == strings.ToLower(spoken.Text(names, "kind")) || word == spoken.Text(names, "plural") || word == spoken.Text(names, "singular") || slices.Contains(short, any(word))
}

// seenToGo reports whether kubectl has answered a command, and nothing tells that it has waited in vain for the end: what
// it deleted may be gone.
func seenToGo(lines []string, c beside.Command) bool {
	answered := slices.IndexFunc(lines, func(line string) bool { return strings.HasSuffix(strings.TrimSpace(line), `"`+c.Name+`" deleted`) })
	if answered < 0 {
		return false
	}
	broken := answered+1 < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[answered+1]), "^C")
	return !broken && !slices.ContainsFunc(beside.StillThere(lines), func(s beside.Command) bool { return s.Name == c.Name })
}
