package explain

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// checkRule is a check with its expressions.
type checkRule struct {
	*checkSpec
	project string
	cel     checkExpressions
}

// checkExpressions are those of one check; what it does not have is nil.
type checkExpressions struct {
	when, with, whose, kind, key, value, message, blockers, warning, loss, provenLoss, acts, sinceWhen *expression
	// vars has one for each name.
	vars map[string]*expression
	// stepWhen has one for each step.
	stepWhen []*expression
}

func newCheckRule(k *checkSpec, project string) *checkRule {
	in := func(source string, want *cel.Type) *expression {
		if source == "" {
			return nil
		}
		return newExpressionIn(checkEnvironment, source, want)
	}
	e := checkExpressions{
		when:    in(k.From.When, cel.BoolType),
		with:    in(k.With, cel.DynType),
		message: in(k.Message, cel.StringType), warning: in(k.Warning, cel.StringType),
		loss:     in(k.Loss, cel.StringType),
		blockers: in(k.Blockers, cel.ListType(cel.DynType)),
		acts:     in(k.Acts, cel.ListType(cel.DynType)), sinceWhen: in(k.Since, cel.StringType),
		vars: make(map[string]*expression, len(k.Vars)),
	}
	for name, source := range k.Vars {
		e.vars[name] = in(source, cel.DynType)
	}
	for i := range k.Next {
		e.stepWhen = append(e.stepWhen, in(k.Next[i].When, cel.BoolType))
	}
	if k.Proven != nil {
		e.provenLoss = in(k.Proven.Loss, cel.StringType)
	}
	if k.Whose != nil {
		e.whose = in(k.Whose.UID, cel.StringType)
	}
	if k.Find != nil {
		e.kind = in(k.Find.Type, cel.DynType)
		e.key = optionalExpression(k.Find.Key, cel.DynType)
		e.value = in(k.Find.Value, cel.StringType)
	}
	return &checkRule{checkSpec: k, project: project, cel: e}
}

// compile compiles every expression now and returns what is wrong with them.
func (r *checkRule) compile() error {
	all := map[string]*expression{
		"from.when": r.cel.when, "with": r.cel.with, "whose.uid": r.cel.whose, "find.type": r.cel.kind, "find.key": r.cel.key, "find.value": r.cel.value,
		"message": r.cel.message, "blockers": r.cel.blockers, "warning": r.cel.warning, "loss": r.cel.loss, "proven.loss": r.cel.provenLoss,
		"acts": r.cel.acts, "since": r.cel.sinceWhen,
	}
	order := []string{"from.when", "with", "whose.uid", "find.type", "find.key", "find.value", "message", "blockers", "warning", "loss", "proven.loss", "acts", "since"}
	for _, name := range slices.Sorted(maps.Keys(r.cel.vars)) {
		all["vars."+name], order = r.cel.vars[name], append(order, "vars."+name)
	}
	for i, e := range r.cel.stepWhen {
		name := fmt.Sprintf("next[%d].when", i)
		all[name], order = e, append(order, name)
	}
	return compileAllOf(all, order...)
}

// speaksOf reports whether the check is about the hold's finalizer.
func (r *checkRule) speaksOf(h *hearing) bool {
	if r.Live {
		return h.hold.Finalizer == ""
	}
	if len(r.Finalizers) == 0 {
		return h.entry.Project == r.project
	}
	return slices.ContainsFunc(r.Finalizers, func(f string) bool {
		return f == "*" || f == h.hold.Finalizer || f == h.entry.Pattern || f == h.entry.id()
	})
}

// priced is remarks for an object that nobody deletes: of the checks without a
// reason only those that say what the finalizer costs.
func priced(ctx context.Context, h *hearing) {
	if h.obj == nil || !h.node.Asked {
		return
	}
	for _, r := range h.catalogue.rules(h.kind).checks {
		if r.Reason != "" || r.Loss == "" && r.Proven == nil || !r.speaksOf(h) {
			continue
		}
		if s, ok := r.see(ctx, h); ok {
			s.price()
			if h.entry.Pattern == "" && s.madeByProject(h) {
				h.disownTemplate()
			}
		}
	}
}

