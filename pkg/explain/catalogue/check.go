package catalogue

import (
	"fmt"
	"maps"
	"slices"

	"cel.dev/cel-go/cel"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
)

// Check is a check with its expressions.
type Check struct {
	*CheckSpec
	Project string
	CEL     Expressions
	// Steps are those of Next.
	Steps []Step
}

// Expressions are those of one check; what it does not have is nil.
type Expressions struct {
	When, With, Key, Value, Message, Blockers, Warning, Never, Loss *expression.Expression
	// Vars has one for each name.
	Vars map[string]*expression.Expression
	// StepWhen has one for each step.
	StepWhen []*expression.Expression
	// all are these, with the names of their fields.
	all []expression.Named
}

func newCheckRule(k *CheckSpec, project string) *Check {
	var e Expressions
	in := func(name, source string, want *cel.Type) *expression.Expression {
		if source == "" {
			return nil
		}
		made := expression.NewIn(checkEnvironment, source, want)
		e.all = append(e.all, expression.Named{Name: name, Expression: made})
		return made
	}
	e.When = in("from.when", k.From.When, cel.BoolType)
	e.With = in("with", k.With, cel.DynType)
	if k.Find != nil {
		e.Key = expression.Optional(k.Find.Key, cel.DynType) // over the other object alone
		e.all = append(e.all, expression.Named{Name: "find.key", Expression: e.Key})
		e.Value = in("find.value", k.Find.Value, cel.StringType)
	}
	e.Message = in("message", k.Message, cel.StringType)
	e.Blockers = in("blockers", k.Blockers, cel.ListType(cel.DynType))
	e.Warning = in("warning", k.Warning, cel.StringType)
	e.Never = in("never", k.Never, cel.StringType)
	e.Loss = in("loss", k.Loss, cel.StringType)
	e.Vars = make(map[string]*expression.Expression, len(k.Vars))
	for _, name := range slices.Sorted(maps.Keys(k.Vars)) {
		e.Vars[name] = in("vars."+name, k.Vars[name], cel.DynType)
	}
	steps := make([]Step, len(k.Next))
	for i := range k.Next {
		steps[i] = newStep(&k.Next[i])
		e.StepWhen = append(e.StepWhen, in(fmt.Sprintf("next[%d].when", i), k.Next[i].When, cel.BoolType))
	}
	return &Check{CheckSpec: k, Project: project, CEL: e, Steps: steps}
}

// Doubts reports whether the check asks itself if everything could be searched, and is
// thus asked where it could not and nothing was found.
func (r *Check) Doubts() bool {
	return slices.ContainsFunc(r.CEL.all, func(n expression.Named) bool { return n.Uses("complete") })
}

// Foretells reports whether what the check tells of an object that is going is so of one that
// nobody has asked to go as well.
func (r *Check) Foretells() bool {
	return !r.Live && (r.Lasts || slices.Contains([]explain.Reason{explain.Excluded, explain.PrerequisiteGone, explain.NobodyRemoves}, r.Reason))
}

// compile compiles every expression now and returns what is wrong with them.
func (r *Check) compile() error { return expression.CompileAll(r.CEL.all...) }
