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
	// Aim is what the step is good for.
	Aim explain.Aim
	// Target is the word that stands for the object which the command acts on, empty
	// where it only reads, and where there is no such word.
	Target string
}

func newStep(s *StepSpec) Step {
	step := Step{StepSpec: s, Effect: s.Effect}
	if step.Effect == "" && len(s.Command) > 0 {
		step.Effect = effectOf(s.Command)
	}
	step.Aim = aimOf(s, step.Effect)
	if at := slices.IndexFunc(s.Command, StandsForObject); at >= 0 && step.Effect != explain.Reads {
		step.Target = s.Command[at]
	}
	return step
}

// aimOf tells a step that mends from one that waits, that only looks, or that comes last.
func aimOf(s *StepSpec, effect explain.Effect) explain.Aim {
	verb, _, _ := verbOf(s.Command)
	switch {
	case s.Guarded, verb == "finalizers remove":
		return explain.Guarded
	case slices.Contains([]string{"wait", "rollout status", "finalizers watch"}, verb):
		return explain.Waits
	case effect == explain.Reads:
		return explain.Looks
	}
	return explain.Mends
}

// verbs are what the commands of kubectl do, by their first word, or by their first
// two where that alone does not tell. What is not here may do anything: so may what
// takes its object from a file.
var verbs = map[string]explain.Effect{
	"api-resources": explain.Reads, "api-versions": explain.Reads, "cluster-info": explain.Reads, "describe": explain.Reads, "diff": explain.Reads,
	"events": explain.Reads, "explain": explain.Reads, "get": explain.Reads, "logs": explain.Reads, "top": explain.Reads, "version": explain.Reads, "wait": explain.Reads,
	"auth can-i": explain.Reads, "auth whoami": explain.Reads,
	"config current-context": explain.Reads, "config get-contexts": explain.Reads, "config view": explain.Reads,
	"rollout history": explain.Reads, "rollout status": explain.Reads, "rollout resume": explain.Starts,
	"finalizers explain": explain.Reads, "finalizers preflight": explain.Reads, "finalizers remove": explain.Reads, "finalizers trace": explain.Reads,
	"finalizers watch": explain.Reads, "finalizers why-stuck": explain.Reads,
	"annotate": explain.Changes, "cordon": explain.Changes, "edit": explain.Changes, "label": explain.Changes, "patch": explain.Changes, "uncordon": explain.Changes,
	"drain": explain.Stops, "scale": explain.Stops, "taint": explain.Stops,
	"delete": explain.Deletes,
}

// verbOf takes a command apart. A flag before the verb could hide it.
func verbOf(command []string) (verb string, effect explain.Effect, rest []string) {
	for words := 1; words <= 2 && words < len(command) && command[0] == "kubectl"; words++ {
		verb := strings.Join(command[1:words+1], " ")
		if effect, known := verbs[verb]; known {
			return verb, effect, command[words+1:]
		}
	}
	return "", explain.Unbounded, nil
}

// effectOf is the least that a command does.
func effectOf(command []string) explain.Effect {
	verb, effect, rest := verbOf(command)
	flag := func(name string) bool {
		return slices.ContainsFunc(rest, func(word string) bool { return word == name || strings.HasPrefix(word, name+"=") })
	}
	switch {
	case verb == "finalizers remove" && flag("--confirm"):
		return explain.Deletes
	case verb == "scale" && !slices.Contains(rest, "--replicas=0"):
		return explain.Unbounded // whether that stops or starts something depends on what runs
	case effect != explain.Unbounded && tried(rest) && !flag("--raw"): // a raw request does not know the flag
		return explain.Reads
	}
	return effect
}

// actsOnlyOn reports whether all that a command acts on is one object that stands in
// it by a placeholder: the rest are flags, and what is to be written.
func actsOnlyOn(command []string) bool {
	_, _, rest := verbOf(command)
	objects := 0
	for _, word := range rest {
		flag, _, _ := strings.Cut(word, "=")
		switch {
		case StandsForObject(word):
			objects++
		case strings.HasPrefix(word, "--"):
			if slices.Contains(naming, flag) {
				return false
			}
		case word != "-p" && !written(word):
			return false
		}
	}
	return objects == 1
}

// naming are the flags by which a command names objects, or more of them.
var naming = []string{"--filename", "--kustomize", "--selector", "--field-selector", "--all", "--all-namespaces", "--raw", "--prune"}

// written reports whether a word is no name but what is to be written: a patch, a
// label, an annotation or a taint, or the end of one of these.
func written(word string) bool {
	if strings.HasPrefix(word, "-") {
		return false
	}
	return strings.Contains(word, "=") || strings.HasSuffix(word, "-") || strings.HasPrefix(word, "{") || strings.HasPrefix(word, "[")
}

// tried reports whether a command is only tried out.
func tried(command []string) bool {
	said := slices.DeleteFunc(slices.Clone(command), func(word string) bool { return !strings.HasPrefix(word, "--dry-run") })
	return len(said) == 1 && (said[0] == "--dry-run=server" || said[0] == "--dry-run=client")
}