// remarks is a stage that decides nothing: the checks without a reason.
func remarks(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	for _, r := range h.catalogue.rules(h.kind).checks {
		if r.Reason != "" || !r.speaksOf(h) {
			continue
		}
		if s, ok := r.see(ctx, h); ok {
			if text := s.text(r.cel.message); text != "" {
				h.fact("check "+r.ID, text)
			}
			s.price()
			if text := s.text(r.cel.warning); text != "" {
				h.warn(oneLine(text))
				s.show()
				s.steps(nil)
			}
		}
	}
	return false
}

// earlyChecks is the stage of what is true whatever the holder does.
func earlyChecks(ctx context.Context, h *hearing) bool {
	return tryChecks(ctx, h, func(r *checkRule) bool { return r.Early && !r.Live })
}

// checksFor is the stage of the checks with one of the reasons.
func checksFor(reasons ...Reason) stage {
	return func(ctx context.Context, h *hearing) bool {
		return tryChecks(ctx, h, func(r *checkRule) bool {
			return !r.Early && !r.Live && slices.Contains(reasons, r.Reason)
		})
	}
}

func tryChecks(ctx context.Context, h *hearing, which func(*checkRule) bool) bool {
	if h.obj == nil {
		return false
	}
	for _, r := range h.catalogue.rules(h.kind).checks {
		if r.Reason != "" && which(r) && r.speaksOf(h) && r.judge(ctx, h) {
			return true
		}
	}
	return false
}

// judge decides the hold where the check applies.
func (r *checkRule) judge(ctx context.Context, h *hearing) bool {
	s, ok := r.see(ctx, h)
	if !ok {
		return false
	}
	blockers := s.references(ctx)
	if !s.still(blockers) {
		return false
	}
	message := oneLine(s.text(r.cel.message))
	if message == "" {
		return false
	}
	s.nameHolder(ctx)
	s.show()
	for _, b := range blockers {
		h.blockKnown(b.Ref, b.State, b.What)
	}
	verdict := r.verdict(h, blockers)
	if r.Reason == Failing {
		verdict, message = s.failure(ctx, verdict, message)
	}
	if warning := s.text(r.cel.warning); warning != "" {
		h.warn(oneLine(warning))
	}
	if s.halted(message) {
		return true
	}
	s.steps(blockers)
	verdict, message = s.doubt(verdict, message)
	if r.Reason == Failing {
		h.nextFor(s.said.message)
	}
	s.price()
	return h.decide(verdict, r.Reason, message)
}

// failure adds to a message how often it failed. A failure that is too young to
// prove anything is no more than an attempt, unless the check knows better.
func (s *situation) failure(ctx context.Context, verdict Verdict, message string) (Verdict, string) {
	c := complaint{text: s.said.message, first: s.said.since, last: s.said.since}
	e, told := s.h.sameInEvents(ctx, s.said.message)
	if told {
		c = c.with(e)
	}
	if s.Verdict == "" && s.h.fresh(c) {
		return s.h.attempting(), message + "; " + s.h.retries(c)
	}
	if told {
		message += e.times(s.h)
	}
	if s.h.outOfSight() && s.h.now.Sub(c.last) > recently {
		s.h.askForWorkloads()
		return Unknown, message + "; nothing of it is in sight, and it is not known whether it still runs"
	}
	return verdict, message
}

// verdict is what the check says, or else what its reason and blockers say.
func (r *checkRule) verdict(h *hearing, blockers []Blocker) Verdict {
	if r.Verdict != "" {
		return r.Verdict
	}
	if v := checkReasons[r.Reason]; v != "" {
		return v
	}
	return h.waitVerdict(blockers)
}

