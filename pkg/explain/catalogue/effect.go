package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// Step is a step with what its command does. That is read out of the words here,
// once; nobody does so later.
type Step struct {
	*StepSpec
	Effect explain.Effect
	// Target is the word that stands for the object which the command acts on, empty
	// where it only reads, and where there is no such word.
	Target string
	// EachLeft says that there is one for each object that is left.
	EachLeft bool
}

func newStep(s *StepSpec) Step {
	step := Step{StepSpec: s, Effect: s.Effect, EachLeft: slices.Contains(s.Command, LeftWord)}
	if step.Effect == "" && len(s.Command) > 0 {
		step.Effect = effectOf(s.Command)
	}
	if at := slices.IndexFunc(s.Command, StandsForObject); at >= 0 && step.Effect != explain.Reads {
		step.Target = s.Command[at]
	}
	return step
}

// verbs are what the commands of kubectl do, by their first word, or by their first
// two where that alone does not tell. What is not here may do anything: so may what
// takes its object from a file.
var verbs = map[string]explain.Effect{
	"api-resources": explain.Reads, "api-versions": explain.Reads, "cluster-info": explain.Reads, "describe": explain.Reads, "diff": explain.Reads,
	"events": explain.Reads, "explain": explain.Reads, "get": explain.Reads, "logs": explain.Reads, "top": explain.Reads, "version": explain.Reads, "wait": explain.Reads,
	"auth can-i": explain.Reads, "auth whoami": explain.Reads,
	"config current-context": explain.Reads, "config get-contexts": explain.Reads, "config view": explain.Reads,
	"rollout history": explain.Reads, "rollout status": explain.Reads, "rollout resume": explain.Starts, "rollout restart": explain.Stops, "rollout undo": explain.Stops,
	"finalizers explain": explain.Reads, "finalizers preflight": explain.Reads, "finalizers remove": explain.Reads, "finalizers trace": explain.Reads,
	"finalizers watch": explain.Reads, "finalizers why-stuck": explain.Reads,
	"annotate": explain.Changes, "cordon": explain.Changes, "edit": explain.Changes, "label": explain.Changes, "patch": explain.Changes, "uncordon": explain.Changes,
	"drain": explain.Stops, "scale": explain.Stops, "taint": explain.Stops,
	"delete": explain.Deletes,
}

// effectOf is the least that a command does. A flag before the verb could hide it.
func effectOf(command []string) explain.Effect {
	if len(command) < 2 || command[0] != "kubectl" {
		return explain.Unbounded
	}
	verb := command[1]
	effect, known := verbs[verb]
	if !known && len(command) > 2 {
		verb += " " + command[2]
		effect, known = verbs[verb]
	}
	flags := func(of ...string) bool {
		return slices.ContainsFunc(command[2:], func(word string) bool {
			name, _, _ := strings.Cut(word, "=")
			return slices.Contains(of, name)
		})
	}
	switch {
	case !known:
		return explain.Unbounded
	case verb == "finalizers remove" && flags("--confirm"):
		return explain.Deletes
	case tried(command) && !flags("--raw"): // a raw request does not know the flag
		return explain.Reads
	}
	return effect
}

// tried reports whether a command is only tried out.
func tried(command []string) bool {
	said := slices.DeleteFunc(slices.Clone(command), func(word string) bool { return !strings.HasPrefix(word, "--dry-run") })
	return len(said) == 1 && (said[0] == "--dry-run=server" || said[0] == "--dry-run=client")
}
