package document

import (
	"cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Diagnosis is a diagnosis for programs. It is described by
// docs/schema/diagnosis.v1.json; its order is fixed and no list in it is null.
type Diagnosis struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	// At is the moment of reading.
	At string `json:"at"`
	// AtLeast says that it was then or later.
	AtLeast bool `json:"atLeast,omitempty"`
	// Complete is false when Incomplete has entries: then absence of an object
	// or a fact proves nothing.
	Complete bool `json:"complete"`
	// Verdict is the worst of all objects.
	Verdict    string    `json:"verdict"`
	Objects    []Object  `json:"objects"`
	Causes     []Cause   `json:"causes"`
	Incomplete []Problem `json:"incomplete"`
}

// Object is one object with all that holds it.
type Object struct {
	Ref
	UID          string `json:"uid,omitempty"`
	Asked        bool   `json:"asked"`
	State        string `json:"state"`
	Since        string `json:"since,omitempty"`
	Verdict      string `json:"verdict"`
	Disagreement string `json:"disagreement,omitempty"`
	Note         string `json:"note,omitempty"`
	Holds        []Hold `json:"holds"`
}

// Hold is one thing that keeps an object.
type Hold struct {
	// Finalizer is absent where the hold is none.
	Finalizer string `json:"finalizer,omitempty"`
	// Maybe are those of which one holds, absent where that is plain.
	Maybe    []string   `json:"maybe,omitempty"`
	Holder   Holder     `json:"holder"`
	Health   string     `json:"health,omitempty"`
	Verdict  string     `json:"verdict"`
	Reason   string     `json:"reason"`
	Message  string     `json:"message"`
	Blockers []Blocker  `json:"blockers"`
	Evidence []Evidence `json:"evidence"`
	Next     []Step     `json:"next"`
	Warnings []string   `json:"warnings"`
	Cost     Cost       `json:"cost"`
}

// Holder is the controller that has to act.
type Holder struct {
	Name string `json:"name,omitempty"`
	// Component is what the catalogue calls the part of the project that it is.
	Component  string `json:"component,omitempty"`
	Project    string `json:"project,omitempty"`
	Workload   *Ref   `json:"workload,omitempty"`
	Account    *Ref   `json:"account,omitempty"`
	Confidence string `json:"confidence"`
	BuiltIn    bool   `json:"builtIn"`
}

// Blocker is something that is waited for. Object is absent where it is a fact
// and not an object.
type Blocker struct {
	Object *Ref   `json:"object,omitempty"`
	State  string `json:"state,omitempty"`
	What   string `json:"what,omitempty"`
	// Diagnosed is the index of the object among the objects, where it is there.
	Diagnosed *int `json:"diagnosed,omitempty"`
}

// Evidence is one fact and where it was read.
type Evidence struct {
	Fact   string `json:"fact"`
	Source string `json:"source"`
	Weak   bool   `json:"weak"`
	Log    *Log   `json:"log,omitempty"`
}

// Log is where a line of a log stands, how often it was printed, and when last.
type Log struct {
	Namespace string `json:"namespace"`
	Pod       string `json:"pod"`
	Container string `json:"container"`
	Previous  bool   `json:"previous,omitempty"`
	Count     int    `json:"count"`
	Last      string `json:"last,omitempty"`
}

// Step is one thing to do. Effect is what the command does, Target the object that it
// does more to than read, and Cost what it takes beyond that; a step that takes nothing
// has none.
type Step struct {
	Text string `json:"text"`
	Runnable
	Effect string `json:"effect,omitempty"`
	Target *Ref   `json:"target,omitempty"`
	Cost   *Cost  `json:"cost,omitempty"`
}

// Runnable is a command word by word; Shell is it as sh, bash, zsh and fish take it.
// Withheld says why there is none where there would be one.
type Runnable struct {
	Command  []string `json:"command"`
	Shell    string   `json:"shell,omitempty"`
	Withheld string   `json:"withheld,omitempty"`
}

