package dump

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// spokenOf is an object of which nothing was copied but what was said of it: the lines of
// a log that names it, and the command that was to delete it.
type spokenOf struct{ apiVersion, kind, namespace, name, finalizer string }

var (
	// ofEnd is how lines speak of a deletion.
	ofEnd = regexp.MustCompile(`(?i)delet|finaliz|terminat|deprovision|cleanup|clean up|\bremov|\bdrop`)
	// quotedName is an object as sentences name it: CephCluster "rook-ceph/a".
	quotedName = regexp.MustCompile(`\b([A-Z][A-Za-z]{2,}) "?([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*)"`)
	// ofNamespace is how the controller of namespaces names one.
	ofNamespace = regexp.MustCompile(`deletion of namespace ([a-z0-9][a-z0-9-]*) failed`)
	// pairKind and pairName are the kind and an object in pairs.
	pairKind  = regexp.MustCompile(`\bcontrollerKind"?="?([A-Za-z]+)"?`)
	pairGroup = regexp.MustCompile(`\bcontrollerGroup"?="?([a-z0-9.-]+)"?`)
	pairName  = regexp.MustCompile(`\b([A-Za-z]+)"?="?([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*)"?`)
	// controllerPair and namePair are the same of releases before.
	controllerPair = regexp.MustCompile(`"?\bcontroller"?[=:] ?"([a-z][a-z0-9]*)"`)
	namePair       = regexp.MustCompile(`"?\bname"?[=:] ?"([a-z0-9][a-z0-9.-]*)"`)
	namespacePair  = regexp.MustCompile(`"?\bnamespace"?[=:] ?"([a-z0-9-]*)"`)
	// syncing is how controllers of one file a kind tell which object they work at.
	syncing = regexp.MustCompile(`\b([a-z]{3,})(?:_controller)?\.go:\d+\] error syncing '(?:([a-z0-9-]+)/)?([a-z0-9][a-z0-9.-]*)'`)
	// ofKind is a logger that is called after a kind.
	ofKind = regexp.MustCompile(`controllers\.([A-Z][A-Za-z]+)`)
	// ofPlain is the same in small letters.
	ofPlain = regexp.MustCompile(`(?:^|\.)controllers?\.([a-z][a-z0-9]+)$`)
	// finalizerIn is a finalizer in a line that calls it so.
	finalizerIn = regexp.MustCompile(`[Ff]inalizer(?:s|_name)?"?[ :=]+(?:\[\]string\{\\?"([a-z0-9][\w./-]*)|\[?"?([a-z0-9][a-z0-9-]*(?:\.[a-zA-Z0-9-]+)+(?:/[\w.-]+)?))`)
)

// spoken makes an object of what lines say that were copied without one, where they are
// of a deletion.
func spoken(lines []string, _ []beside.Row) (*document, error) {
	if !slices.ContainsFunc(lines, ofEnd.MatchString) || !slices.ContainsFunc(lines, logged) {
		return nil, nil
	}
	var of spokenOf
	for _, line := range lines {
		if of = subjectOf(line); of.name != "" {
			break
		}
	}
	for _, line := range lines {
		if c, ok := beside.CommandIn(line); ok && of.name == "" {
			of.apiVersion, of.kind = builtin.TypeIn(c.Resource)
			of.namespace, of.name = c.Namespace, c.Name
		}
		if m := finalizerIn.FindStringSubmatch(line); m != nil && of.finalizer == "" {
			of.finalizer = m[1] + m[2]
		}
	}
	if of.name == "" || of.kind == "" {
		return nil, nil
	}
	d := &document{listed: true}
	d.append(of.object())
	return d, lackf("of %s %s only lines were copied that speak of it, and of its finalizers none of them may tell; %s", of.kind, of.name, adviceFor(of))
}

func (of *spokenOf) object() map[string]any {
	meta := map[string]any{
		"name": of.name, "deletionTimestamp": trace.Untold,
	}
	if of.namespace != "" {
		meta["namespace"] = of.namespace
	}
	obj := map[string]any{"apiVersion": of.apiVersion, "kind": of.kind, "metadata": meta}
	switch {
	case of.kind == "Namespace":
		obj["spec"] = map[string]any{"finalizers": []any{"kubernetes"}}
	case of.finalizer != "":
		meta["finalizers"] = []any{of.finalizer}
	default:
		meta["finalizers"] = []any{explain.NotCopied}
	}
	return obj
}

