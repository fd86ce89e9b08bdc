package catalogue

import (
	"fmt"
	"maps"
	"slices"

	"cel.dev/cel-go/cel"

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
	When, With, Whose, Type, Key, Value, Message, Blockers, Warning, Loss, ProvenLoss, Acts, Since *expression.Expression
	// Vars has one for each name.
	Vars map[string]*expression.Expression
	// StepWhen has one for each step.
	StepWhen []*expression.Expression
}

func newCheckRule(k *CheckSpec, project string) *Check {
	in := func(source string, want *cel.Type) *expression.Expression {
		if source == "" {
			return nil
		}
		return expression.NewIn(checkEnvironment, source, want)
	}
	e := Expressions{
		When:    in(k.From.When, cel.BoolType),
		With:    in(k.With, cel.DynType),
		Message: in(k.Message, cel.StringType), Warning: in(k.Warning, cel.StringType),
		Loss:     in(k.Loss, cel.StringType),
		Blockers: in(k.Blockers, cel.ListType(cel.DynType)),
		Acts:     in(k.Acts, cel.ListType(cel.DynType)), Since: in(k.Since, cel.StringType),
		Vars: make(map[string]*expression.Expression, len(k.Vars)),
	}
	for name, source := range k.Vars {
		e.Vars[name] = in(source, cel.DynType)
	}
	steps := make([]Step, len(k.Next))
	for i := range k.Next {
		e.StepWhen = append(e.StepWhen, in(k.Next[i].When, cel.BoolType))
		steps[i] = newStep(&k.Next[i])
	}
	if k.Proven != nil {
		e.ProvenLoss = in(k.Proven.Loss, cel.StringType)
	}
	if k.Whose != nil {
		e.Whose = in(k.Whose.UID, cel.StringType)
	}
	if k.Find != nil {
		e.Type = in(k.Find.Type, cel.DynType)
		e.Key = expression.Optional(k.Find.Key, cel.DynType)
		e.Value = in(k.Find.Value, cel.StringType)
	}
	return &Check{CheckSpec: k, Project: project, CEL: e, Steps: steps}
}

// compile compiles every expression now and returns what is wrong with them.
func (r *Check) compile() error {
	all := map[string]*expression.Expression{
		"from.when": r.CEL.When, "with": r.CEL.With, "whose.uid": r.CEL.Whose, "find.type": r.CEL.Type, "find.key": r.CEL.Key, "find.value": r.CEL.Value,
		"message": r.CEL.Message, "blockers": r.CEL.Blockers, "warning": r.CEL.Warning, "loss": r.CEL.Loss, "proven.loss": r.CEL.ProvenLoss,
		"acts": r.CEL.Acts, "since": r.CEL.Since,
	}
	order := []string{"from.when", "with", "whose.uid", "find.type", "find.key", "find.value", "message", "blockers", "warning", "loss", "proven.loss", "acts", "since"}
	for _, name := range slices.Sorted(maps.Keys(r.CEL.Vars)) {
		all["vars."+name], order = r.CEL.Vars[name], append(order, "vars."+name)
	}
	for i, e := range r.CEL.StepWhen {
		name := fmt.Sprintf("next[%d].when", i)
		all[name], order = e, append(order, name)
	}
	return expression.CompileAll(all, order...)
}
