package explain

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var briefAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// object makes one that has been deleting for some minutes.
func object(name string, asked bool, minutes int, holds ...Hold) Object {
	o := Object{Verdict: Stuck, Holds: holds}
	o.Name, o.Asked, o.State, o.Since = name, asked, trace.Deleting, briefAt.Add(-time.Duration(minutes)*time.Minute)
	return o
}

// hold is one that waits for objects by their index.
func hold(finalizer string, waits ...int) Hold {
	h := Hold{Finalizer: finalizer, Verdict: Stuck, Reason: Failing, Message: finalizer + " fails", Cost: Cost{Loss: finalizer + " is lost"}}
	for _, at := range waits {
		h.Blockers = append(h.Blockers, Blocker{Object: at, State: trace.Deleting})
	}
	return h
}

func cause(d *Diagnosis, frees int, chain []Place, holds ...Place) Cause {
	first := d.Of(holds[0])
	return Cause{Reason: first.Reason, Verdict: first.Verdict, Message: first.Message, Holds: holds, Frees: frees, Chain: chain}
}

// told writes a part so that all of it can be compared.
func told(d *Diagnosis, p *Part) string {
	var b strings.Builder
	name := func(p Place) string { return d.Objects[p.Object].Name + "/" + d.Of(p).Finalizer }
	fmt.Fprintf(&b, "%d %s at %s", p.Cause, p.Because, name(p.At))
	for _, c := range p.Chain {
		b.WriteString(" > " + name(c))
	}
	for _, s := range []*Step{p.First, p.Keep} {
		if s != nil {
			b.WriteString("; " + s.Text)
		}
	}
	for i := range p.Or {
		b.WriteString("; or " + p.Or[i].Text)
	}
	for _, c := range p.Cautions {
		fmt.Fprint(&b, "; ", c.String(), c.Objects)
	}
	for _, price := range p.Forced {
		fmt.Fprint(&b, "; ", price.Finalizers, d.Objects[price.Object].Name, ": ", price.Cost.Loss)
	}
	return b.String() + fmt.Sprintf("; blocks %d", p.Blocks)
}

func briefs(d *Diagnosis) (out []string) {
	for _, b := range d.Briefs() {
		for i := range b.Parts {
			out = append(out, d.Objects[b.Object].Name+": "+told(d, &b.Parts[i]))
		}
	}
	return out
}

