package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// RemovalKind is the kind of a RemovalDocument.
const RemovalKind = "Removal"

// RemovalDocument is a removal for programs, described by
// docs/schema/removal.v1.json.
type RemovalDocument struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	At         string          `json:"at"`
	Complete   bool            `json:"complete"`
	Refused    bool            `json:"refused"`
	Actions    []RemovalAction `json:"actions"`
	// Proceed carries out all of it, Without what no guard refuses; absent where
	// one command cannot.
	Proceed string `json:"proceed,omitempty"`
	Without string `json:"without,omitempty"`
	// Warnings are about objects that are left alone.
	Warnings   []RemovalWarning `json:"warnings"`
	Incomplete []Problem        `json:"incomplete"`
}

// RemovalWarning is what would make things worse, and the objects that it is
// true of.
type RemovalWarning struct {
	Text    string      `json:"text"`
	Objects []ObjectRef `json:"objects"`
}

// RemovalAction takes one finalizer off one object.
type RemovalAction struct {
	Object      ObjectRef  `json:"object"`
	UID         string     `json:"uid"`
	State       string     `json:"state"`
	Finalizer   string     `json:"finalizer"`
	Holder      HoldHolder `json:"holder"`
	Verdict     string     `json:"verdict"`
	Reason      string     `json:"reason"`
	Message     string     `json:"message"`
	Cost        Cost       `json:"cost"`
	Level       int        `json:"level"`
	DeleteFirst bool       `json:"deleteFirst"`
	After       string     `json:"after"`
	// Warnings say what would make things worse.
	Warnings []string `json:"warnings"`
	// Rest are the finalizers that stay.
	Rest       []string       `json:"rest"`
	Objections []Objection    `json:"objections"`
	Result     *RemovalResult `json:"result,omitempty"`
}

// Objection is something that speaks against an action.
type Objection struct {
	Guard   string `json:"guard"`
	Message string `json:"message"`
	// Instead is the command to turn to, as a shell takes it.
	Instead string `json:"instead,omitempty"`
	// Flag overrides the guard, absent where nothing does. Value is what has to be
	// given with it.
	Flag       string `json:"flag,omitempty"`
	Value      string `json:"value,omitempty"`
	Overridden bool   `json:"overridden"`
}

// RemovalResult is what came of an action.
type RemovalResult struct {
	Outcome string   `json:"outcome"`
	Message string   `json:"message"`
	Left    []string `json:"left"`
	Next    string   `json:"next,omitempty"`
	Backup  string   `json:"backup,omitempty"`
}

// RemovalOf returns the removal as a document.
func RemovalOf(r *Removal) RemovalDocument {
	doc := RemovalDocument{
		APIVersion: APIVersion, Kind: RemovalKind, At: timestamp(r.Plan.At),
		Complete: len(r.Plan.Incomplete) == 0, Refused: r.Plan.Refused(), Proceed: shellLine(r.Proceed), Without: shellLine(r.Without),
		Actions: each(r.Plan.Actions, func(_ int, a remove.Action) RemovalAction { return removalAction(&a) }),
		Warnings: each(r.Plan.Warnings, func(_ int, w remove.Warning) RemovalWarning {
			return RemovalWarning{w.Text, each(w.Objects, func(_ int, at trace.Ref) ObjectRef { return objectRef(at, "") })}
		}),
		Incomplete: each(r.Plan.Incomplete, problemDocument),
	}
	for i := range r.Results {
		res := &r.Results[i]
		doc.Actions[i].Result = &RemovalResult{
			Outcome: string(res.Outcome), Message: res.Message, Next: shellLine(res.Next), Backup: res.Backup,
			Left: each(res.Left, func(_ int, name string) string { return name }),
		}
	}
	return doc
}

func removalAction(a *remove.Action) RemovalAction {
	hold := holdOf(&a.Hold)
	return RemovalAction{
		Object: objectRef(a.Object.Ref, a.Kind.Resource), UID: a.Object.UID, State: string(a.Object.State),
		Finalizer: a.Hold.Finalizer, Holder: hold.Holder, Verdict: hold.Verdict, Reason: hold.Reason, Message: hold.Message,
		Cost: hold.Cost, Level: a.Level, DeleteFirst: a.DeleteFirst, After: a.After,
		Warnings: each(a.Warnings, func(_ int, text string) string { return text }),
		Rest:     each(a.Rest, func(_ int, h explain.Hold) string { return h.Finalizer }),
		Objections: each(a.Objections, func(_ int, o remove.Objection) Objection {
			out := Objection{Guard: string(o.Guard), Message: o.Message, Instead: shellLine(o.Instead), Flag: o.Flag, Overridden: o.Overridden}
			if o.Guard == remove.Loss {
				out.Value = remove.LossOf(a)
			}
			return out
		}),
	}
}

// RemovalJSON prints a removal as a document, RemovalYAML the same as YAML.
func RemovalJSON(w io.Writer, r *Removal, _ Options) error {
	text, err := encode(RemovalOf(r))
	if err != nil {
		return err
	}
	return send(w, "JSON", text)
}

// RemovalYAML prints the same document as RemovalJSON.
func RemovalYAML(w io.Writer, r *Removal, _ Options) error { return sendYAML(w, RemovalOf(r)) }
