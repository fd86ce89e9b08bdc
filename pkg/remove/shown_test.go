package remove

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// aPlan is one of two actions on two objects.
func aPlan() *Plan {
	action := func(name string) Action {
		return Action{
			Kind: things,
			Object: trace.Node{
				Ref: trace.Ref{Group: things.Group, Kind: things.Kind, Namespace: "shop", Name: name}, UID: "uid-" + name, State: trace.Deleting,
				Since: moment, Finalizers: []trace.Finalizer{{Name: "x"}, {Name: "y"}},
			},
			Hold: explain.Hold{Finalizer: "x", Cost: explain.Cost{Loss: "A bucket keeps billing", Identity: "bucket-" + name, Risk: explain.RiskHigh}},
			Objections: []Objection{
				{Guard: Loss, Message: "a bucket", Overridden: true},
				{Guard: Dependents, Message: "some", Over: []string{"pod/a", "pod/b"}},
			},
		}
	}
	above := []trace.Ref{{Group: things.Group, Kind: things.Kind, Namespace: "shop", Name: "above"}}
	return &Plan{
		At: moment, Server: Server{URL: "https://one", UID: "server"}, Actions: []Action{action("a"), action("b")},
		Warnings: []Warning{{Text: "the bucket goes too", Objects: above, waiting: above}},
	}
}

// Each field that a digest is of changes it when it changes, and the comparison
// names it. Taking a field out of Shown turns its case red.
func TestDigest(t *testing.T) {
	tests := map[string]struct {
		change func(p *Plan)
		want   []Aspect
	}{
		"another server under the same URL": {func(p *Plan) { p.Server.UID = "other" }, []Aspect{OtherServer}},
		"another URL of an unknown server":  {func(p *Plan) { p.Server = Server{URL: "https://two"} }, []Aspect{OtherServer}},
		"UID":                               {func(p *Plan) { p.Actions[0].Object.UID = "other" }, []Aspect{OtherObject}},
		"name":                              {func(p *Plan) { p.Actions[0].Object.Name = "c" }, []Aspect{MissingAction, NewAction}},
		"namespace":                         {func(p *Plan) { p.Actions[0].Object.Namespace = "c" }, []Aspect{MissingAction, NewAction}},
		"kind":                              {func(p *Plan) { p.Actions[0].Object.Kind = "C" }, []Aspect{MissingAction, NewAction}},
		"group":                             {func(p *Plan) { p.Actions[0].Object.Group = "c" }, []Aspect{MissingAction, NewAction}},
		"deletionTimestamp":                 {func(p *Plan) { p.Actions[0].Object.Since = moment.Add(time.Second) }, []Aspect{OtherDeletion}},
		"no deletionTimestamp":              {func(p *Plan) { p.Actions[0].Object.Since = time.Time{} }, []Aspect{OtherDeletion}},
		"finalizer added": {func(p *Plan) {
			p.Actions[0].Object.Finalizers = []trace.Finalizer{{Name: "x"}, {Name: "y"}, {Name: "z"}}
		}, []Aspect{OtherFinalizers}},
		"finalizer gone":              {func(p *Plan) { p.Actions[0].Object.Finalizers = []trace.Finalizer{{Name: "x"}} }, []Aspect{OtherFinalizers}},
		"finalizers in another order": {func(p *Plan) { slices.Reverse(p.Actions[0].Object.Finalizers) }, []Aspect{OtherFinalizers}},
		"finalizer doubled":           {func(p *Plan) { p.Actions[0].Object.Finalizers[1].Name = "x" }, []Aspect{OtherFinalizers}},
		"entry to take":               {func(p *Plan) { p.Actions[0].Hold.Finalizer = "y" }, []Aspect{MissingAction, NewAction}},
		"order":                       {func(p *Plan) { p.Actions[0].Level = 1 }, []Aspect{OtherOrder}},
		"asked to go first":           {func(p *Plan) { p.Actions[0].DeleteFirst = true }, []Aspect{OtherFirst}},
		"holder":                      {func(p *Plan) { p.Actions[0].Hold.Holder.Name = "other" }, []Aspect{OtherHolder}},
		"loss":                        {func(p *Plan) { p.Actions[0].Hold.Cost.Loss = "A disk is wiped" }, []Aspect{OtherLoss}},
		"risk":                        {func(p *Plan) { p.Actions[0].Hold.Cost.Risk = explain.RiskLow }, []Aspect{OtherLoss}},
		"what it stands for":          {func(p *Plan) { p.Actions[0].Hold.Cost.Identity = "other" }, []Aspect{OtherLoss}},
		"guard gone":                  {func(p *Plan) { p.Actions[0].Objections = p.Actions[0].Objections[:1] }, []Aspect{OtherGuards}},
		"another guard":               {func(p *Plan) { p.Actions[0].Objections[1].Guard = Content }, []Aspect{OtherGuards}},
		"what a guard speaks of":      {func(p *Plan) { p.Actions[0].Objections[1].Over = []string{"pod/a", "pod/c"} }, []Aspect{OtherGuards}},
		"guard overruled":             {func(p *Plan) { p.Actions[0].Objections[1].Overridden = true }, []Aspect{OtherOverruled}},
		"an object more":              {func(p *Plan) { p.Actions = append(p.Actions, p.Actions[0]); p.Actions[2].Object.Name = "c" }, []Aspect{NewAction}},
		"an object less":              {func(p *Plan) { p.Actions = p.Actions[:1] }, []Aspect{MissingAction}},
		"a warning":                   {func(p *Plan) { p.Actions[0].Warnings = []string{"the volume goes too"} }, []Aspect{OtherWarnings}},
		"a warning further up":        {func(p *Plan) { p.Warnings[0].Text = "the cluster goes too" }, []Aspect{OtherWarnings}},
		"who is warned of further up": {func(p *Plan) { p.Warnings[0].waiting[0].Name = "other" }, []Aspect{OtherWarnings}},
		// The near misses: what says nothing of what is done.
		"words of a guard": {func(p *Plan) { p.Actions[0].Objections[0].Message = "since 4m" }, nil},
		"order of what is said": {func(p *Plan) {
			slices.Reverse(p.Actions[0].Objections)
			p.Actions[0].Objections[0].Over = []string{"pod/b", "pod/a"}
		}, nil},
		"a warning of what does not wait": {func(p *Plan) {
			p.Warnings = append(p.Warnings, Warning{Text: "beside", Objects: []trace.Ref{{Name: "d"}}})
		}, nil},
		"another way to the same server": {func(p *Plan) { p.Server.URL, p.Server.Context = "https://two", "c" }, nil},
		"the moment":                     {func(p *Plan) { p.At = moment.Add(time.Hour) }, nil},
	}
	was := aPlan().Show()
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := aPlan()
			tt.change(p)
			is := p.Show()
			var got []Aspect
			for _, c := range p.Changes(was) {
				got = append(got, c.Aspect)
			}
			if !slices.Equal(got, tt.want) || (was.Digest() == is.Digest()) != (tt.want == nil) {
				t.Errorf("changes %v, want %v; digests %s and %s", got, tt.want, was.Digest(), is.Digest())
			}
		})
	}
	// Where it is not known which server it is, its address counts.
	unknown, elsewhere := aPlan(), aPlan()
	unknown.Server, elsewhere.Server = Server{URL: "https://one"}, Server{URL: "https://two"}
	if changes := elsewhere.Changes(unknown.Show()); len(changes) != 1 || changes[0].Aspect != OtherServer || unknown.Show().Digest() == elsewhere.Show().Digest() {
		t.Errorf("another address: %v", changes)
	}
	if sum("a\x00", "b") == sum("a", "\x00b") || sum("a", "b") == sum("ab") {
		t.Error("where a word ends says nothing")
	}
	if !IsDigest(was.Digest()) || IsDigest("plan-b") || IsDigest("plan-zz345678901234567890") || IsDigest("pods") {
		t.Error("what a digest looks like")
	}
}

