package dump

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Recorder is a Reader that notes what is read through it, and what the server
// answers, so that a snapshot can hold what an answer rests on.
type Recorder struct {
	explain.Reader

	mu      sync.Mutex
	objects map[recordedAt]recordedObject
	reads   map[recordedRead]*trace.Problem
	answers map[string]snapshotAnswer
	tries   map[string]snapshotTry
}

// Record makes a recorder of a reader.
func Record(r explain.Reader) *Recorder {
	return &Recorder{
		Reader: r, objects: map[recordedAt]recordedObject{}, reads: map[recordedRead]*trace.Problem{},
		answers: map[string]snapshotAnswer{}, tries: map[string]snapshotTry{},
	}
}

type recordedAt struct{ group, resource, namespace, name string }

type recordedObject struct {
	kind  trace.Kind
	obj   *unstructured.Unstructured
	whole bool // and not its metadata alone
}

// recordedRead is a list, or where a name is given the look at one object.
type recordedRead struct {
	group, resource, namespace, name string
	rows                             bool // metadata alone
}

func (r *Recorder) noteObject(kind trace.Kind, obj *unstructured.Unstructured, whole bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := recordedAt{kind.Group, kind.Resource, obj.GetNamespace(), obj.GetName()}
	if known, ok := r.objects[at]; !ok || whole || !known.whole {
		r.objects[at] = recordedObject{kind, obj, whole}
	}
}

func (r *Recorder) noteRead(kind trace.Kind, namespace, name string, rows bool, problem *trace.Problem) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reads[recordedRead{kind.Group, kind.Resource, namespace, name, rows}] = problem
}

// Get implements trace.Reader.
func (r *Recorder) Get(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	obj, err := r.Reader.Get(ctx, kind, namespace, name)
	switch {
	case err == nil:
		r.noteObject(kind, obj, true)
	case apierrors.IsNotFound(err):
		r.noteRead(kind, namespace, name, false, nil)
	case ctx.Err() == nil:
		p := r.Problem(trace.PartOf(kind, namespace, name), err)
		r.noteRead(kind, namespace, name, false, &p)
	}
	return obj, err
}

// List implements trace.Reader.
func (r *Recorder) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	err := r.Reader.List(ctx, scope, func(obj *unstructured.Unstructured) {
		r.noteObject(scope.Kind, obj, true)
		visit(obj)
	})
	switch {
	case err == nil:
		r.noteRead(scope.Kind, scope.Namespace, "", false, nil)
	case ctx.Err() == nil:
		p := r.Problem(trace.PartOf(scope.Kind, scope.Namespace, ""), err)
		r.noteRead(scope.Kind, scope.Namespace, "", false, &p)
	}
	return err
}

// Scan implements trace.Reader.
func (r *Recorder) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	problems := r.Reader.Scan(ctx, scopes, want, func(kind trace.Kind, row *trace.Row) {
		r.noteObject(kind, metadataOf(kind, row), false)
		visit(kind, row)
	})
	if ctx.Err() != nil {
		return problems
	}
	for _, s := range scopes {
		about := trace.PartOf(s.Kind, s.Namespace, "")
		var failed *trace.Problem
		for i := range problems {
			if problems[i].About == about {
				failed = &problems[i]
			}
		}
		r.noteRead(s.Kind, s.Namespace, "", true, failed)
	}
	return problems
}

// metadataOf is the object of which a row tells.
func metadataOf(kind trace.Kind, row *trace.Row) *unstructured.Unstructured {
	obj := &unstructured.Unstructured{Object: map[string]any{}}
	obj.SetGroupVersionKind(schema.GroupVersionKind{Group: kind.Group, Version: kind.Version, Kind: kind.Kind})
	obj.SetNamespace(string(row.Namespace))
	obj.SetName(string(row.Name))
	obj.SetUID(types.UID(row.UID))
	if !row.Created.IsZero() {
		obj.SetCreationTimestamp(metav1.NewTime(row.Created))
	}
	if !row.Deleted.IsZero() {
		at, grace := metav1.NewTime(row.Deleted), row.Grace
		obj.SetDeletionTimestamp(&at)
		obj.SetDeletionGracePeriodSeconds(&grace)
	}
	for _, f := range row.Finalizers {
		obj.SetFinalizers(append(obj.GetFinalizers(), string(f)))
	}
	var owners []metav1.OwnerReference
	for i := range row.Owners {
		o := &row.Owners[i]
		controller, block := o.Controller, o.Block
		owners = append(owners, metav1.OwnerReference{
			APIVersion: string(o.APIVersion), Kind: string(o.Kind), Name: string(o.Name), UID: types.UID(o.UID),
			Controller: &controller, BlockOwnerDeletion: &block,
		})
	}
	obj.SetOwnerReferences(owners)
	obj.SetLabels(pairsMap(row.Labels))
	obj.SetAnnotations(pairsMap(row.Annotations))
	return obj
}

