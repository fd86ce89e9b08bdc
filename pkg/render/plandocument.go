package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
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
	// Server and Digest are absent where the plan is made from a dump.
	Server *RemovalServer `json:"server,omitempty"`
	Digest string         `json:"digest,omitempty"`
	// Proceed carries out just this plan, Anew makes it again, Without plans what no
	// guard refuses; absent where no command does.
	Proceed string `json:"proceed,omitempty"`
	Anew    string `json:"anew,omitempty"`
	Without string `json:"without,omitempty"`
	// Unconfirmed says why a confirmation without a digest is not enough.
	Unconfirmed string `json:"unconfirmed,omitempty"`
	// Other is there where a digest was given that is not that of the plan.
	Other *OtherPlan `json:"other,omitempty"`
	// Warnings are about objects that are left alone.
	Warnings   []RemovalWarning `json:"warnings"`
	Incomplete []Problem        `json:"incomplete"`
}

// RemovalServer is the API server that a plan is for.
type RemovalServer struct {
	URL     string `json:"url"`
	Context string `json:"context,omitempty"`
	// UID is that of its namespace kube-system; absent, with the reason in Unread,
	// where it could not be read.
	UID    string `json:"uid,omitempty"`
	Unread string `json:"unread,omitempty"`
}

// OtherPlan is a plan that was confirmed and is not the plan of now.
type OtherPlan struct {
	Digest string `json:"digest"`
	// Known says that it is kept, so that Changes are all that has changed.
	Known   bool         `json:"known"`
	Changes []PlanChange `json:"changes"`
}

// PlanChange is one difference between the plan that was confirmed and that of now.
type PlanChange struct {
	Aspect string `json:"aspect"`
	// Object and Finalizer are absent where it concerns the plan as a whole.
	Object    *ObjectRef `json:"object,omitempty"`
	Finalizer string     `json:"finalizer,omitempty"`
	Was       string     `json:"was,omitempty"`
	Is        string     `json:"is,omitempty"`
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
		Complete: len(r.Plan.Incomplete) == 0, Refused: r.Plan.Refused(), Digest: r.Digest,
		Proceed: paper.ShellLine(r.Proceed), Anew: paper.ShellLine(r.Anew), Without: paper.ShellLine(r.Without), Unconfirmed: r.Unconfirmed,
		Actions: each(r.Plan.Actions, func(_ int, a remove.Action) RemovalAction { return removalAction(&a) }),
		Warnings: each(r.Plan.Warnings, func(_ int, w remove.Warning) RemovalWarning {
			return RemovalWarning{w.Text, each(w.Objects, func(_ int, at trace.Ref) ObjectRef { return objectRef(at, "") })}
		}),
		Incomplete: each(r.Plan.Incomplete, problemDocument),
	}
	if r.Digest != "" {
		doc.Server = &RemovalServer{r.Plan.Server.URL, r.Plan.Server.Context, r.Plan.Server.UID, r.Plan.Server.Unread}
	}
	if r.Confirmed != "" {
		doc.Other = &OtherPlan{r.Confirmed, r.Known, each(r.Changes, planChange)}
	}
	for i := range r.Results {
		res := &r.Results[i]
		doc.Actions[i].Result = &RemovalResult{
			Outcome: string(res.Outcome), Message: res.Message, Next: paper.ShellLine(res.Next), Backup: res.Backup,
			Left: each(res.Left, func(_ int, name string) string { return name }),
		}
	}
	return doc
}

func planChange(_ int, c remove.Change) PlanChange {
	out := PlanChange{Aspect: string(c.Aspect), Finalizer: c.Finalizer, Was: c.Was, Is: c.Is}
	if c.Object != (trace.Ref{}) {
		ref := objectRef(c.Object, "")
		out.Object = &ref
	}
	return out
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
			out := Objection{Guard: string(o.Guard), Message: o.Message, Instead: paper.ShellLine(o.Instead), Flag: o.Flag, Overridden: o.Overridden}
			if o.Guard == remove.Loss {
				out.Value = remove.LossOf(a)
			}
			return out
		}),
	}
}

// RemovalJSON prints a removal as a document, RemovalYAML the same as YAML.
func RemovalJSON(w io.Writer, r *Removal, _ Options) error {
	text, err := paper.JSON(RemovalOf(r))
	if err != nil {
		return err
	}
	return paper.Send(w, "JSON", text)
}

// RemovalYAML prints the same document as RemovalJSON.
func RemovalYAML(w io.Writer, r *Removal, _ Options) error { return paper.SendYAML(w, RemovalOf(r)) }
