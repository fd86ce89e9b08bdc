package logline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Subject is an object, by all that lines may call it.
type Subject struct {
	// Kinds are what its kind is called: Bucket, bucket, buckets.
	Kinds           []string
	Namespace, Name string
	UID             string
	// Others are further names that are its own alone, such as that of what it
	// stands for outside of the cluster.
	Others    []string
	Finalizer string
	// Anywhere says that the namespace is not known: any that a line tells may be its own.
	Anywhere bool
}

// Naming is how surely a line speaks of an object.
type Naming int

const (
	// Not says that it speaks of something else, or does not tell.
	Not Naming = iota
	// Perhaps says that it names the finalizer and no object, or an object of another
	// kind that is called the same.
	Perhaps
	// Nearly says that it names the kind and the name, and no namespace.
	Nearly
	// Surely says that it names the object.
	Surely
)

// In says whether a line names the object.
func (s *Subject) In(l *Line) Naming {
	if s.UID != "" && l.Has(s.UID) || slices.ContainsFunc(s.Others, l.Has) {
		return Surely
	}
	named, elsewhere := s.byFields(l)
	if named == Surely {
		return Surely
	}
	inText := s.inText(l, elsewhere)
	if elsewhere && inText > Perhaps && s.mentioned(l) {
		inText = Perhaps
	}
	named = max(named, inText)
	if named == Not && !elsewhere && s.Finalizer != "" && l.Has(s.Finalizer) {
		return Perhaps
	}
	return named
}

// mentioned reports whether a line whose fields are about an object of another kind says of this one that something is
// to happen to it first: that is the word of the other one.
func (s *Subject) mentioned(l *Line) bool {
	kind, _, _ := l.Object()
	return kind != "" && !s.isKind(kind) && first.MatchString(l.Message+" "+l.Error)
}

// first is how a line says what has to happen before it goes on.
var first = regex.New(`(?i)\b(?:must|has to|have to|needs? to|should)\b.{1,60}\bfirst\b|\bwait(?:s|ing)? (?:for|on)\b`)

// holds reports whether something is in the message, the error or a value.
func (l *Line) holds(is func(string) bool) bool {
	return is(l.Message) || is(l.Error) || slices.ContainsFunc(l.Fields, func(f Field) bool { return is(f.Value) })
}

// Has reports whether a line has a word, wherever it stands.
func (l *Line) Has(word string) bool {
	return l.holds(func(text string) bool { return wordIn(text, word) })
}

// HasSome reports whether a word of a line is one of these.
func (l *Line) HasSome(is func(word string) bool) bool {
	return l.holds(func(text string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n\"'`()[]{}<>,;=", c) }), func(word string) bool {
			return is(strings.TrimRight(word, ".:!?"))
		})
	})
}

// ref is an object as the fields of a line name it.
type ref struct{ kind, namespace, name string }

// byFields looks at the fields: pairs of a name and a namespace, and values such as
// "shop/blue". Elsewhere says that they name an object, and not this one.
func (s *Subject) byFields(l *Line) (named Naming, elsewhere bool) {
	kind := statedKind(l)
	for _, r := range refsOf(l) {
		switch {
		case r.name != s.Name, r.namespace != "" && r.namespace != s.Namespace && !s.Anywhere, r.namespace == "" && s.Namespace != "":
			elsewhere = true
		case r.kind == "" && kind != "" && !s.isKind(kind), r.kind != "" && !s.isKind(r.kind):
			named = max(named, Perhaps)
		case s.Namespace == "" && r.kind == "" && kind == "" && !s.worksAt(l):
			named = max(named, Perhaps) // a name alone may be that of anything
		default:
			return Surely, false
		}
	}
	named = max(named, s.underKind(l))
	return named, elsewhere && named == Not
}