func pairsMap(pairs []trace.RowPair) map[string]string {
	if len(pairs) == 0 {
		return nil
	}
	all := map[string]string{}
	for _, p := range pairs {
		all[string(p.Key)] = string(p.Value)
	}
	return all
}

// Allowed implements explain.Reader.
func (r *Recorder) Allowed(ctx context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	decisions, err := r.Reader.Allowed(ctx, who, what)
	if ctx.Err() != nil {
		return decisions, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, access := range what {
		a := answerTo(who, access)
		switch {
		case err != nil:
			p := spelled(r.Problem(trace.Part{}, err))
			a.Problem = &p
		case i < len(decisions):
			a.Allowed, a.Reason = decisions[i].Allowed, redact.Text(decisions[i].Reason)
		}
		r.answers[a.key()] = a
	}
	return decisions, err
}

// DryRun implements explain.Reader.
func (r *Recorder) DryRun(ctx context.Context, kind trace.Kind, namespace, name, subresource string,
	patchType types.PatchType, patch []byte, as explain.Subject,
) (*unstructured.Unstructured, error) {
	obj, err := r.Reader.DryRun(ctx, kind, namespace, name, subresource, patchType, patch, as)
	if ctx.Err() != nil {
		return obj, err
	}
	t := tryOf(kind, namespace, name, subresource, patchType, patch, as)
	var status apierrors.APIStatus
	switch {
	case err == nil:
		t.Object, _ = redact.Encode((&redact.Redactor{}).Object(obj.Object))
	case errors.As(err, &status):
		t.Refused = refusal(status.Status())
	default:
		p := spelled(r.Problem(trace.Part{}, err))
		t.Problem = &p
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries[t.key()] = t
	return obj, err
}

// refusal is what a server said, without what may be a credential.
func refusal(s metav1.Status) *metav1.Status {
	out := metav1.Status{Status: s.Status, Message: redact.Text(s.Message), Reason: s.Reason, Code: s.Code}
	if s.Details != nil {
		out.Details = &metav1.StatusDetails{Name: s.Details.Name, Group: s.Details.Group, Kind: s.Details.Kind}
		for _, c := range s.Details.Causes {
			c.Message = redact.Text(c.Message)
			out.Details.Causes = append(out.Details.Causes, c)
		}
	}
	return &out
}

// part is what a snapshot holds of all that.
func (r *Recorder) part() (p snapshotPart, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	byPlace := func(a, b recordedAt) int {
		return cmp.Or(strings.Compare(a.group, b.group), strings.Compare(a.resource, b.resource), strings.Compare(a.namespace, b.namespace), strings.Compare(a.name, b.name))
	}
	going := map[placed]bool{} // of these, other events than Warnings tell too
	for _, o := range r.objects {
		if o.obj.GetDeletionTimestamp() != nil {
			going[placed{o.kind.Kind, o.obj.GetNamespace(), o.obj.GetName()}] = true
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(r.objects), byPlace) {
		o := r.objects[at]
		if snapshotSkips(o.kind) {
			continue
		}
		reading := snapshotReading{kind: o.kind, rows: !o.whole, told: going}
		if err := reading.keep(o.obj); err != nil {
			return p, err
		}
		for _, item := range reading.found {
			p.items = append(p.items, item.text)
		}
		p.taken = append(p.taken, reading.redactor.Taken()...)
	}
	p.reads = r.readings()
	for _, key := range slices.Sorted(maps.Keys(r.answers)) {
		p.answers = append(p.answers, r.answers[key])
	}
	for _, key := range slices.Sorted(maps.Keys(r.tries)) {
		p.tries = append(p.tries, r.tries[key])
	}
	return p, nil
}

// readings are what was read, with what was the matter with it, in a fixed order.
func (r *Recorder) readings() (reads []snapshotRead) {
	for read, problem := range r.reads {
		out := snapshotRead{Group: read.group, Resource: read.resource, Rows: read.rows}
		if read.namespace != "" {
			out.Namespaces = []string{read.namespace}
		}
		if read.name != "" {
			out.Names = []string{read.name}
		}
		if read.group == "" && read.resource == "events" {
			out.Filter = warnings
		}
		if problem != nil {
			s := spelled(*problem)
			out.Problem = &s
		}
		reads = append(reads, out)
	}
	slices.SortFunc(reads, func(a, b snapshotRead) int {
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Resource, b.Resource), slices.Compare(a.Namespaces, b.Namespaces), slices.Compare(a.Names, b.Names), cmp.Compare(bit(a.Rows), bit(b.Rows)))
	})
	return reads
}

// snapshotAnswer is what the server said of a right.
type snapshotAnswer struct {
	User        string           `json:"user,omitempty"`
	Groups      []string         `json:"groups,omitempty"`
	Verb        string           `json:"verb"`
	Group       string           `json:"group,omitempty"`
	Resource    string           `json:"resource"`
	Subresource string           `json:"subresource,omitempty"`
	Namespace   string           `json:"namespace,omitempty"`
	Name        string           `json:"name,omitempty"`
	Allowed     bool             `json:"allowed"`
	Reason      string           `json:"reason,omitempty"`
	Problem     *snapshotProblem `json:"problem,omitempty"`
}

func answerTo(who explain.Subject, a explain.Access) snapshotAnswer {
	return snapshotAnswer{
		User: who.User, Groups: who.Groups, Verb: a.Verb, Group: a.Group, Resource: a.Resource, Subresource: a.Subresource,
		Namespace: a.Namespace, Name: a.Name,
	}
}

func (a *snapshotAnswer) key() string {
	return strings.Join(append([]string{a.User, a.Verb, a.Group, a.Resource, a.Subresource, a.Namespace, a.Name}, a.Groups...), "\x00")
}

// snapshotTry is what the server said to a dry run. Of the patch only the digest is
// kept.
type snapshotTry struct {
	User        string           `json:"user,omitempty"`
	Groups      []string         `json:"groups,omitempty"`
	Group       string           `json:"group,omitempty"`
	Resource    string           `json:"resource"`
	Namespace   string           `json:"namespace,omitempty"`
	Name        string           `json:"name"`
	Subresource string           `json:"subresource,omitempty"`
	Patch       string           `json:"patch"`
	Object      json.RawMessage  `json:"object,omitempty"`
	Refused     *metav1.Status   `json:"refused,omitempty"`
	Problem     *snapshotProblem `json:"problem,omitempty"`
}

func tryOf(kind trace.Kind, namespace, name, subresource string, patchType types.PatchType, patch []byte, as explain.Subject) snapshotTry {
	digest := sha256.Sum256(append([]byte(string(patchType)+"\n"), patch...))
	return snapshotTry{
		User: as.User, Groups: as.Groups, Group: kind.Group, Resource: kind.Resource, Namespace: namespace, Name: name,
		Subresource: subresource, Patch: hex.EncodeToString(digest[:]),
	}
}

func (t *snapshotTry) key() string {
	return strings.Join(append([]string{t.User, t.Group, t.Resource, t.Namespace, t.Name, t.Subresource, t.Patch}, t.Groups...), "\x00")
}

// untold is what nobody asked the server when the dump was made.
var untold = &gapError{trace.Problem{Reason: trace.NotInDump, Message: "a dump does not tell what a server would answer"}}

// told is the error that a question met.
func told(p *snapshotProblem) error {
	return &gapError{trace.Problem{Reason: p.Reason, Message: p.Message}}
}

// Allowed implements explain.Reader: what the server said when the snapshot was made.
func (d *Dump) Allowed(_ context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	var out []explain.Decision
	for _, access := range what {
		asked := answerTo(who, access)
		a, ok := d.answers[asked.key()]
		switch {
		case !ok:
			return nil, untold
		case a.Problem != nil:
			return nil, told(a.Problem)
		}
		out = append(out, explain.Decision{Allowed: a.Allowed, Reason: a.Reason})
	}
	return out, nil
}

// DryRun implements explain.Reader: what the server said when the snapshot was made.
func (d *Dump) DryRun(_ context.Context, kind trace.Kind, namespace, name, subresource string,
	patchType types.PatchType, patch []byte, as explain.Subject,
) (*unstructured.Unstructured, error) {
	asked := tryOf(kind, namespace, name, subresource, patchType, patch, as)
	t, ok := d.tries[asked.key()]
	switch {
	case !ok:
		return nil, untold
	case t.Refused != nil:
		return nil, &apierrors.StatusError{ErrStatus: *t.Refused}
	case t.Problem != nil:
		return nil, told(t.Problem)
	}
	obj := &unstructured.Unstructured{}
	if err := obj.UnmarshalJSON(t.Object); err != nil {
		return nil, err
	}
	return obj, nil
}
