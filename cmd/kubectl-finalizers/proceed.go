package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
)

// proceed is the command that carries out just this plan: the one that was typed,
// with the digest. It is nil where a guard refuses, and for a dump.
func (o *removeOptions) proceed(p *remove.Plan, digest string) []string {
	if p.Refused() || digest == "" {
		return nil
	}
	return o.typed("--confirm=" + digest)
}

// typed is the command that was typed, naming the context that it was meant for,
// with what says whether to carry it out replaced.
func (o *removeOptions) typed(instead ...string) []string {
	words := []string{"kubectl", "finalizers"}
	typed, operands := public(o.words), []string(nil)
	if end := slices.Index(typed, "--"); end >= 0 {
		typed, operands = typed[:end], typed[end:]
	}
	for _, w := range typed {
		switch {
		case w == "--confirm", w == "--dry-run", strings.HasPrefix(w, "--confirm="), strings.HasPrefix(w, "--dry-run="):
		default:
			words = append(words, w)
		}
	}
	return o.reach.as.command(slices.Concat(words, o.context, instead, operands))
}

// mostNamed bounds the objects that a command names.
const mostNamed = 10

// without is the command that plans what no guard refuses, nil where there
// is none or one command cannot say it.
func (o *removeOptions) without(p *remove.Plan) []string {
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
	return o.reach.as.command(slices.Concat(words, losses, o.kept, o.context))
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

// naming are the flags that say what is to be removed; a command that names it
// otherwise does without them.
var naming = []string{
	"namespace", "all-namespaces", "selector", "field-selector", "filename", "recursive", "kustomize", "stuck", "cause", "finalizer",
	"confirm", dryRunFlag, "accept-loss", "v",
}

// secret are the flags whose values are never printed again or logged.
var secret = []string{"token", "password"}

// public leaves out of a command line what a person keeps secret.
func public(typed []string) []string {
	var words []string
	for i := 0; i < len(typed); i++ {
		name, value, valued := strings.Cut(strings.TrimPrefix(typed[i], "--"), "=")
		switch {
		case i > 0 && (typed[i-1] == "--server" || typed[i-1] == "-s"):
			words = append(words, cluster.WithoutUser(typed[i]))
		case strings.HasPrefix(typed[i], "--server="):
			words = append(words, "--server="+cluster.WithoutUser(value))
		case strings.HasPrefix(typed[i], "-s"):
			words = append(words, "-s"+cluster.WithoutUser(typed[i][2:]))
		case !strings.HasPrefix(typed[i], "--") || !slices.Contains(secret, name):
			words = append(words, typed[i])
		case !valued:
			i++ // its value
		}
	}
	return words
}

// addressPlan makes the commands that a plan names reach the same cluster.
func (o *removeOptions) addressPlan(p *remove.Plan) {
	for i := range p.Actions {
		for j := range p.Actions[i].Objections {
			objection := &p.Actions[i].Objections[j]
			objection.Instead = o.reach.command(objection.Instead)
		}
	}
}

// keptFlags are the other flags that were given, as words.
func keptFlags(flags *pflag.FlagSet) []string {
	var words []string
	flags.Visit(func(f *pflag.Flag) {
		switch list, ok := f.Value.(pflag.SliceValue); {
		case slices.Contains(naming, f.Name), slices.Contains(secret, f.Name):
		case f.Name == "server":
			words = append(words, "--server="+cluster.WithoutUser(f.Value.String()))
		case ok:
			for _, v := range list.GetSlice() {
				words = append(words, "--"+f.Name+"="+v)
			}
		case f.Value.Type() == "bool" && f.Value.String() == "true":
			words = append(words, "--"+f.Name)
		default:
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return words
}
