package sample

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// diagnosisFile is how the goldens write a diagnosis: with ages instead of
// times, and names instead of indexes.
type diagnosisFile struct {
	At         time.Time       `json:"at"`
	Objects    []diagnosedFile `json:"objects"`
	Causes     []causeFile     `json:"causes"`
	Incomplete []trace.Problem `json:"incomplete"`
}

type diagnosedFile struct {
	nodeFile `json:",inline"`

	// Times makes so many objects of one: # in its id, name and texts is their number.
	Times   int             `json:"times"`
	Verdict explain.Verdict `json:"verdict"`
	Holds   []holdFile      `json:"holds"`
}

type holdFile struct {
	explain.Hold `json:",inline"`

	Blockers []blockerFile `json:"blockers"`
}

type blockerFile struct {
	explain.Blocker `json:",inline"`

	ID string `json:"id"` // among the objects
}

// causeFile has places as "id" or "id/hold". In Holds that is every object that was
// made of one, in Chain the first of them. What is not given is taken from the first hold, as the engine does.
type causeFile struct {
	Holds []string `json:"holds"`
	Chain []string `json:"chain"` // the first hold when empty
	Frees int      `json:"frees"` // the objects of the holds when empty
}

// Diagnosis reads a diagnosis.
func Diagnosis(t *testing.T, text []byte) *explain.Diagnosis {
	t.Helper()
	var f diagnosisFile
	if err := yaml.UnmarshalStrict(text, &f); err != nil {
		t.Fatalf("reading diagnosis.yaml: %v", err)
	}
	r := diagnosisReader{file: &f, index: map[string][]int{}, d: &explain.Diagnosis{At: f.At, Incomplete: f.Incomplete}}
	for _, o := range f.Objects {
		r.add(t, o)
	}
	r.connect(t)
	for _, c := range f.Causes {
		r.d.Causes = append(r.d.Causes, r.cause(t, c))
	}
	return r.d
}

type diagnosisReader struct {
	file  *diagnosisFile
	d     *explain.Diagnosis
	index map[string][]int
	waits []waiting
}

// waiting is a blocker whose object may come later in the file.
type waiting struct {
	object, hold, blocker int
	id                    string
}

func (r *diagnosisReader) add(t *testing.T, f diagnosedFile) {
	t.Helper()
	if r.index[f.ID] != nil {
		t.Fatalf("diagnosis.yaml has two objects %q", f.ID)
	}
	for n := range max(f.Times, 1) {
		numbered := func(s string) string { return strings.ReplaceAll(s, "#", strconv.Itoa(n)) }
		o := explain.Object{Node: f.node(t, r.file.At), Verdict: f.Verdict}
		o.Name, o.UID = numbered(o.Name), numbered(o.UID)
		at := len(r.d.Objects)
		for j, h := range f.Holds {
			hold := h.Hold
			hold.Message = numbered(hold.Message)
			if hold.Verdict == "" {
				hold.Verdict = f.Verdict
			}
			hold.Blockers = nil
			for k, b := range h.Blockers {
				b.Object = -1
				if b.ID != "" {
					r.waits = append(r.waits, waiting{at, j, k, b.ID})
				}
				hold.Blockers = append(hold.Blockers, b.Blocker)
			}
			o.Holds = append(o.Holds, hold)
			if hold.Finalizer != "" {
				o.Finalizers = append(o.Finalizers, trace.Finalizer{Name: hold.Finalizer, Holder: hold.Holder.Name})
			}
		}
		r.d.Objects = append(r.d.Objects, o)
		r.index[f.ID] = append(r.index[f.ID], at)
	}
}

// connect fills in the blockers that are among the objects.
func (r *diagnosisReader) connect(t *testing.T) {
	t.Helper()
	for _, w := range r.waits {
		b := &r.d.Objects[w.object].Holds[w.hold].Blockers[w.blocker]
		b.Object = r.objects(t, w.id)[0]
		o := &r.d.Objects[b.Object]
		b.Ref, b.Resource, b.State = o.Ref, o.Resource, o.State
	}
}

func (r *diagnosisReader) objects(t *testing.T, id string) []int {
	t.Helper()
	found := r.index[id]
	if found == nil {
		t.Fatalf("diagnosis.yaml has no object %q", id)
	}
	return found
}

func (r *diagnosisReader) places(t *testing.T, names []string) []explain.Place {
	t.Helper()
	var out []explain.Place
	for _, name := range names {
		id, number, _ := strings.Cut(name, "/")
		hold, _ := strconv.Atoi(number)
		for _, i := range r.objects(t, id) {
			if hold >= len(r.d.Objects[i].Holds) {
				t.Fatal(fmt.Errorf("diagnosis.yaml has no hold %q", name))
			}
			out = append(out, explain.Place{Object: i, Hold: hold})
		}
	}
	return out
}

func (r *diagnosisReader) cause(t *testing.T, f causeFile) explain.Cause {
	t.Helper()
	holds := r.places(t, f.Holds)
	first := r.d.Of(holds[0])
	c := explain.Cause{
		Reason: first.Reason, Verdict: first.Verdict, Holder: first.Holder, Message: first.Message,
		Holds: holds, Frees: f.Frees,
	}
	for _, name := range f.Chain {
		c.Chain = append(c.Chain, r.places(t, []string{name})[0])
	}
	if len(c.Chain) == 0 {
		c.Chain = holds[:1]
	}
	if c.Frees == 0 {
		held := map[int]bool{}
		for _, p := range holds {
			held[p.Object] = true
		}
		c.Frees = len(held)
	}
	return c
}
