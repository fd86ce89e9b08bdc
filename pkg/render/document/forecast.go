package document

import (
	"cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Forecast is what comes of a delete or an uninstall, for programs. It is described by
// docs/schema/forecast.v1.json.
type Forecast struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	At         string `json:"at"`
	AtLeast    bool   `json:"atLeast,omitempty"`
	// Operation is delete or uninstall, Title what it is done to.
	Operation string `json:"operation"`
	Title     string `json:"title"`
	Cascade   string `json:"cascade"`
	Complete  bool   `json:"complete"`
	// Verdict is the first of Reasons.
	Verdict string       `json:"verdict"`
	Reasons []string     `json:"reasons"`
	Goes    []Amount     `json:"goes"`
	Lost    []Loss       `json:"lost"`
	Refused []Stop       `json:"refused"`
	Hangs   []Stop       `json:"hangs"`
	Unsure  []Stop       `json:"unsure"`
	Behind  []Leftover   `json:"behind"`
	Traps   []Trap       `json:"traps"`
	Order   []OrderStep  `json:"order"`
	Open    []string     `json:"open"`
	Unseen  []string     `json:"unseen"`
	Objects []FateObject `json:"objects"`
	// Incomplete is what could not be read.
	Incomplete []Problem `json:"incomplete"`
}

// Amount is a number of objects of one kind. Of some only the number is known.
type Amount struct {
	Group    string `json:"group"`
	Kind     string `json:"kind"`
	Resource string `json:"resource,omitempty"`
	Count    int    `json:"count"`
	Objects  []Ref  `json:"objects"`
}

// Loss is what is gone for good.
type Loss struct {
	Amount
	Why string `json:"why"`
	// Perhaps says that it is not known whether the objects go.
	Perhaps    bool     `json:"perhaps"`
	Identities []string `json:"identities"`
	Risk       string   `json:"risk,omitempty"`
}

// Stop is one thing on which objects hang, by which they are refused, or which is not
// known.
type Stop struct {
	Amount
	Sort      string  `json:"sort"`
	Finalizer string  `json:"finalizer,omitempty"`
	Holder    *Holder `json:"holder,omitempty"`
	Now       string  `json:"now,omitempty"`
	Then      string  `json:"then,omitempty"`
	Takes     *Ref    `json:"takes,omitempty"`
	On        *Ref    `json:"on,omitempty"`
	Message   string  `json:"message"`
	// Later says that nobody asks the objects to go yet.
	Later   bool `json:"later"`
	Waiting int  `json:"waiting"`
}

// Leftover is what stays behind.
type Leftover struct {
	Amount
	Sort    string `json:"sort"`
	Harm    bool   `json:"harm"`
	Because string `json:"because"`
}

// Trap is a known way in which such an act goes wrong.
type Trap struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	Objects []Ref  `json:"objects"`
	Of      *Ref   `json:"of,omitempty"`
}

// OrderStep is one part of the order that works.
type OrderStep struct {
	Text     string     `json:"text"`
	Commands []Runnable `json:"commands"`
	// Checks print nothing once it is done.
	Checks []Runnable `json:"checks"`
	// Act says that it is what was asked about, Choice that it is not needed.
	Act    bool `json:"act"`
	Choice bool `json:"choice"`
}

// FateObject is what becomes of one object, or of several alike.
type FateObject struct {
	Group      string   `json:"group"`
	Kind       string   `json:"kind"`
	Resource   string   `json:"resource,omitempty"`
	Namespace  string   `json:"namespace,omitempty"`
	Name       string   `json:"name,omitempty"`
	UID        string   `json:"uid,omitempty"`
	Count      int      `json:"count"`
	State      string   `json:"state"`
	Finalizers []string `json:"finalizers"`
	Outcome    string   `json:"outcome"`
	Why        string   `json:"why"`
	Because    string   `json:"because,omitempty"`
	// By is the index of what takes it along.
	By   *int        `json:"by,omitempty"`
	Turn int         `json:"turn"`
	On   []Hindrance `json:"on"`
	Cost *Cost       `json:"cost,omitempty"`
}

// Hindrance is one thing that an object waits for, hangs on or is refused by.
type Hindrance struct {
	Sort      string  `json:"sort"`
	Finalizer string  `json:"finalizer,omitempty"`
	Holder    *Holder `json:"holder,omitempty"`
	Now       string  `json:"now,omitempty"`
	Then      string  `json:"then,omitempty"`
	// Takes and Awaits are indexes of objects.
	Takes   *int   `json:"takes,omitempty"`
	Awaits  *int   `json:"awaits,omitempty"`
	On      *Ref   `json:"on,omitempty"`
	Message string `json:"message"`
	Decides bool   `json:"decides"`
}