// subjectOf is the object that a line of a log is about, with its kind.
func subjectOf(line string) (of spokenOf) {
	if m := ofNamespace.FindStringSubmatch(line); m != nil {
		return spokenOf{apiVersion: "v1", kind: "Namespace", name: m[1]}
	}
	if !logged(line) {
		return of
	}
	if at := strings.Index(line, "{"); at >= 0 {
		if of = inFields(line[at:], line); of.name != "" {
			return of
		}
	}
	if of = inPairs(line); of.name != "" {
		return of
	}
	if c, n := controllerPair.FindStringSubmatch(line), namePair.FindStringSubmatch(line); c != nil && n != nil {
		of.apiVersion, of.kind = builtin.TypeIn(c[1])
		of.name = n[1]
		if ns := namespacePair.FindStringSubmatch(line); ns != nil {
			of.namespace = ns[1]
		}
		return of
	}
	if m := syncing.FindStringSubmatch(line); m != nil {
		of.apiVersion, of.kind = builtin.TypeIn(m[1])
		of.namespace, of.name = m[2], m[3]
		return of
	}
	if m := quotedName.FindStringSubmatch(line); m != nil {
		return spokenOf{apiVersion: versionOf("", m[1]), kind: m[1], namespace: m[2], name: m[3]}
	}
	return of
}

// inPairs is the object that a line names in pairs: its kind, and a name under that.
func inPairs(line string) (of spokenOf) {
	kind := pairKind.FindStringSubmatch(line)
	if kind == nil {
		kind = ofKind.FindStringSubmatch(line)
	}
	if kind == nil {
		return of
	}
	for _, m := range pairName.FindAllStringSubmatch(line, -1) {
		if strings.EqualFold(m[1], kind[1]) {
			group := ""
			if g := pairGroup.FindStringSubmatch(line); g != nil {
				group = g[1]
			}
			return spokenOf{apiVersion: versionOf(group, kind[1]), kind: kind[1], namespace: m[2], name: m[3]}
		}
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
	return fields
}

func str(fields map[string]any, key string) string { s, _ := fields[key].(string); return s }

// inFields is the object that the fields of a line in JSON are about.
func inFields(text, line string) (of spokenOf) {
	fields := fieldsIn(text)
	for _, key := range []string{"object", "instance", "resource"} {
		if m, _ := fields[key].(map[string]any); str(m, "kind") != "" && str(m, "name") != "" {
			version := str(m, "apiVersion")
			if version == "" {
				version = versionOf("", str(m, "kind"))
			}
			return spokenOf{apiVersion: version, kind: str(m, "kind"), namespace: str(m, "namespace"), name: str(m, "name")}
		}
	}
	of.apiVersion, of.kind = kindIn(fields, line)
	kind := of.kind
	if kind == "" {
		return spokenOf{}
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !strings.EqualFold(key, kind) {
			continue
		}
		switch v := fields[key].(type) {
		case map[string]any:
			of.namespace, of.name = str(v, "namespace"), str(v, "name")
		case string:
			var named bool
			if of.namespace, of.name, named = strings.Cut(v, "/"); !named {
				of.namespace, of.name = "", v
			}
		}
	}
	if of.name == "" {
		of.namespace, of.name = str(fields, "namespace"), str(fields, "name")
	}
	return of
}

// kindIn is the kind that the fields of a line state, or that its logger is called after.
func kindIn(fields map[string]any, line string) (apiVersion, kind string) {
	kind = str(fields, "controllerKind")
	if m := ofKind.FindStringSubmatch(line); kind == "" && m != nil {
		kind = m[1]
	}
	if m := ofPlain.FindStringSubmatch(str(fields, "logger")); kind == "" && m != nil {
		return builtin.TypeIn(m[1])
	}
	return versionOf(str(fields, "controllerGroup"), kind), kind
}

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