// NotIn reports whether the fields of a line name an object that is called otherwise, of the same kind or of one that is
// not told, but in a namespace or by who works at the kind.
func (s *Subject) NotIn(l *Line) bool {
	if slices.ContainsFunc(locations, s.isKind) {
		return false
	}
	stated := statedKind(l)
	return slices.ContainsFunc(refsOf(l), func(r ref) bool {
		kind := cmp.Or(r.kind, stated)
		return r.name != s.Name && (kind != "" && s.isKind(kind) || kind == "" && (r.namespace != "" || s.worksAt(l)))
	}) || slices.ContainsFunc(l.Fields, func(f Field) bool {
		return f.Key != "" && s.isKind(f.Key) && f.Value != s.Name && isPath(f.Value) && !strings.Contains(f.Value, "/")
	})
}

// locations are kinds of which a field tells where a line was printed, or about what lies there.
var locations = []string{"namespace", "node", "pod"}

// underKind looks at the fields that are called after the kind: volume=data.
func (s *Subject) underKind(l *Line) (named Naming) {
	for i, f := range l.Fields {
		if f.Value != s.Name || !s.isKind(f.Key) || slices.ContainsFunc(locations, s.isKind) {
			continue
		}
		switch namespaceBeside(l, i, "") {
		case s.Namespace:
			return Surely
		case "":
			named = Nearly
		}
	}
	return named
}

// worksAt reports whether a line is of a controller that is called after the kind.
func (s *Subject) worksAt(l *Line) bool {
	return slices.ContainsFunc(l.Fields, func(f Field) bool { return f.Key == "controller" && s.isKind(f.Value) })
}

// statedKind is the kind that a line says beside a name.
func statedKind(l *Line) string {
	for _, f := range l.Fields {
		switch strings.ToLower(f.Key) {
		case "controllerkind", "reconciler kind", "kind", "resourcekind", "resource_kind", "objectkind", "object_kind", "gvk", "groupkind", "resource.kind", "object.kind":
			kind := f.Value
			if at := strings.LastIndexAny(kind, "/= "); at >= 0 {
				kind = kind[at+1:]
			}
			return strings.Trim(kind, `"`)
		}
	}
	return ""
}

// Object is the object that the fields of a line are about, with the kind that they state; all
// empty where they tell of none, or of several.
func (l *Line) Object() (kind, namespace, name string) {
	for _, r := range refsOf(l) {
		k := cmp.Or(r.kind, statedKind(l))
		switch {
		case k == "":
		case name == "":
			kind, namespace, name = k, r.namespace, r.name
		case name != r.name:
			return "", "", ""
		}
	}
	return kind, namespace, name
}

// InOther reports whether the fields of a line name an object of that name in another namespace than
// that, and none in it.
func (l *Line) InOther(namespace, name string) (other bool) {
	for _, r := range refsOf(l) {
		switch {
		case r.name != name || r.namespace == "" || namespace == "":
		case r.namespace == namespace:
			return false
		default:
			other = true
		}
	}
	return other
}

// NamesSome reports whether a line names any object, in a field or in its text.
func (l *Line) NamesSome() bool {
	return len(refsOf(l)) > 0 || statedKind(l) != "" || l.holds(quotedPath.MatchString)
}

// quotedPath is a namespace and a name as texts have them.
var quotedPath = regex.New(`(?:^|[\s"'\[(=])[a-z0-9][-a-z0-9]*/[a-z0-9][-a-z0-9.]*(?:$|[\s"'\]),:;])`)

// neutral are names of fields that hold an object and do not tell its kind.
var neutral = map[string]bool{
	"": true, "object": true, "obj": true, "resource": true, "request": true, "req": true, "key": true, "item": true, "target": true, "name": true,
	"namespacedname": true, "reconcilerequest": true, "queuekey": true, "ref": true, "objectref": true, "reconcile": true, "controller": true, "metadata": true,
}