func TestBriefs(t *testing.T) {
	alike := func(finalizer string) Hold {
		h := hold(finalizer)
		h.Message, h.Cost = "fails", Cost{Loss: "all"}
		return h
	}
	advised := hold("f")
	advised.Next = []Step{
		Act(Deletes, trace.Ref{}, "delete it", "kubectl"), Tell("save it").For(Keeps), Look("see", "kubectl"), Tell("force").For(Guarded), Tell("then so").For(Guarded).Then(),
	}
	advised.Warnings = []Warning{{Text: "mind the gap"}, {Text: "jump", Never: true}}
	kubelet := hold("")
	kubelet.Message = "the kubelet is silent"
	for name, tt := range map[string]struct {
		objects []Object
		causes  func(d *Diagnosis) []Cause
		want    []string
	}{
		"two finalizers with one thing to say": {
			[]Object{object("a", true, 5, alike("f"), alike("g"))},
			func(d *Diagnosis) []Cause {
				return []Cause{cause(d, 1, []Place{{0, 0}}, Place{0, 0}), cause(d, 1, []Place{{0, 1}}, Place{0, 1})}
			},
			[]string{"a: 0 fails at a/f; [f g]a: all; blocks 0"},
		},
		"two finalizers with two": {
			[]Object{object("a", true, 5, hold("f"), hold("g"))},
			func(d *Diagnosis) []Cause {
				return []Cause{cause(d, 1, []Place{{0, 0}}, Place{0, 0}), cause(d, 1, []Place{{0, 1}}, Place{0, 1})}
			},
			[]string{"a: 0 f fails at a/f; [f]a: f is lost; blocks 0", "a: 1 g fails at a/g; [g]a: g is lost; blocks 0"},
		},
		"what to do, in its order": {
			[]Object{object("a", true, 5, advised)},
			func(d *Diagnosis) []Cause { return []Cause{cause(d, 1, []Place{{0, 0}}, Place{0, 0})} },
			[]string{"a: 0 f fails at a/f; delete it; save it; or force; or then so; never jump[0]; mind the gap[0]; [f]a: f is lost; blocks 0"},
		},
		"the price of the nearest finalizer, where the root is held by none": {
			[]Object{object("claim", true, 5, hold("f", 1)), object("pod", false, 5, kubelet)},
			func(d *Diagnosis) []Cause { return []Cause{cause(d, 2, []Place{{0, 0}, {1, 0}}, Place{1, 0})} },
			[]string{"claim: 0 the kubelet is silent at pod/ > claim/f > pod/; [f]claim: f is lost; blocks 1"},
		},
		"each asked object has its own way": {
			[]Object{object("a", true, 5, hold("f", 2)), object("b", true, 5, hold("g", 0)), object("c", false, 5, hold("h"))},
			func(d *Diagnosis) []Cause { return []Cause{cause(d, 3, []Place{{0, 0}, {2, 0}}, Place{2, 0})} },
			[]string{
				"a: 0 h fails at c/h > a/f > c/h; [h]c: h is lost; blocks 2",
				"b: 0 h fails at c/h > b/g > a/f > c/h; [h]c: h is lost; blocks 2",
			},
		},
		"each of many that are held alike speaks for itself": {
			[]Object{object("a", true, 5, hold("f")), object("b", true, 5, hold("g"))},
			func(d *Diagnosis) []Cause { return []Cause{cause(d, 2, []Place{{0, 0}}, Place{0, 0}, Place{1, 0})} },
			[]string{"a: 0 f fails at a/f; [f]a: f is lost; blocks 0", "b: 0 g fails at b/g; [g]b: g is lost; blocks 0"},
		},
		"nearby": {
			[]Object{object("a", true, 5, hold("f")), object("b", false, 5, hold("g"))},
			func(d *Diagnosis) []Cause {
				return []Cause{cause(d, 1, []Place{{1, 0}}, Place{1, 0}), cause(d, 1, []Place{{0, 0}}, Place{0, 0})}
			},
			[]string{"a: 1 f fails at a/f; [f]a: f is lost; blocks 0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := &Diagnosis{At: briefAt, Objects: tt.objects}
			d.Causes = tt.causes(d)
			if diff := cmp.Diff(tt.want, briefs(d)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestRows has the worst first, then the oldest.
func TestRows(t *testing.T) {
	waiting := hold("w")
	waiting.Verdict = Waiting
	d := &Diagnosis{At: briefAt, Objects: []Object{
		object("old-waiting", true, 90, waiting), object("young", true, 1, hold("f")), object("old", true, 60, hold("g")), object("older", true, 70, hold("g")),
	}}
	d.Causes = []Cause{
		cause(d, 1, []Place{{0, 0}}, Place{0, 0}), cause(d, 1, []Place{{1, 0}}, Place{1, 0}), cause(d, 2, []Place{{2, 0}}, Place{2, 0}, Place{3, 0}),
	}
	var got []string
	for _, r := range d.Rows() {
		got = append(got, fmt.Sprint(r.Cause, " ", d.Objects[r.At.Object].Name, " and ", r.More, " since ", briefAt.Sub(r.Since)))
	}
	want := []string{"2 old and 1 since 1h10m0s", "1 young and 0 since 1m0s", "0 old-waiting and 0 since 1h30m0s"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRowsWarn has each row warn of all that waits for its cause, whatever another row said.
func TestRowsWarn(t *testing.T) {
	warned := func(finalizer, text string, waits ...int) Hold {
		h := hold(finalizer, waits...)
		h.Warnings = []Warning{{Text: text, Never: true}}
		return h
	}
	d := &Diagnosis{At: briefAt, Objects: []Object{
		object("a", true, 9, hold("f")), object("b", true, 8, hold("f")), object("above-b", true, 7, warned("g", "delete it again", 1)),
		object("top", true, 7, warned("h", "empty it", 2, 4)), object("other", true, 6, hold("i")), object("alone", true, 5, warned("j", "mind it")),
	}}
	d.Causes = []Cause{
		cause(d, 4, []Place{{0, 0}}, Place{0, 0}, Place{1, 0}), cause(d, 2, []Place{{3, 0}, {4, 0}}, Place{4, 0}), cause(d, 1, []Place{{5, 0}}, Place{5, 0}),
	}
	var got []string
	for _, r := range d.Rows() {
		line := d.Objects[r.At.Object].Name
		for _, c := range r.Cautions {
			line += "; " + c.String() + " (" + d.Objects[c.Objects[0]].Name + ")"
		}
		got = append(got, line)
	}
	want := []string{"a; never delete it again (above-b); never empty it (top)", "other; never empty it (top)", "alone; never mind it (alone)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