// What came since is told in words, of which nothing is kept: what is lost, what
// speaks against it, and what there is to be careful of.
func TestChangesInWords(t *testing.T) {
	was := aPlan().Show()
	p := aPlan()
	a := &p.Actions[0]
	a.Hold.Cost = explain.Cost{Loss: "A disk is wiped", Identity: "disk-1"}
	a.Objections[1] = Objection{Guard: Dependents, Message: "others", Over: []string{"pod/c"}, Overridden: true}
	a.Warnings = []string{"the volume goes too"}
	p.Warnings[0].Text = "the cluster goes too"
	var got []string
	for _, c := range p.Changes(was) {
		got = append(got, string(c.Aspect)+" "+c.Object.Name+": "+c.Was+" -> "+c.Is)
	}
	want := []string{
		"Warnings :  -> the cluster goes too",
		"Loss a:  -> A disk is wiped; it stands for disk-1 (unknown risk)",
		"Guards a: Dependents -> Dependents: others",
		"Overruled a: Loss -> Dependents, Loss",
		"Warnings a:  -> the volume goes too",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A plan is found again under its digest, only as it was, and only the newest are kept.
func TestPlansKept(t *testing.T) {
	plans := &Plans{Dir: filepath.Join(t.TempDir(), "plans")}
	shown := aPlan().Show()
	if err := plans.Keep(shown); err != nil {
		t.Fatal(err)
	}
	found, ok := plans.Find(shown.Digest())
	if !ok || len(aPlan().Changes(found)) > 0 {
		t.Errorf("found %v %t", found, ok)
	}
	file := plans.file(shown.Digest())
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	other := shown
	other.Server = "uid:other"
	for _, digest := range []string{other.Digest(), "../" + filepath.Base(file), ""} {
		if _, ok := plans.Find(digest); ok {
			t.Errorf("found %q", digest)
		}
	}
	if err := os.Rename(file, plans.file(other.Digest())); err != nil {
		t.Fatal(err)
	}
	if _, ok := plans.Find(other.Digest()); ok {
		t.Error("a plan under another's digest was believed")
	}
	for i := range mostKept + 5 {
		p := aPlan()
		p.Actions[0].Level = i
		if err := plans.Keep(p.Show()); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(plans.Dir)
	if err != nil || len(files) != mostKept {
		t.Errorf("%d files, %v", len(files), err)
	}
}
