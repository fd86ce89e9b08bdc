package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// checkReasons are the outcomes that a check may have, with the verdict that
// each has where the check does not say. Where the verdict is empty, what the
// blockers do decides.
var checkReasons = map[explain.Reason]explain.Verdict{
	explain.NobodyRemoves:        explain.Stuck,
	explain.PrerequisiteGone:     explain.Stuck,
	explain.Excluded:             explain.Stuck,
	explain.Failing:              explain.Stuck,
	explain.NamespaceTerminating: explain.Stuck,
	explain.Blocked:              "",
	explain.HookWaits:            explain.Waiting,
	explain.Working:              explain.Progressing,
	explain.DeleteAwaited:        explain.Waiting,
	explain.DeleteRefused:        explain.NotDeleting,
	explain.LifecycleStalled:     explain.Stuck,
}

// liveReasons are outcomes for objects that nobody has asked to go.
var liveReasons = []explain.Reason{explain.DeleteAwaited, explain.DeleteRefused, explain.LifecycleStalled}

// UsualVerdict is the verdict of a check that gives none. It is empty where what the
// blockers do decides.
func UsualVerdict(r explain.Reason) explain.Verdict { return checkReasons[r] }

func reasonNames() []string {
	names := make([]string, 0, len(checkReasons))
	for r := range checkReasons {
		names = append(names, string(r))
	}
	slices.Sort(names)
	return names
}

func (c *validator) check(i int, k *CheckSpec) {
	entry := fmt.Sprintf("checks[%d] %q", i, k.ID)
	if k.ID == "" {
		c.report(entry, "no id is given")
		return
	}
	c.unique("check", k.ID)
	c.oneOf(entry, "reason", string(k.Reason), reasonNames()...)
	c.oneOf(entry, "verdict", string(k.Verdict), string(explain.NotDeleting), string(explain.Progressing), string(explain.Waiting), string(explain.Stuck), string(explain.Undecided))
	c.oneOf(entry, "risk", string(k.Risk), namesOf(explain.Risks())...)
	c.cost(entry, k)
	c.oneOf(entry, "while", k.While, WhileAnyPresent, WhileAnyGone)
	if k.Reason != "" && k.Message == "" {
		c.report(entry, "a check with a reason needs a message")
	}
	if k.Reason == "" && k.Warning == "" && k.Never == "" && k.Message == "" && k.Loss == "" {
		c.report(entry, "a check without a reason needs a warning, a message or a loss")
	}
	if k.While != "" && k.Blockers == "" {
		c.report(entry, "while needs blockers")
	}
	if k.AnyTime && k.Condition == "" {
		c.report(entry, "anyTime needs a condition")
	}
	if k.Live && len(k.Finalizers) > 0 || !k.Live && slices.Contains(liveReasons, k.Reason) {
		c.report(entry, "%s is of objects that are not being deleted: use live, without finalizers", k.Reason)
	}
	c.foretold(entry, k)
	if len(k.Finalizers) == 0 && !k.Live && k.From.everything() {
		c.report(entry, "it applies to every kind: narrow from, or name finalizers")
	}
	c.find(entry, k.Find)
	c.steps(entry, k)
	if err := newCheckRule(k, "").compile(); err != nil {
		c.report(entry, "%w", err)
	}
}

// foretold is about what only preflight reads.
func (c *validator) foretold(entry string, k *CheckSpec) {
	if k.Lasts && (k.Live || k.Reason == "") {
		c.report(entry, "lasts is for a check with a reason that is of objects that are being deleted")
	}
}

func (c *validator) find(entry string, f *FindSpec) {
	if f == nil {
		return
	}
	for _, name := range slices.Concat(f.Groups, f.Kinds) {
		if strings.Contains(name, "{") && !namedByObject(name) {
			c.report(entry, "find: %q is neither %s nor %s nor the path of a field", name, GroupPlace, KindPlace)
		}
	}
	switch {
	case len(f.Edges) > 0 && (f.Key != "" || f.Value != ""):
		c.report(entry, "find.edges cannot be used with find.key")
	case len(f.Edges) > 0:
	case (f.Key == "") != (f.Value == ""):
		c.report(entry, "find needs both key and value, or neither")
	case f.Key == "" && (len(f.Groups) == 0 || len(f.Kinds) == 0):
		c.report(entry, "find needs edges, or key and value, or the groups and kinds of which everything is found")
	case len(f.Kinds) == 0 && (len(f.Groups) == 0 || slices.Contains(f.Groups, "*")):
		c.report(entry, "find would read every kind: narrow it")
	}
}

// effect refuses a step that is said to do less than its verb does, and one of
// which nobody could look up what it takes.
func (c *validator) effect(entry string, s Step) {
	c.oneOf(entry, "effect", string(s.Effect), namesOf(explain.Effects())...)
	if least := effectOf(s.Command); len(s.Command) > 0 && s.Effect.Milder(least) {
		c.report(entry, "effect %s of the step %q is milder than what %q does: %s", s.Effect, s.Text, strings.Join(s.Command, " "), least)
	}
	if s.Effect.Takes() && s.Effect != explain.Unbounded && len(s.Command) > 0 && !actsOnlyOn(s.Command) {
		c.report(entry, "the step %q takes something (%s), so that its command has to name one object and nothing else, by one of %s", s.Text, s.Effect, strings.Join(objectWords, ", "))
	}
}

func namesOf[T ~string](values []T) []string {
	var names []string
	for _, v := range values {
		names = append(names, string(v))
	}
	return names
}

// steps refuses what would be pasted as it stands.
func (c *validator) steps(entry string, k *CheckSpec) {
	for _, s := range k.Next {
		if s.Text == "" {
			c.report(entry, "a step has no text")
		}
		c.effect(entry, newStep(&s))
		for _, word := range append([]string{s.Text}, s.Command...) {
			for _, found := range placeholder.FindAllString(word, -1) {
				if !strings.HasPrefix(found, "{{") && !slices.Contains(placeholders(), found) {
					c.report(entry, "unknown placeholder in %q: use %s, or the path of a field", word, strings.Join(placeholders(), ", "))
				}
			}
		}
	}
}