// situation is what a check sees of one case.
type situation struct {
	*checkRule
	h         *hearing
	variables map[string]any
	said      condition // the zero one where the check wants none
	since     bool      // whether it was said after the deletion
	other     trace.Ref
	runner    *runner // nil where the check names none
	actor     *fares  // how the holder that acts names fares, nil without one
	notes     []Evidence
	// ownWord says that whose a UID is was told by nothing but the object.
	ownWord bool
}

// see gathers what the expressions know, and asks whether the check applies.
// What cannot be read makes it not apply.
func (r *checkRule) see(ctx context.Context, h *hearing) (*situation, bool) {
	s := &situation{checkRule: r, h: h, variables: map[string]any{
		"object": h.obj.Object, "finalizer": h.hold.Finalizer, "now": types.Timestamp{Time: h.now},
		"said": map[string]any{}, "other": map[string]any{}, "otherState": "", "otherServed": false, "found": []any{}, "complete": true,
		"resource": groupResource(h.kind), "project": h.entry.Project, "elsewhere": string(h.elsewhere), "absent": []string{},
		"runner": noRunner(), "whose": noWhose(),
		"component": map[string]any{}, "componentHealth": "", "vars": map[string]any{}, "health": string(h.hold.Health),
	}}
	if strings.Contains(r.Warning, "absent") {
		s.variables["absent"] = h.catalogue.otherFinalizers(h.kind, h.entry.Project, h.obj.GetFinalizers())
	}
	if r.Condition != "" && !s.hear() {
		return nil, false
	}
	if r.cel.with != nil && !s.lookAtOther(ctx) {
		return nil, false
	}
	if r.Runner {
		s.seeRunner(ctx)
	}
	if r.cel.whose != nil {
		s.askWhose(ctx)
	}
	s.lookAtRunner(ctx)
	s.evaluateVars()
	// What is looked for may take a list, so the condition comes before it; it
	// is asked again where it depends on what was found.
	if r.Find == nil {
		return s, s.holds()
	}
	if r.cel.when != nil && !strings.Contains(r.From.When, "found") && !s.holds() {
		return nil, false
	}
	if !s.find(ctx) {
		return nil, false
	}
	return s, s.holds()
}

func (s *situation) holds() bool { return s.isTrue(s.cel.when) }

// isTrue evaluates a condition; one that is not there is true.
func (s *situation) isTrue(condition *expression) bool {
	if condition == nil {
		return true
	}
	value, ok := condition.evalWith(s.variables)
	return ok && value == types.True
}

// hear reads the condition that the check rests on.
func (s *situation) hear() bool {
	s.said = findCondition(s.h.obj.Object, s.Condition)
	if s.said.kind == "" {
		return false
	}
	s.variables["said"] = s.said.asMap()
	s.since = s.AnyTime || s.h.saidSince(s.said)
	return s.since || !going(s.h.node.State)
}

// lookAtOther reads the object of with as it is now.
func (s *situation) lookAtOther(ctx context.Context) bool {
	value, ok := s.cel.with.evalWith(s.variables)
	if !ok {
		return false
	}
	m, ok := present(value).(traits.Mapper)
	if !ok {
		return false
	}
	at, ok := s.h.refOf(m)
	if !ok {
		return false
	}
	seen := s.h.look(ctx, at)
	if seen.state == trace.Unreadable {
		s.h.hint("check "+s.ID, "could not read "+s.h.nameOf(at))
		return false
	}
	s.other = at
	if uid := field(m, "uid"); uid != "" && seen.obj != nil && uid != string(seen.obj.GetUID()) {
		seen = sight{state: trace.Recreated} // of the same name, and not the one that is meant
	}
	_, s.variables["otherServed"] = s.h.world.kind(at.Group, at.Kind)
	s.variables["otherState"] = string(seen.state)
	if seen.obj != nil {
		s.variables["other"] = seen.obj.Object
	}
	return true
}