// Cost is the price of taking the finalizer off by hand.
type Cost struct {
	Loss     string `json:"loss,omitempty"`
	Identity string `json:"identity,omitempty"`
	Contrary string `json:"contrary,omitempty"`
	Risk     string `json:"risk,omitempty"`
	// Claimed says that only the object itself tells of no more loss than that.
	Claimed bool `json:"claimed,omitempty"`
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

// DiagnosisOf returns the diagnosis as a document.
func DiagnosisOf(d *explain.Diagnosis) Diagnosis {
	return Diagnosis{
		APIVersion: APIVersion, Kind: DiagnosisKind, At: words.Timestamp(d.At), AtLeast: d.AtLeast, Complete: len(d.Incomplete) == 0,
		Verdict:    string(d.Verdict()),
		Objects:    each(d.Objects, objectOf),
		Causes:     each(d.Causes, causeOf),
		Incomplete: each(d.Incomplete, problemOf),
	}
}

func objectOf(o *explain.Object) Object {
	return Object{
		Ref: refOf(o.Ref, o.Resource), UID: o.UID, Asked: o.Asked,
		State: string(o.State), Since: words.Timestamp(o.Since), Verdict: string(o.Verdict),
		Disagreement: o.Disagreement, Note: o.Note,
		Holds: each(o.Holds, holdOf),
	}
}

func logOf(p *explain.Printed) *Log {
	if p == nil {
		return nil
	}
	return &Log{p.Namespace, p.Pod, p.Container, p.Previous, p.Count, words.Timestamp(p.Last)}
}

func holdOf(h *explain.Hold) Hold {
	return Hold{
		Finalizer: h.Finalizer, Maybe: h.Maybe, Holder: holderOf(&h.Holder),
		Health: string(h.Health), Verdict: string(h.Verdict), Reason: string(h.Reason), Message: h.Message,
		Blockers: each(h.Blockers, blockerOf),
		Evidence: each(h.Evidence, func(e *explain.Evidence) Evidence { return Evidence{e.Fact, e.Source, e.Weak, logOf(e.Log)} }),
		Next:     each(h.Next, stepOf),
		Warnings: each(h.Warnings, func(w *explain.Warning) string { return w.String() }),
		Cost:     costOf(&h.Cost),
	}
}

func holderOf(h *explain.Holder) Holder {
	return Holder{
		Name: h.Name, Component: h.Component, Project: h.Project, Workload: optionalRef(h.Workload, ""), Account: optionalRef(h.Account, ""),
		Confidence: string(cmp.Or(h.Confidence, explain.NotKnown)), BuiltIn: h.BuiltIn,
	}
}

func costOf(c *explain.Cost) Cost {
	return Cost{Loss: c.Loss, Identity: c.StandsFor(), Contrary: c.Contrary, Risk: string(c.Risk), Claimed: c.Claimed}
}

// optionalCost is absent where there is none.
func optionalCost(c *explain.Cost) *Cost {
	if *c == (explain.Cost{}) {
		return nil
	}
	cost := costOf(c)
	return &cost
}

func stepOf(s *explain.Step) Step {
	return Step{Text: s.Text, Runnable: runnable(s.Command), Effect: string(s.Effect), Target: optionalRef(s.Target, ""), Cost: optionalCost(&s.Cost)}
}

// runnable leaves out a command of which none can be made that is safe to paste: a
// program joins words too.
func runnable(words []string) Runnable {
	c := paper.CommandOf(words)
	if c.Unready != "" {
		c.Words = nil
	}
	out := Runnable{Shell: c.Line, Withheld: c.Unready}
	out.Command = present(c.Words)
	return out
}

func blockerOf(b *explain.Blocker) Blocker {
	return Blocker{Object: optionalRef(b.Ref, b.Resource), State: string(b.State), What: b.What, Diagnosed: index(b.Object)}
}

// index is absent where there is none.
func index(at int) *int {
	if at < 0 {
		return nil
	}
	return &at
}

func causeOf(c *explain.Cause) Cause {
	place := func(p *explain.Place) Place { return Place(*p) }
	return Cause{
		Reason: string(c.Reason), Verdict: string(c.Verdict), Holder: c.Holder.Name, Message: c.Message,
		Frees: c.Frees, Holds: each(c.Holds, place), Chain: each(c.Chain, place),
	}
}
