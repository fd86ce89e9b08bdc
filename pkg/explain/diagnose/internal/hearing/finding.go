package hearing

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Finding is how a holder fares, and what follows from it for a hold. Where the
// reason is empty, the holder's health explains nothing.
type Finding struct {
	Health   explain.Health
	Reason   explain.Reason
	Verdict  explain.Verdict
	Message  string
	Evidence []explain.Evidence
	Next     []explain.Step
	Warnings []string
}

// Fact adds evidence and returns the result, for one line each.
func (f Finding) Fact(source, fact string) Finding {
	f.Evidence = append(slices.Clone(f.Evidence), explain.Evidence{Fact: phrase.OneLine(fact), Source: source})
	return f
}

// Hint adds weak evidence.
func (f Finding) Hint(source, fact string) Finding {
	f.Evidence = append(slices.Clone(f.Evidence), explain.Evidence{Fact: phrase.OneLine(fact), Source: source, Weak: true})
	return f
}

// Step adds a step.
func (f Finding) Step(text string, command ...string) Finding {
	f.Next = append(slices.Clone(f.Next), explain.Step{Text: text, Command: command})
	return f
}

// Warning adds a warning.
func (f Finding) Warning(text string) Finding {
	f.Warnings = append(slices.Clone(f.Warnings), text)
	return f
}

// Because sets what the hold is judged to be where nothing else decides it.
func (f Finding) Because(verdict explain.Verdict, health explain.Health, reason explain.Reason, message string) Finding {
	f.Verdict, f.Health, f.Reason, f.Message = verdict, health, reason, phrase.OneLine(message)
	return f
}