// ForecastOf returns the answer as a document. Command readies commands for being run.
func ForecastOf(a *outlook.Answer, command func([]string) []string) Forecast {
	cascade := string(preflight.Background)
	for _, act := range a.Forecast.Acts {
		cascade = cmp.Or(string(act.Cascade), cascade)
	}
	ready := func(words *[]string) Runnable { return runnable(command(*words)) }
	return Forecast{
		APIVersion: APIVersion, Kind: ForecastKind, At: words.Timestamp(a.At), AtLeast: a.AtLeast,
		Operation: a.Operation, Title: a.Title, Cascade: cascade, Complete: len(a.Incomplete) == 0,
		Verdict: string(a.Verdict), Reasons: each(a.Reasons, func(v *outlook.Verdict) string { return string(*v) }),
		Goes: each(a.Goes, amountOf),
		Lost: each(a.Lost, func(l *outlook.Loss) Loss {
			return Loss{Amount: amountOf(&l.Group), Why: l.Why, Perhaps: l.Perhaps, Identities: present(l.Identities), Risk: string(l.Risk)}
		}),
		Refused: each(a.Refused, stopOf), Hangs: each(a.Hangs, stopOf), Unsure: each(a.Unsure, stopOf),
		Behind: each(a.Behind, func(l *outlook.Leftover) Leftover {
			return Leftover{Amount: amountOf(&l.Group), Sort: string(l.Sort), Harm: l.Harm, Because: l.Because}
		}),
		Traps: each(a.Traps, func(t *outlook.Trap) Trap {
			return Trap{Name: string(t.Name), Message: t.Message, Objects: each(t.Objects, plainRef), Of: optionalRef(t.Of, "")}
		}),
		Order: each(a.Order, func(s *outlook.Step) OrderStep {
			return OrderStep{Text: s.Text, Commands: each(s.Commands, ready), Checks: each(s.Checks, ready), Act: s.Act, Choice: s.Choice}
		}),
		Open: present(a.Open), Unseen: present(a.Unseen),
		Objects:    each(a.Forecast.Fates, fateOf),
		Incomplete: each(a.Incomplete, problemOf),
	}
}

func plainRef(r *trace.Ref) Ref { return refOf(*r, "") }

func amountOf(g *outlook.Group) Amount {
	return Amount{Group: g.Group, Kind: g.Kind, Resource: g.Resource, Count: g.Count, Objects: each(g.Objects, func(r *trace.Ref) Ref { return refOf(*r, g.Resource) })}
}

func stopOf(s *outlook.Stop) Stop {
	h := hindranceOf(&s.Hindrance)
	return Stop{
		Amount: amountOf(&s.Group), Sort: h.Sort, Finalizer: h.Finalizer, Holder: h.Holder, Now: h.Now, Then: h.Then,
		Takes: optionalRef(s.Takes, ""), On: h.On, Message: h.Message, Later: s.Later, Waiting: s.Waiting,
	}
}

func fateOf(f *preflight.Fate) FateObject {
	out := FateObject{
		Group: f.Group, Kind: f.Kind, Resource: f.Resource, Namespace: f.Namespace, Name: f.Name, UID: f.UID, Count: f.Count,
		State: string(f.State), Finalizers: each(f.Finalizers, func(z *trace.Finalizer) string { return z.Name }),
		Outcome: string(f.Outcome), Why: string(f.Why), Because: f.Because, By: index(f.By), Turn: f.Turn, On: each(f.On, hindranceOf),
	}
	if f.Cost.Loss != "" {
		out.Cost = optionalCost(&f.Cost)
	}
	return out
}

func hindranceOf(h *preflight.Hindrance) Hindrance {
	out := Hindrance{
		Sort: string(h.Sort), Finalizer: h.Finalizer, Now: string(h.Now), Then: string(h.Then), Takes: index(h.Takes), Awaits: index(h.Fate),
		On: optionalRef(h.Ref, ""), Message: h.Message, Decides: h.Decides,
	}
	if h.Sort == preflight.Held {
		holder := holderOf(&h.Holder)
		out.Holder = &holder
	}
	return out
}
