package acts

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// pointer is how fields are called that refer to another object.
var pointer = regex.New(`(?:Ref|Refs|Reference|References)$`)

// References are what is to be done where its controller cannot make out what the object refers to: these are named,
// with the fields that do.
func References(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	m := failure.Of(words)
	if m == nil || m.Name != failure.Unresolved {
		return n
	}
	var named []string
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		if name := nameOf(f); name != "" && (pointer.MatchString(f.key) || namesOnly(f)) && !account.MatchString(f.path) {
			named = append(named, phrase.OneLine(pointsTo(f)+" "+name))
		}
	}
	if len(named) == 0 {
		return n
	}
	text := "see whether what its spec refers to is there and ready (" + listed(named, mostFields) + "), and mend or bring back what is not: its controller reads that before it deletes, so that no retry helps"
	if unreadable.MatchString(words) {
		text = "mend the reference that it cannot read (" + listed(named, mostFields) + "), or run a later release " + ofHolder(h) + " that can: it reads that before it deletes, so that no retry helps"
	}
	if h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		n.Mend(text)
		return n
	}
	n.Do(explain.Look(text, h.View.AsYAML(h.Node.Ref)...).For(explain.Mends))
	return n
}

// PointsAt are the objects that the spec of the object refers to by fields that are called so, with their kind and name. Whose
// account it uses is left out: that says nothing of the object.
func PointsAt(h *hearing.Case) (out []trace.Ref) {
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		fields, whole := f.value.(map[string]any)
		if !whole || !pointer.MatchString(f.key) || account.MatchString(f.path) {
			continue
		}
		text := func(key string) string {
			s, _ := fields[key].(string)
			return s
		}
		at := trace.Ref{Group: cmp.Or(text("group"), text("apiGroup"), trace.GroupOf(text("apiVersion"))), Kind: text("kind"), Name: text("name"), Namespace: cmp.Or(namespaceIn(f.value), h.Node.Namespace)}
		if at.Kind == "" || at.Name == "" || at.Group == "" && text("apiVersion") == "" {
			continue
		}
		if at = Scoped(h, at); at != h.Node.Ref && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// unreadable is how words say that a field is of a form which this release does not know.
var unreadable = regex.New(`(?i)\b(?:unsupported|not supported|unknown field|cannot be converted|error converting)\b`)

// pointsTo is to what a field refers, by its name.
func pointsTo(f field) string {
	if at := pointer.FindStringIndex(f.key); at != nil {
		return f.key[:at[0]]
	}
	return phrase.SingularOf(f.key)
}

// namesOnly reports whether a field is an entry of a list that does nothing but name an object.
func namesOnly(f field) bool {
	entry, is := f.value.(map[string]any)
	if !is || !strings.HasSuffix(f.path, "[]") {
		return false
	}
	for key := range entry {
		if !slices.Contains([]string{"name", "namespace", "kind", "apiVersion"}, key) {
			return false
		}
	}
	return true
}

// NamedObject is an object that a field of the spec names, and the field.
type NamedObject struct {
	Field string
	Ref   trace.Ref
}

var (
	// ofOutput is how a field is called that names what is made from the object, or what pods and volumes are made by.
	ofOutput = regex.New(`(?i)write|target|output|dest|publish|export|result|generate|template|(?:storage|priority|runtime|snapshot)class`)
	// needed is how a field is called that names by what a controller handles the object: ingressClassName, providerConfigRef.
	// What the object has made, or consists of, is named by others, and may be gone because it was asked to go first.
	needed = regex.New(`(?i:class)(?:Name|Ref|Reference)$|(?i:config|configuration|provider|issuer|store|connection|profile)(?:Ref|Reference)$`)
)

// nameEnd is how such a field ends behind what it names.
var nameEnd = regex.New(`(?:Name|Ref|Reference)$`)

// HandledBy are the objects that fields of the spec name without which the object's controller passes it over: its class, its
// settings. None is an entry of a list, optional, or what is made from the object.
func HandledBy(h *hearing.Case) (out []NamedObject) {
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		if !needed.MatchString(f.key) || strings.Contains(f.path, "[]") || ofOutput.MatchString(f.path) {
			continue
		}
		fields, _ := f.value.(map[string]any)
		name, plain := f.value.(string)
		if fields != nil {
			name, plain = fields["name"].(string)
		}
		if optional, _ := fields["optional"].(bool); optional || !plain || !plainName.MatchString(name) {
			continue
		}
		kind, served := kindNamed(h, f.key, fields)
		at := trace.Ref{Group: kind.Group, Kind: kind.Kind, Name: name}
		if kind.Namespaced {
			at.Namespace = cmp.Or(namespaceIn(f.value), h.Node.Namespace)
		}
		if served && at != h.Node.Ref && (at.Namespace != "" || !kind.Namespaced) {
			out = append(out, NamedObject{Field: f.path, Ref: at})
		}
	}
	return out
}

// kindNamed is the kind that a field means: the one that it names itself, or that its own name ends in, of the object's own
// project or of Kubernetes.
func kindNamed(h *hearing.Case, key string, fields map[string]any) (trace.Kind, bool) {
	text := func(key string) string {
		s, _ := fields[key].(string)
		return s
	}
	if kind := text("kind"); kind != "" {
		if group := cmp.Or(text("group"), text("apiGroup"), trace.GroupOf(text("apiVersion"))); group != "" || text("apiVersion") != "" {
			return h.View.Kind(group, kind)
		}
		return nearestKind(h, kind)
	}
	word := nameEnd.ReplaceAllString(key, "")
	for word != "" {
		if kind, served := nearestKind(h, word); served {
			return kind, true
		}
		next := strings.IndexFunc(word[1:], unicode.IsUpper)
		if next < 0 {
			break
		}
		word = word[1+next:]
	}
	return trace.Kind{}, false
}

// nearestKind is the kind of that name of the object's own project, or of Kubernetes.
func nearestKind(h *hearing.Case, word string) (trace.Kind, bool) {
	kinds := KindsCalled(h, word)
	if len(kinds) == 0 || strange(h, kinds[0]) == 2 && kinds[0].MayBeCustom() {
		return trace.Kind{}, false
	}
	return kinds[0], true
}
