package sample

import (
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// removalFile is how the goldens write a removal.
type removalFile struct {
	At          time.Time        `json:"at"`
	Tried       bool             `json:"tried"`
	Proceed     []string         `json:"proceed"`
	Without     []string         `json:"without"`
	Anew        []string         `json:"anew"`
	Server      remove.Server    `json:"server"`
	Digest      string           `json:"digest"`
	Unconfirmed string           `json:"unconfirmed"`
	Confirmed   string           `json:"confirmed"`
	Known       bool             `json:"known"`
	Changes     []remove.Change  `json:"changes"`
	Actions     []actionFile     `json:"actions"`
	Warnings    []remove.Warning `json:"warnings"`
	Incomplete  []trace.Problem  `json:"incomplete"`
}

type actionFile struct {
	nodeFile `json:",inline"`

	Hold        explain.Hold       `json:"hold"`
	Level       int                `json:"level"`
	DeleteFirst bool               `json:"deleteFirst"`
	After       string             `json:"after"`
	Warnings    []string           `json:"warnings"`
	Rest        []string           `json:"rest"`
	Objections  []remove.Objection `json:"objections"`
	Result      *remove.Result     `json:"result"`
}

// Removal reads a removal.
func Removal(t *testing.T, text []byte) *remove.Removal {
	t.Helper()
	var f removalFile
	if err := yaml.UnmarshalStrict(text, &f); err != nil {
		t.Fatalf("reading removal.yaml: %v", err)
	}
	r := &remove.Removal{
		Plan:  &remove.Plan{At: f.At, Incomplete: f.Incomplete, Warnings: f.Warnings, Server: f.Server},
		Tried: f.Tried, Proceed: f.Proceed, Without: f.Without, Anew: f.Anew, Digest: f.Digest,
		Unconfirmed: f.Unconfirmed, Confirmed: f.Confirmed, Known: f.Known, Changes: f.Changes,
	}
	r.Plan.Actions = make([]remove.Action, len(f.Actions))
	for i, a := range f.Actions {
		n := a.node(t, f.At)
		action := &r.Plan.Actions[i]
		*action = remove.Action{
			Kind:   trace.Kind{Group: n.Group, Version: n.Version, Kind: n.Kind, Resource: n.Resource, Namespaced: n.Namespace != ""},
			Object: n, Hold: a.Hold, Level: a.Level, DeleteFirst: a.DeleteFirst, After: a.After, Warnings: a.Warnings, Objections: a.Objections,
		}
		for _, name := range a.Rest {
			action.Rest = append(action.Rest, explain.Hold{Finalizer: name})
		}
		if a.Result != nil {
			result := *a.Result
			result.Action = action
			r.Results = append(r.Results, result)
		}
	}
	if len(r.Results) > 0 && len(r.Results) < len(f.Actions) {
		t.Fatal("removal.yaml: either all actions have a result or none")
	}
	return r
}
