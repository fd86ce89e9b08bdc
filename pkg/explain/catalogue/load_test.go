package catalogue

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// dir makes a user's directory of "name: content" files.
func dir(files map[string]string) fs.FS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestAllFaultsRefused(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  []string // parts of the error
	}{
		"unknown field": {
			map[string]string{"mine.yaml": "project: Mine\nfinalizers:\n- pattern: a.example.org/x\n  component: mine\n  patern: y\n"},
			[]string{"mine.yaml:5", `unknown field`, `patern`},
		},
		"key twice":                {map[string]string{"mine.yaml": "project: Mine\nproject: Other\n"}, []string{"mine.yaml", "line 2", "project"}},
		"no YAML":                  {map[string]string{"mine.yaml": "project: [\n"}, []string{"mine.yaml"}},
		"two documents":            {map[string]string{"mine.yaml": "project: Mine\n---\nproject: Other\n"}, []string{"mine.yaml", "more than one document"}},
		"no project":               {map[string]string{"mine.yaml": "notes: []\n"}, []string{"mine.yaml", "project"}},
		"no pattern":               {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- component: m\n"}, []string{"mine.yaml", "finalizers[0]", "pattern"}},
		"no component":             {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- pattern: m\n"}, []string{"mine.yaml", `finalizers[0] "m"`, "component"}},
		"two kinds":                {map[string]string{"mine.yaml": "project: M\ncomponents:\n- {name: m, workloads: [Deployment/StatefulSet]}\n"}, []string{"mine.yaml", `components[0] "m"`, `"Deployment/StatefulSet"`}},
		"a binary":                 {map[string]string{"mine.yaml": "project: M\ncomponents:\n- {name: m, workloads: [gear-manager]}\n"}, []string{`unknown workload "gear-manager"`, "Deployment/name"}},
		"a kind of no pod":         {map[string]string{"mine.yaml": "project: M\ncomponents:\n- {name: m, workloads: [Service/gear]}\n"}, []string{`unknown workload "Service/gear"`}},
		"nameless part":            {map[string]string{"mine.yaml": "project: M\ncomponents:\n- {workloads: [Deployment/gear]}\n"}, []string{"components[0]", "no name"}},
		"cause of nothing":         {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, causes: [rain]}\n"}, []string{`finalizers[0] "m"`, "waitsFor"}},
		"a cause given twice":      {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: sun, causes: [rain, snow, rain]}\n"}, []string{`finalizers[0] "m"`, `"rain" is given twice`}},
		"one cause of two kinds":   {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: sun, causes: [rain, {absent: rain}]}\n"}, []string{`finalizers[0] "m"`, `"rain" is given twice`}},
		"a cause marked otherwise": {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: sun, causes: [{gone: rain}]}\n"}, []string{"mine.yaml", `{"gone":"rain"}`, "absent"}},
		"a cause marked twice":     {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: sun, causes: [{absent: rain, gone: snow}]}\n"}, []string{"mine.yaml", "absent"}},
		"unknown match":            {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, match: glob}\n"}, []string{`unknown match "glob"`, "exact, prefix, suffix, own, regex"}},
		"unknown class":            {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: sometimes}\n"}, []string{`unknown class "sometimes"`, "waits, asks, once, triesOnce, failsForGood, givesUp, onRequest, atOnce, never"}},
		"gives up, after nothing":  {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: givesUp}\n"}, []string{`finalizers[0] "m"`, "givesUpAfter"}},
		"waits, and gives up":      {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: waits, givesUpAfter: a day}\n"}, []string{`finalizers[0] "m"`, "givesUpAfter"}},
		"needs for nothing":        {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: atOnce, needs: rain}\n"}, []string{`finalizers[0] "m"`, "waitsFor"}},
		"needs, not said what":     {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: rain, needsRefs: '[]'}\n"}, []string{`finalizers[0] "m"`, "no needs"}},
		"needs several, of none":   {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: rain, needs: clouds, needsSeveral: true}\n"}, []string{`finalizers[0] "m"`, "needsSeveral"}},
		"needs, no CEL":            {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, waitsFor: rain, needs: clouds, needsRefs: 'object.spec.('}\n"}, []string{`finalizers[0] "m"`, "needsRefs"}},
		"read, not said when":      {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: waits, source: 'a/b@1a2b3c4 c.go:1-2'}\n"}, []string{`finalizers[0] "m"`, "verified"}},
		"read, not said what":      {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, verified: '2026-11-22', source: 'a/b@1a2b3c4 c.go:1-2'}\n"}, []string{`finalizers[0] "m"`, "class"}},
		"read, not said where":     {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: waits, verified: '2026-11-22', source: 'a/b c.go:1'}\n"}, []string{`finalizers[0] "m"`, "names no lines"}},
		"no mark":                  {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, toldBy: [spec.gear, gears/, Bent, gear]}\n"}, []string{`unknown mark "gear"`}},
		"read some day":            {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, class: waits, verified: today, source: 'a/b@1a2b3c4 c.go:1'}\n"}, []string{`unknown date "today"`}},
		"earlier, at no time":      {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, earlier: [{before: v2, waitsFor: rain, source: 'a/b@1a2b3c4 c.go:1'}]}\n"}, []string{`unknown date "v2"`}},
		"earlier, not read":        {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, earlier: [{before: '2020-01-02', waitsFor: rain, source: a/b}]}\n"}, []string{"earlier has no source that names lines"}},
		"earlier, to give up":      {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, earlier: [{before: '2020-01-02', class: givesUp, source: 'a/b@1a2b3c4 c.go:1'}]}\n"}, []string{"givesUpAfter"}},
		"unknown risk":             {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, risk: none}\n"}, []string{`unknown risk "none"`}},
		"bad regex":                {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: '(', component: m, match: regex}\n"}, []string{"mine.yaml", "regex", "("}},
		"bad kind":                 {map[string]string{"mine.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m, kinds: ['*']}\n"}, []string{`unknown kind "*"`}},
		"id twice":                 {map[string]string{"a.yaml": "project: M\nfinalizers:\n- {pattern: m, component: m}\n", "b.yaml": "project: N\nfinalizers:\n- {pattern: m, component: n}\n"}, []string{"b.yaml", `"m"`, "a.yaml"}},
		"no CEL":                   {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: 'm:x', from: {kinds: [A]}, refs: 'object.spec.('}\n"}, []string{"mine.yaml", `edges[0] "m:x"`, "refs"}},
		"unknown variable":         {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: 'm:x', from: {kinds: [A]}, refs: '[self.spec.a]'}\n"}, []string{"mine.yaml", `"m:x"`, "self"}},
		"wrong type":               {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: 'm:x', from: {kinds: [A], when: '1'}, refs: '[]'}\n"}, []string{"mine.yaml", `"m:x"`, "from.when", "int", "bool"}},
		"too long":                 {map[string]string{"mine.yaml": "project: M\nnotes:\n- {id: m, from: {when: 'true'}, text: " + strings.Repeat("x", 41) + "}\n"}, []string{"mine.yaml", `notes[0] "m"`, "40"}},
		"escape in a note":         {map[string]string{"mine.yaml": "project: M\nnotes:\n- {id: m, from: {when: 'true'}, text: \"a\\e[31m\"}\n"}, []string{`notes[0] "m"`}},
		"refs and join":            {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: m, from: {kinds: [A]}, refs: '[]', join: {label: a, value: '\"b\"'}}\n"}, []string{`edges[0] "m"`, "exactly one of refs and join"}},
		"neither":                  {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: m, from: {kinds: [A]}}\n"}, []string{"exactly one of refs and join"}},
		"label and annotation": {
			map[string]string{"mine.yaml": "project: M\nedges:\n- {name: m, from: {kinds: [A]}, join: {label: a, annotation: b, value: '\"b\"'}}\n"},
			[]string{"exactly one of join.label and join.annotation"},
		},
		"every kind":            {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: m, from: {}, refs: '[]'}\n"}, []string{"every kind"}},
		"every kind, backwards": {map[string]string{"mine.yaml": "project: M\nedges:\n- {name: m, from: {groups: ['*']}, refs: '[]', passive: true, reverse: {kinds: [A]}}\n"}, []string{"every kind would have to be read"}},
		"all at once":           {map[string]string{"a.yaml": "oops: 1\n", "b.yaml": "oops: 1\n"}, []string{"a.yaml:1", "b.yaml:1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Load(dir(tt.files))
			if err == nil {
				t.Fatal("it was loaded")
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error lacks %q: %v", part, err)
				}
			}
		})
	}
}

func TestLoadUser(t *testing.T) {
	widget := trace.Kind{Group: "example.org", Kind: "Widget"}
	obj := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.org/v1", "kind": "Widget",
		"metadata": map[string]any{"name": "w", "namespace": "shop", "annotations": map[string]any{"crossplane.io/paused": "true"}},
		"spec":     map[string]any{"gear": "g"},
	}}
	first := dir(map[string]string{
		"README.md": "not read",
		"mine.yaml": `
# A comment before the document.
---
project: Mine
finalizers:
- {pattern: example.org/gear, component: gear keeper}
- {pattern: kro.run/finalizer, component: my kro}
edges:
- name: mine:gear
  from: {groups: [example.org], kinds: [Widget]}
  refs: '[{"group": "example.org", "kind": "Gear", "name": object.spec.gear}]'
notes:
- {id: "crossplane:paused", from: {kinds: [Widget]}, text: halted}
`,
	})
	second := dir(map[string]string{"mine.yaml": "project: Mine\nfinalizers:\n- {pattern: example.org/gear, component: other keeper}\n"})
	c, err := Load(first, second)
	if err != nil {
		t.Fatal(err)
	}
	for finalizer, want := range map[string]string{
		"example.org/gear":   "other keeper",      // the later directory
		"kro.run/finalizer":  "my kro",            // over the built-in
		"foregroundDeletion": "garbage collector", // built-in
		"example.org/gears":  "",                  // near miss
	} {
		if got := c.Holder(widget, finalizer); got != want {
			t.Errorf("Holder(%q) = %q, want %q", finalizer, got, want)
		}
	}
	want := []trace.Link{{Rule: "mine:gear", Target: trace.Ref{Group: "example.org", Kind: "Gear", Namespace: "shop", Name: "g"}}}
	if diff := cmp.Diff(want, c.Links(widget, obj)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if got := c.Note(widget, obj); got != "halted" {
		t.Errorf("Note = %q, want the one that replaces the built-in", got)
	}
	if !c.NeedsWhole(widget) || load(t).NeedsWhole(widget) {
		t.Error("the user's rule, and only that, wants widgets whole")
	}
}

