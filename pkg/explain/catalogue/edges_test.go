package catalogue

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// archive is one file of testdata/edges: what a rule finds in objects that it
// is for, in objects that only look like them, and in their healthy twins.
type archive struct {
	comment                   string
	kinds                     string // "Kind.group: category category", a line each
	positive, nearMiss, twins string
	want                      string
}

func readArchive(t *testing.T, path string) archive {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var a archive
	sections := map[string]*string{
		"": &a.comment, "kinds": &a.kinds, "positive.yaml": &a.positive,
		"near-miss.yaml": &a.nearMiss, "healthy.yaml": &a.twins, "want": &a.want,
	}
	into := sections[""]
	for line := range strings.Lines(string(data)) {
		if name, ok := strings.CutPrefix(strings.TrimSuffix(line, " --\n"), "-- "); ok {
			if into = sections[name]; into == nil {
				t.Fatalf("%s: unknown section %q", path, name)
			}
			continue
		}
		*into += line
	}
	return a
}

func (a archive) write(t *testing.T, path string) {
	t.Helper()
	out := a.comment
	for _, s := range []struct{ name, text string }{
		{"kinds", a.kinds},
		{"positive.yaml", a.positive},
		{"near-miss.yaml", a.nearMiss},
		{"healthy.yaml", a.twins},
		{"want", a.want},
	} {
		if s.name != "kinds" || s.text != "" {
			out += "-- " + s.name + " --\n" + s.text
		}
	}
	if err := os.WriteFile(path, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (a archive) categories() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(a.kinds) {
		kind, categories, _ := strings.Cut(line, ":")
		out[kind] = strings.Fields(categories)
	}
	return out
}

func objects(t *testing.T, text string) []*unstructured.Unstructured {
	t.Helper()
	var out []*unstructured.Unstructured
	for doc := range strings.SplitSeq(text, "---\n") {
		// JSON gives the numbers the types that a reader gives them.
		data, err := yaml.YAMLToJSONStrict([]byte(doc))
		if err != nil {
			t.Fatalf("reading an object: %v\n%s", err, doc)
		}
		obj := &unstructured.Unstructured{}
		if err := obj.UnmarshalJSON(data); err != nil {
			t.Fatal(err)
		}
		out = append(out, obj)
	}
	return out
}

func kindOf(obj *unstructured.Unstructured, categories map[string][]string) trace.Kind {
	gvk := obj.GroupVersionKind()
	return trace.Kind{
		Group: gvk.Group, Version: gvk.Version, Kind: gvk.Kind, Listable: true,
		Categories: categories[strings.TrimSuffix(gvk.Kind+"."+gvk.Group, ".")],
	}
}

// only returns a catalogue of one rule.
func only(e *edgeSpec) *Catalogue {
	return newCatalogue([]source{{File: "test", projectFile: projectFile{Edges: []edgeSpec{*e}}}})
}

// describe writes down everything that the catalogue says of the object.
func describe(c *Catalogue, kind trace.Kind, obj *unstructured.Unstructured) string {
	var out strings.Builder
	for _, l := range c.Links(kind, obj) {
		target := strings.Trim(l.Target.Kind+"."+l.Target.Group, ".")
		fmt.Fprintf(&out, "%s %s: link %s%s %s/%s", obj.GetKind(), obj.GetName(), target, l.Resource, l.Target.Namespace, l.Target.Name)
		if l.UID != "" {
			fmt.Fprintf(&out, " uid=%s", l.UID)
		}
		out.WriteString(tail(l.Rule, l.Up, l.Optional))
	}
	for _, j := range c.Joins(kind, obj) {
		key := "label"
		if j.Annotation {
			key = "annotation"
		}
		fmt.Fprintf(&out, "%s %s: join %s %s=%s", obj.GetKind(), obj.GetName(), key, j.Key, j.Value)
		if len(j.Namespaces) > 0 {
			fmt.Fprintf(&out, " in %s", strings.Join(j.Namespaces, ","))
		}
		if j.AllNamespaces {
			out.WriteString(" everywhere")
		}
		out.WriteString(tail(j.Rule, j.Up, false))
	}
	return out.String()
}

func tail(rule string, up, optional bool) string {
	s := " (" + rule
	if up {
		s += ", up"
	}
	if optional {
		s += ", optional"
	}
	return s + ")\n"
}

func fileOf(id string) string { return strings.ReplaceAll(id, ":", ".") + ".txtar" }

// TestEdges runs each rule, alone, over its archive.
func TestEdges(t *testing.T) {
	rules := map[string]*edgeSpec{}
	for _, e := range merge(builtin(t)).edges {
		rules[fileOf(e.id())] = e
	}
	paths, err := filepath.Glob("testdata/edges/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(rules)), names); diff != "" {
		t.Errorf("each rule has one archive (-rules +archives):\n%s", diff)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if rules[name] == nil {
			continue
		}
		t.Run(name, func(t *testing.T) { testEdge(t, path, rules[name]) })
	}
}

func testEdge(t *testing.T, path string, rule *edgeSpec) {
	a := readArchive(t, path)
	c, categories := only(rule), a.categories()
	var got strings.Builder
	for _, obj := range objects(t, a.positive) {
		kind := kindOf(obj, categories)
		found := describe(c, kind, obj)
		if found == "" {
			t.Errorf("%s %s is a positive, and nothing was found", obj.GetKind(), obj.GetName())
		}
		if c.NeedsWhole(kind) == rule.Passive {
			t.Errorf("passive is %v and NeedsWhole is %v", rule.Passive, c.NeedsWhole(kind))
		}
		got.WriteString(found)
	}
	for label, text := range map[string]string{"near miss": a.nearMiss, "healthy twin": a.twins} {
		for _, obj := range objects(t, text) {
			if found := describe(c, kindOf(obj, categories), obj); found != "" {
				t.Errorf("%s %s is a %s, and this was found:\n%s", obj.GetKind(), obj.GetName(), label, found)
			}
		}
	}
	if *update {
		a.want = got.String()
		a.write(t, path)
		return
	}
	if diff := cmp.Diff(a.want, got.String()); diff != "" {
		t.Errorf("the rule finds something else (-want +got):\n%s", diff)
	}
}
