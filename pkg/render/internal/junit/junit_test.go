package junit

import (
	"encoding/xml"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// element is any element, as it was read.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (e *element) attribute(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// shape is what the schema of Jenkins allows, which others read too: the attributes of an
// element, those that it must have marked, and what may stand in it.
var shape = map[string]struct{ attributes, within []string }{
	"testsuites": {[]string{"name", "time", "tests", "failures", "errors"}, []string{"testsuite"}},
	"testsuite":  {[]string{"name!", "tests!", "failures", "errors", "skipped", "time", "timestamp", "hostname", "id", "package"}, []string{"testcase", "properties", "system-out", "system-err"}},
	"testcase":   {[]string{"name!", "classname!", "time"}, []string{"error", "failure", "skipped", "system-out", "system-err"}},
	"failure":    {[]string{"message", "type"}, nil},
	"error":      {[]string{"message", "type"}, nil},
	"system-out": {nil, nil},
}

func checkShape(t *testing.T, e *element) {
	t.Helper()
	s, known := shape[e.XMLName.Local]
	if !known {
		t.Fatalf("there is no element %s", e.XMLName.Local)
	}
	for _, a := range e.Attrs {
		if !slices.Contains(s.attributes, a.Name.Local) && !slices.Contains(s.attributes, a.Name.Local+"!") {
			t.Errorf("%s has no attribute %s", e.XMLName.Local, a.Name.Local)
		}
	}
	for _, name := range s.attributes {
		if must, needed := strings.CutSuffix(name, "!"); needed && e.attribute(must) == "" {
			t.Errorf("%s lacks %s", e.XMLName.Local, must)
		}
	}
	for i := range e.Children {
		if !slices.Contains(s.within, e.Children[i].XMLName.Local) {
			t.Errorf("%s in %s", e.Children[i].XMLName.Local, e.XMLName.Local)
		}
		checkShape(t, &e.Children[i])
	}
}

func read(t *testing.T, d *explain.Diagnosis) *element {
	t.Helper()
	text, err := XML(d)
	if err != nil {
		t.Fatal(err)
	}
	var e element
	if err := xml.Unmarshal([]byte(text), &e); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	checkShape(t, &e)
	return &e
}

// TestVerdicts has the outcome of each verdict.
func TestVerdicts(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for verdict, want := range map[explain.Verdict]string{
		explain.Stuck: "failure", explain.Undecided: "error", explain.Waiting: "system-out", explain.InGrace: "system-out",
		explain.Progressing: "system-out", explain.NotDeleting: "system-out", explain.NotAsked: "system-out", explain.Absent: "system-out",
	} {
		d := &explain.Diagnosis{At: at, Objects: []explain.Object{{
			Verdict: verdict, Node: trace.Node{Ref: trace.Ref{Kind: "Pod", Namespace: "shop", Name: "web-0"}, State: trace.Deleting, Since: at.Add(-90 * time.Second), Asked: true},
		}}}
		suite := read(t, d).Children[0]
		c := suite.Children[0]
		if len(c.Children) != 1 || c.Children[0].XMLName.Local != want {
			t.Errorf("%s: %+v", verdict, c)
		}
		if c.attribute("name") != "pod/web-0 in namespace shop" || c.attribute("classname") != "Pod" || c.attribute("time") != "90" {
			t.Errorf("%s: %+v", verdict, c.Attrs)
		}
		if last := suite.Children[1]; last.attribute("name") != "everything could be read" || len(last.Children) != 0 {
			t.Errorf("%s: %+v", verdict, last)
		}
	}
}

// TestRandom counts what is in any diagnosis, and finds it in the shape.
func TestRandom(t *testing.T) {
	for seed := range uint64(60) {
		d := sample.RandomDiagnosis(rand.New(rand.NewPCG(seed, 9)))
		all := read(t, d)
		suite := all.Children[0]
		counts := map[string]int{}
		for i := range suite.Children {
			for _, c := range suite.Children[i].Children {
				counts[c.XMLName.Local]++
			}
		}
		for name, want := range map[string]int{"tests": len(suite.Children), "failures": counts["failure"], "errors": counts["error"]} {
			for _, e := range []element{*all, suite} {
				if got := e.attribute(name); got != strconv.Itoa(want) {
					t.Errorf("seed %d: %s of %s is %s, not %d", seed, name, e.XMLName.Local, got, want)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}