// TestCost proves that an expression that would not end soon ends without refs.
func TestCost(t *testing.T) {
	c, err := Load(dir(map[string]string{"slow.yaml": `
project: Slow
edges:
- name: slow:all
  from: {kinds: [Widget]}
  refs: >-
    object.list.map(a, object.list.map(b, object.list.map(c, a + b + c)))
- name: slow:next
  from: {kinds: [Widget]}
  refs: '[{"kind": "Gear", "name": "g"}]'
`}))
	if err != nil {
		t.Fatal(err)
	}
	list := make([]any, 2000)
	for i := range list {
		list[i] = "x"
	}
	obj := &unstructured.Unstructured{Object: map[string]any{"list": list}}
	want := []trace.Link{{Rule: "slow:next", Target: trace.Ref{Kind: "Gear", Name: "g"}}}
	if diff := cmp.Diff(want, c.Links(trace.Kind{Kind: "Widget"}, obj)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("project: Mine\nfinalizers:\n- {pattern: a, component: b, match: prefix, kinds: [A.b, '*.c']}\n")
	f.Add("project: M\nedges:\n- {name: 'm:x', from: {kinds: [A]}, refs: '[object.a]', reverse: {groups: ['{group}']}}\n")
	f.Add("project: M\nnotes:\n- {id: m, from: {when: 'object.a == b'}, text: c}\n---\n")
	obj := &unstructured.Unstructured{Object: map[string]any{"a": "b"}}
	f.Fuzz(func(_ *testing.T, text string) {
		files, err := readDir(dir(map[string]string{"x.yaml": text}))
		if err != nil || check(files) != nil {
			return
		}
		c := newCatalogue(files)
		kind := trace.Kind{Group: "b", Kind: "A"}
		c.Links(kind, obj)
		c.Joins(kind, obj)
		c.Note(kind, obj)
		c.Holder(kind, text)
	})
}