// evaluateVars makes the check's own variables.
func (s *situation) evaluateVars() {
	values := make(map[string]any, len(s.cel.vars))
	for name, e := range s.cel.vars {
		if value, ok := e.evalWith(s.variables); ok {
			values[name] = value
		}
	}
	s.variables["vars"] = values
}

func (s *situation) text(e *expression) string {
	if e == nil {
		return ""
	}
	value, ok := e.evalWith(s.variables)
	if !ok {
		return ""
	}
	return text(value)
}

// references looks up the blockers as they are now, each once.
func (s *situation) references(ctx context.Context) []Blocker {
	if s.cel.blockers == nil {
		return nil
	}
	value, ok := s.cel.blockers.evalWith(s.variables)
	if !ok {
		return nil
	}
	var out []Blocker
	seen := map[trace.Ref]bool{}
	eachOf(value, func(v ref.Val) {
		m, ok := v.(traits.Mapper)
		if !ok {
			return
		}
		at, ok := s.h.refOf(m)
		if !ok || seen[at] || at == s.h.node.Ref {
			return
		}
		seen[at] = true
		kind, served := s.h.world.kind(at.Group, at.Kind)
		if !served && s.servedElsewhere(value, at) {
			return
		}
		out = append(out, Blocker{Ref: at, Resource: kind.Resource, Object: -1, State: s.h.look(ctx, at).state, What: oneLine(field(m, "what"))})
	})
	return out
}

// servedElsewhere reports whether the list has the reference again, with another
// group in which there is such a kind: then this one is only a guess.
func (s *situation) servedElsewhere(list ref.Val, at trace.Ref) bool {
	found := false
	eachOf(list, func(v ref.Val) {
		m, ok := v.(traits.Mapper)
		if !ok {
			return
		}
		other, ok := s.h.refOf(m)
		if _, served := s.h.world.kind(other.Group, other.Kind); ok && served && other.Kind == at.Kind && other.Name == at.Name {
			found = true
		}
	})
	return found
}

// still reports whether the blockers are as the check wants them. A condition
// that names only what is gone by now is evidence of its own.
func (s *situation) still(blockers []Blocker) bool {
	gone := 0
	for i := range blockers {
		// Of a kind that is not served there never was one to go.
		if blockers[i].State == trace.Gone && (s.While != whileAnyGone || blockers[i].Resource != "") {
			gone++
		}
	}
	switch s.While {
	case whileAnyPresent:
		if len(blockers) > 0 && gone == len(blockers) {
			s.stale(blockers)
		}
		return gone < len(blockers)
	case whileAnyGone:
		return gone > 0
	}
	return true
}

func (s *situation) stale(blockers []Blocker) {
	var names []string
	for i := range blockers {
		names = append(names, s.h.nameOf(blockers[i].Ref))
	}
	source := "check " + s.ID
	if s.Condition != "" {
		source = "status.conditions[" + s.Condition + "]"
	}
	s.h.fact(source, staleFact+"it is about "+naming(names)+", gone by now")
}

// refOf reads a reference of any of the shapes that APIs use, in the scope that
// its kind really has.
func (w *world) refOf(m traits.Mapper, namespace string) (trace.Ref, bool) {
	link, ok := linkOf(m, namespace)
	if !ok {
		return trace.Ref{}, false
	}
	at := link.Target
	if at.Kind == "" {
		for _, k := range w.kinds {
			if k.Group == at.Group && k.Resource == link.Resource {
				at.Kind = k.Kind
			}
		}
	}
	if kind, served := w.kind(at.Group, at.Kind); served && !kind.Namespaced {
		at.Namespace = ""
	}
	return at, at.Kind != ""
}

func (h *hearing) refOf(m traits.Mapper) (trace.Ref, bool) {
	return h.world.refOf(m, h.node.Namespace)
}
