package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// DiagnosisKind is the kind of a DiagnosisDocument.
const DiagnosisKind = "Diagnosis"

// DiagnosisDocument is a diagnosis for programs. It is described by
// docs/schema/diagnosis.v1.json; its order is fixed and no list in it is null.
type DiagnosisDocument struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// At is the moment of reading.
	At string `json:"at"`
	// Complete is false when Incomplete has entries: then absence of an object
	// or a fact proves nothing.
	Complete bool `json:"complete"`
	// Verdict is the worst of all objects.
	Verdict    string           `json:"verdict"`
	Objects    []DiagnosedState `json:"objects"`
	Causes     []Cause          `json:"causes"`
	Incomplete []Problem        `json:"incomplete"`
}

// DiagnosedState is one object with all that holds it.
type DiagnosedState struct {
	ObjectRef
	UID          string `json:"uid,omitempty"`
	Asked        bool   `json:"asked"`
	State        string `json:"state"`
	Since        string `json:"since,omitempty"`
	Verdict      string `json:"verdict"`
	Disagreement string `json:"disagreement,omitempty"`
	Note         string `json:"note,omitempty"`
	Holds        []Hold `json:"holds"`
}

// ObjectRef names an object.
type ObjectRef struct {
	Group     string `json:"group"`
	Kind      string `json:"kind"`
	Resource  string `json:"resource,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// Hold is one thing that keeps an object.
type Hold struct {
	// Finalizer is absent where the hold is none.
	Finalizer string     `json:"finalizer,omitempty"`
	Holder    HoldHolder `json:"holder"`
	Health    string     `json:"health,omitempty"`
	Verdict   string     `json:"verdict"`
	Reason    string     `json:"reason"`
	Message   string     `json:"message"`
	Blockers  []Blocker  `json:"blockers"`
	Evidence  []Evidence `json:"evidence"`
	Next      []Step     `json:"next"`
	Warnings  []string   `json:"warnings"`
	Cost      Cost       `json:"cost"`
}

// HoldHolder is the controller that has to act.
type HoldHolder struct {
	Name       string     `json:"name,omitempty"`
	Project    string     `json:"project,omitempty"`
	Workload   *ObjectRef `json:"workload,omitempty"`
	Account    *ObjectRef `json:"account,omitempty"`
	Confidence string     `json:"confidence"`
	BuiltIn    bool       `json:"builtIn"`
}

// Blocker is something that is waited for. Object is absent where it is a fact
// and not an object.
type Blocker struct {
	Object *ObjectRef `json:"object,omitempty"`
	State  string     `json:"state,omitempty"`
	What   string     `json:"what,omitempty"`
	// Diagnosed is the index of the object among the objects, where it is there.
	Diagnosed *int `json:"diagnosed,omitempty"`
}

// Evidence is one fact and where it was read.
type Evidence struct {
	Fact   string `json:"fact"`
	Source string `json:"source"`
	Weak   bool   `json:"weak"`
}

// Step is one thing to do; Shell is the command as sh, bash, zsh and fish take it.
// Withheld says why there is none where there would be one. Effect is what the
// command does, Target the object that it does more to than read, and Cost what it
// takes beyond that; a step that takes nothing has none.
type Step struct {
	Text     string     `json:"text"`
	Command  []string   `json:"command"`
	Shell    string     `json:"shell,omitempty"`
	Withheld string     `json:"withheld,omitempty"`
	Effect   string     `json:"effect,omitempty"`
	Target   *ObjectRef `json:"target,omitempty"`
	Cost     *Cost      `json:"cost,omitempty"`
}

// Cost is the price of taking the finalizer off by hand.
type Cost struct {
	Loss     string `json:"loss,omitempty"`
	Identity string `json:"identity,omitempty"`
	Risk     string `json:"risk,omitempty"`
}

// Cause is a root. Places are pairs of an object's and a hold's index.
type Cause struct {
	Reason  string  `json:"reason"`
	Verdict string  `json:"verdict"`
	Holder  string  `json:"holder,omitempty"`
	Message string  `json:"message"`
	Frees   int     `json:"frees"`
	Holds   []Place `json:"holds"`
	Chain   []Place `json:"chain"`
}

// Place is one hold of one object, by their indexes in the document.
type Place struct {
	Object int `json:"object"`
	Hold   int `json:"hold"`
}

// WhyJSON prints a diagnosis as a document, WhyYAML the same as YAML.
func WhyJSON(w io.Writer, d *explain.Diagnosis, _ Options) error {
	text, err := paper.JSON(DiagnosisDocumentOf(d))
	if err != nil {
		return err
	}
	return paper.Send(w, "JSON", text)
}

// WhyYAML prints the same document as WhyJSON.
func WhyYAML(w io.Writer, d *explain.Diagnosis, _ Options) error {
	return paper.SendYAML(w, DiagnosisDocumentOf(d))
}

// DiagnosisDocumentOf returns the diagnosis as a document.
func DiagnosisDocumentOf(d *explain.Diagnosis) DiagnosisDocument {
	return DiagnosisDocument{
		APIVersion: APIVersion,
		Kind:       DiagnosisKind,
		At:         timestamp(d.At),
		Complete:   len(d.Incomplete) == 0,
		Verdict:    string(d.Verdict()),
		Objects:    each(d.Objects, func(_ int, o explain.Object) DiagnosedState { return diagnosedOf(&o) }),
		Causes:     each(d.Causes, func(_ int, c explain.Cause) Cause { return causeOf(&c) }),
		Incomplete: each(d.Incomplete, problemDocument),
	}
}

func diagnosedOf(o *explain.Object) DiagnosedState {
	return DiagnosedState{
		ObjectRef: objectRef(o.Ref, o.Resource), UID: o.UID, Asked: o.Asked,
		State: string(o.State), Since: timestamp(o.Since), Verdict: string(o.Verdict),
		Disagreement: o.Disagreement, Note: o.Note,
		Holds: each(o.Holds, func(_ int, h explain.Hold) Hold { return holdOf(&h) }),
	}
}

func objectRef(r trace.Ref, resource string) ObjectRef {
	return ObjectRef{Group: r.Group, Kind: r.Kind, Resource: resource, Namespace: r.Namespace, Name: r.Name}
}

func optionalRef(r trace.Ref) *ObjectRef {
	if r.Name == "" {
		return nil
	}
	ref := objectRef(r, "")
	return &ref
}

func holdOf(h *explain.Hold) Hold {
	return Hold{
		Finalizer: h.Finalizer,
		Holder: HoldHolder{
			Name: h.Holder.Name, Project: h.Holder.Project,
			Workload: optionalRef(h.Holder.Workload), Account: optionalRef(h.Holder.Account),
			Confidence: string(confidenceOf(h)), BuiltIn: h.Holder.BuiltIn,
		},
		Health: string(h.Health), Verdict: string(h.Verdict), Reason: string(h.Reason), Message: h.Message,
		Blockers: each(h.Blockers, func(_ int, b explain.Blocker) Blocker { return blockerOf(&b) }),
		Evidence: each(h.Evidence, func(_ int, e explain.Evidence) Evidence {
			return Evidence{Fact: e.Fact, Source: e.Source, Weak: e.Weak}
		}),
		Next: each(h.Next, func(_ int, s explain.Step) Step {
			return stepOf(&s)
		}),
		Warnings: each(h.Warnings, func(_ int, text string) string { return text }),
		Cost:     costOf(h.Cost),
	}
}

func costOf(c explain.Cost) Cost { return Cost{Loss: c.Loss, Identity: c.Identity, Risk: c.Risk} }

// stepOf leaves out a command of which none can be made that is safe to paste: a
// program joins words too.
func stepOf(s *explain.Step) Step {
	words := paper.Discreet(s.Command)
	out := Step{Text: s.Text, Shell: paper.ShellLine(words), Withheld: paper.Unready(words), Effect: string(s.Effect), Target: optionalRef(s.Target)}
	if s.Cost != (explain.Cost{}) {
		cost := costOf(s.Cost)
		out.Cost = &cost
	}
	if out.Withheld != "" {
		words = nil
	}
	out.Command = each(words, func(_ int, word string) string { return word })
	return out
}

func confidenceOf(h *explain.Hold) explain.Confidence {
	if h.Holder.Confidence == "" {
		return explain.NotKnown
	}
	return h.Holder.Confidence
}

func blockerOf(b *explain.Blocker) Blocker {
	out := Blocker{State: string(b.State), What: b.What}
	if b.Name != "" {
		ref := objectRef(b.Ref, b.Resource)
		out.Object = &ref
	}
	if b.Object >= 0 {
		at := b.Object
		out.Diagnosed = &at
	}
	return out
}

func causeOf(c *explain.Cause) Cause {
	place := func(_ int, p explain.Place) Place { return Place{p.Object, p.Hold} }
	return Cause{
		Reason: string(c.Reason), Verdict: string(c.Verdict), Holder: c.Holder.Name, Message: c.Message,
		Frees: c.Frees, Holds: each(c.Holds, place), Chain: each(c.Chain, place),
	}
}