// refsOf are the objects that the fields name.
func refsOf(l *Line) []ref {
	out := slices.Concat(runtimeRefs(l.Message), runtimeRefs(l.Error))
	for i, f := range l.Fields {
		out = append(out, runtimeRefs(f.Value)...)
		prefix, last := "", f.Key
		if at := strings.LastIndexByte(f.Key, '.'); at >= 0 {
			prefix, last = f.Key[:at], f.Key[at+1:]
		}
		switch stem, isName := nameKey(last); {
		case isName && strings.ContainsAny(f.Value, " \n"): // a sentence, or what a span is called
		case isName:
			out = append(out, ref{kindOf(prefix, stem), namespaceBeside(l, i, prefix), f.Value})
		case strings.Count(f.Value, "/") == 1 && isPath(f.Value):
			namespace, name, _ := strings.Cut(f.Value, "/")
			out = append(out, ref{kindOf("", f.Key), namespace, name})
		case strings.HasPrefix(f.Value, "/") && neutral[strings.ToLower(f.Key)] && isPath("x"+f.Value): // in no namespace
			out = append(out, ref{"", "", f.Value[1:]})
		}
	}
	return out
}

// runtimeRef is how kube-runtime refers to an object: Gear.v1.acme.io/blue.shop.
var runtimeRef = regex.New(`\b([A-Z][A-Za-z0-9]*)\.v\d\w*\.[a-z0-9.-]*/([a-z0-9][a-z0-9.-]*)`)

// runtimeRefs are the objects to which a text refers so.
func runtimeRefs(text string) (out []ref) {
	if !strings.Contains(text, ".v") {
		return nil
	}
	for _, m := range runtimeRef.FindAllStringSubmatch(text, -1) {
		name, namespace := strings.TrimRight(m[2], ".-"), ""
		if at := strings.LastIndexByte(name, '.'); at > 0 {
			name, namespace = name[:at], name[at+1:]
		}
		out = append(out, ref{m[1], namespace, name})
	}
	return out
}

// nameKey reports whether a field is called like one that holds a name, and what
// stands before "name".
func nameKey(key string) (stem string, ok bool) {
	lower := strings.ToLower(key)
	if lower == "name" {
		return "", true
	}
	for _, suffix := range []string{"_name", "-name"} {
		if stem, ok := strings.CutSuffix(lower, suffix); ok {
			return stem, stem != "controller" && stem != "logger"
		}
	}
	if stem, ok := strings.CutSuffix(key, "Name"); ok {
		return strings.ToLower(stem), stem != "controller" && stem != "logger"
	}
	return "", false
}

// kindOf is the kind that the name of a field tells, empty where it tells none.
func kindOf(prefix, stem string) string {
	if at := strings.LastIndexByte(prefix, '.'); at >= 0 {
		prefix = prefix[at+1:]
	}
	for _, word := range []string{stem, prefix} {
		if !neutral[strings.ToLower(word)] {
			return word
		}
	}
	return ""
}

// namespaceBeside is the namespace that belongs to the name at a place: of the same
// map, else the one that the line states.
func namespaceBeside(l *Line, at int, prefix string) string {
	stated := ""
	for i := range l.Fields {
		f := &l.Fields[i]
		lower := strings.ToLower(f.Key)
		if prefix != "" && lower == strings.ToLower(prefix)+".namespace" {
			return f.Value
		}
		if i != at && stated == "" && (lower == "namespace" || lower == "ns" || prefix == "" && strings.HasSuffix(lower, "namespace")) {
			stated = f.Value
		}
	}
	return stated
}

func (s *Subject) isKind(word string) bool {
	word, _, _ = strings.Cut(word, ".")
	return slices.ContainsFunc(s.Kinds, func(kind string) bool { return strings.EqualFold(kind, word) })
}

// isPath reports whether a value can be a namespace and a name.
func isPath(text string) bool {
	return text != "" && strings.Trim(text, "/") == text && strings.IndexFunc(text, func(c rune) bool { return c != '/' && !nameRune(c) }) < 0
}

func nameRune(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == ':' || c == '_'
}

// inText looks for "shop/blue", for a kind beside the name, and for the path of a
// request. Elsewhere says that the fields name another object, so that a name that
// stands beside its kind is that of one in another namespace.
func (s *Subject) inText(l *Line, elsewhere bool) Naming {
	texts := []string{l.Message, l.Error}
	if s.Namespace != "" {
		whole := s.Namespace + "/" + s.Name
		best := Not
		for _, text := range texts {
			best = max(best, s.places(text, whole))
		}
		for _, f := range l.Fields {
			if strings.ContainsAny(f.Value, " =") {
				best = max(best, s.places(f.Value, whole))
			}
		}
		if best != Not || elsewhere {
			return best
		}
	}
	for _, text := range texts {
		switch {
		case !s.beside(text):
		case s.Namespace == "" || namespaces.MatchString(text):
			return Surely
		default:
			return Nearly
		}
	}
	return Not
}

