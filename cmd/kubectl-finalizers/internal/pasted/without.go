package pasted

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
)

// mostNamed bounds the objects that a command names.
const mostNamed = 10

// Without is the command that plans what no guard refuses, nil where there
// is none or one command cannot say it.
func Without(p *remove.Plan) []string {
	objects := sound(p)
	if !p.Refused() || len(objects) == 0 || len(objects) > mostNamed {
		return nil
	}
	words := []string{"kubectl", "finalizers", "remove"}
	var finalizers, losses []string
	namespace := ""
	for _, actions := range objects {
		words = append(words, typedName(actions[0]))
		switch own := actions[0].Object.Namespace; {
		case own == "" || own == namespace:
		case namespace != "":
			return nil
		default:
			namespace = own
		}
		for _, a := range actions {
			if !slices.Contains(finalizers, a.Hold.Finalizer) {
				finalizers = append(finalizers, a.Hold.Finalizer)
			}
			if slices.ContainsFunc(a.Objections, func(o remove.Objection) bool { return o.Guard == remove.Loss }) {
				losses = append(losses, "--accept-loss", remove.LossOf(a))
			}
		}
	}
	if namespace != "" {
		words = append(words, "-n", namespace)
	}
	if !all(objects) {
		if !exact(objects, finalizers) {
			return nil
		}
		for _, f := range finalizers {
			words = append(words, "--finalizer", f)
		}
	}
	return append(words, losses...)
}

// sound are the actions of each object of which none is refused.
func sound(p *remove.Plan) [][]*remove.Action {
	at := map[string]int{}
	var objects [][]*remove.Action
	for i := range p.Actions {
		a := &p.Actions[i]
		if _, known := at[a.Object.UID]; !known {
			at[a.Object.UID] = len(objects)
			objects = append(objects, nil)
		}
		objects[at[a.Object.UID]] = append(objects[at[a.Object.UID]], a)
	}
	return slices.DeleteFunc(objects, func(actions []*remove.Action) bool {
		return slices.ContainsFunc(actions, func(a *remove.Action) bool { return a.Refused() })
	})
}

// all reports whether every finalizer of each object is planned.
func all(objects [][]*remove.Action) bool {
	return !slices.ContainsFunc(objects, func(actions []*remove.Action) bool { return len(actions) < len(actions[0].Object.Finalizers) })
}

// exact reports whether the finalizers, asked for on every object, mean just
// what is planned.
func exact(planned [][]*remove.Action, finalizers []string) bool {
	for _, actions := range planned {
		meant := 0
		for _, f := range actions[0].Object.Finalizers {
			if slices.Contains(finalizers, f.Name) {
				meant++
			}
		}
		if meant != len(actions) {
			return false
		}
	}
	return true
}

func typedName(a *remove.Action) string {
	name := a.Kind.Resource
	if a.Kind.Group != "" {
		name += "." + a.Kind.Group
	}
	return name + "/" + a.Object.Name
}
