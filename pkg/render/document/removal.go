package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Removal is a removal for programs, described by
// docs/schema/removal.v1.json.
type Removal struct {
	APIVersion string   `json:"apiVersion"`
	Kind       string   `json:"kind"`
	At         string   `json:"at"`
	Complete   bool     `json:"complete"`
	Refused    bool     `json:"refused"`
	Actions    []Action `json:"actions"`
	// Server and Digest are absent where the plan is made from a dump.
	Server *Server `json:"server,omitempty"`
	Digest string  `json:"digest,omitempty"`
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
	Warnings   []Warning `json:"warnings"`
	Incomplete []Problem `json:"incomplete"`
}

// Server is the API server that a plan is for.
type Server struct {
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
	Known   bool     `json:"known"`
	Changes []Change `json:"changes"`
}

// Change is one difference between the plan that was confirmed and that of now.
type Change struct {
	Aspect string `json:"aspect"`
	// Object and Finalizer are absent where it concerns the plan as a whole.
	Object    *Ref   `json:"object,omitempty"`
	Finalizer string `json:"finalizer,omitempty"`
	Was       string `json:"was,omitempty"`
	Is        string `json:"is,omitempty"`
}

// Warning is what would make things worse, and the objects that it is
// true of.
type Warning struct {
	Text    string `json:"text"`
	Objects []Ref  `json:"objects"`
}

// Action takes one finalizer off one object.
type Action struct {
	Object      Ref    `json:"object"`
	UID         string `json:"uid"`
	State       string `json:"state"`
	Finalizer   string `json:"finalizer"`
	Holder      Holder `json:"holder"`
	Verdict     string `json:"verdict"`
	Reason      string `json:"reason"`
	Message     string `json:"message"`
	Cost        Cost   `json:"cost"`
	Level       int    `json:"level"`
	DeleteFirst bool   `json:"deleteFirst"`
	After       string `json:"after"`
	// Warnings say what would make things worse.
	Warnings []string `json:"warnings"`
	// Rest are the finalizers that stay.
	Rest       []string    `json:"rest"`
	Objections []Objection `json:"objections"`
	Result     *Result     `json:"result,omitempty"`
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

// Result is what came of an action.
type Result struct {
	Outcome string   `json:"outcome"`
	Message string   `json:"message"`
	Left    []string `json:"left"`
	Next    string   `json:"next,omitempty"`
	Backup  string   `json:"backup,omitempty"`
}

// RemovalOf returns the removal as a document.
func RemovalOf(r *remove.Removal) Removal {
	doc := Removal{
		APIVersion: APIVersion, Kind: RemovalKind, At: words.Timestamp(r.Plan.At),
		Complete: len(r.Plan.Incomplete) == 0, Refused: r.Plan.Refused(), Digest: r.Digest,
		Proceed: paper.ShellLine(r.Proceed), Anew: paper.ShellLine(r.Anew), Without: paper.ShellLine(r.Without), Unconfirmed: r.Unconfirmed,
		Actions: each(r.Plan.Actions, actionOf),
		Warnings: each(r.Plan.Warnings, func(w *remove.Warning) Warning {
			return Warning{w.Text, each(w.Objects, func(at *trace.Ref) Ref { return refOf(*at, "") })}
		}),
		Incomplete: each(r.Plan.Incomplete, problemOf),
	}
	if r.Digest != "" {
		doc.Server = &Server{r.Plan.Server.URL, r.Plan.Server.Context, r.Plan.Server.UID, r.Plan.Server.Unread}
	}
	if r.Confirmed != "" {
		doc.Other = &OtherPlan{r.Confirmed, r.Known, each(r.Changes, changeOf)}
	}
	for i := range r.Results {
		res := &r.Results[i]
		doc.Actions[i].Result = &Result{
			Outcome: string(res.Outcome), Message: res.Message, Next: paper.ShellLine(res.Next), Backup: res.Backup, Left: present(res.Left),
		}
	}
	return doc
}

func changeOf(c *remove.Change) Change {
	return Change{Aspect: string(c.Aspect), Object: optionalRef(c.Object, ""), Finalizer: c.Finalizer, Was: c.Was, Is: c.Is}
}

func actionOf(a *remove.Action) Action {
	hold := &a.Hold
	return Action{
		Object: refOf(a.Object.Ref, a.Kind.Resource), UID: a.Object.UID, State: string(a.Object.State),
		Finalizer: hold.Finalizer, Holder: holderOf(&hold.Holder), Verdict: string(hold.Verdict), Reason: string(hold.Reason), Message: hold.Message,
		Cost: costOf(&hold.Cost), Level: a.Level, DeleteFirst: a.DeleteFirst, After: a.After,
		Warnings: present(a.Warnings),
		Rest:     each(a.Rest, func(h *explain.Hold) string { return h.Finalizer }),
		Objections: each(a.Objections, func(o *remove.Objection) Objection {
			out := Objection{Guard: string(o.Guard), Message: o.Message, Instead: paper.ShellLine(o.Instead), Flag: o.Flag, Overridden: o.Overridden}
			if o.Guard == remove.Loss {
				out.Value = remove.LossOf(a)
			}
			return out
		}),
	}
}