// places judges each place where a namespace with a name stands in a text.
func (s *Subject) places(text, whole string) Naming {
	best := Not
	for at := range places(text, whole) {
		word := wordBefore(text, at)
		if word == "" || s.isKind(word) || !strings.HasSuffix(text[:at], "/") {
			return Surely
		}
		best = Perhaps // Pod/shop/blue
	}
	return best
}

// beside reports whether the name stands beside its kind: bucket "blue", bucket/blue,
// buckets.example.com "blue", and in no other namespace that the text tells of.
func (s *Subject) beside(text string) bool {
	for at := range places(text, s.Name) {
		before := text[:at]
		if s.Anywhere {
			before = inNamespace.ReplaceAllString(before, "$1")
		}
		before = strings.TrimRight(before, `"'`+"`"+`/: =([`)
		for _, filler := range []string{" named", " called", " object", " resource"} {
			before = strings.TrimSuffix(before, filler)
		}
		if len(before) < at && (s.isKind(lastWord(before)) || s.endsSpelled(before)) {
			return s.Namespace == "" || !tellsOther(text, s.Namespace)
		}
	}
	return false
}

// inNamespace is a namespace before a name.
var inNamespace = regex.New(`([ "'])[a-z0-9][a-z0-9-]*/$`)

// endsSpelled reports whether a text ends in the kind as a person spells it: volume snapshot.
func (s *Subject) endsSpelled(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(s.Kinds, func(kind string) bool {
		spaced := strings.ToLower(strings.TrimSpace(capital.ReplaceAllString(kind, " $0")))
		return strings.Contains(spaced, " ") && strings.HasSuffix(text, " "+spaced)
	})
}

var capital = regex.New(`[A-Z][a-z]`)

// namespaces is how a text tells a namespace: namespace "x", namespaces/x/….
var namespaces = regex.New(`(?i)\bnamespaces?["':= /]+([a-z0-9][-a-z0-9]*)`)

// tellsOther reports whether a text tells of namespaces, and not of this one.
func tellsOther(text, namespace string) bool {
	found := namespaces.FindAllStringSubmatch(text, -1)
	return len(found) > 0 && !slices.ContainsFunc(found, func(m []string) bool { return m[1] == namespace })
}

// lastWord is the word that a text ends with.
func lastWord(text string) string {
	return text[strings.LastIndexFunc(text, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '.' && c != '-'
	})+1:]
}

// wordBefore is the word before a slash that precedes a place.
func wordBefore(text string, at int) string {
	if at == 0 || text[at-1] != '/' {
		return ""
	}
	return lastWord(text[:at-1])
}

// places yields where a name stands in a text as a whole word: blue is neither in
// blue-1 nor in blue.old, but is in "blue.".
func places(text, name string) func(func(int) bool) {
	return func(yield func(int) bool) {
		if name == "" {
			return
		}
		for from := 0; ; {
			at := strings.Index(text[from:], name)
			if at < 0 {
				return
			}
			at += from
			if standsAlone(text, at, at+len(name)) && !yield(at) {
				return
			}
			from = at + 1
		}
	}
}

func wordIn(text, word string) bool {
	for range places(text, word) {
		return true
	}
	return false
}

// standsAlone reports whether what stands around a word can be no part of it.
func standsAlone(text string, at, end int) bool {
	part := func(i int) bool {
		if i < 0 || i >= len(text) {
			return false
		}
		c := text[i]
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
	}
	if part(at-1) || part(end) || at > 0 && text[at-1] == '.' && part(at-2) {
		return false
	}
	if end < len(text) && (text[end] == '.' || text[end] == '/') && part(end+1) {
		return false // blue.old, shop/blue/part
	}
	return true
}
