package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// byRights looks for the workloads that run under accounts which may change
// objects of the kind; in the namespace's own bindings, where one is given.
func (t *tally) byRights(ctx context.Context, namespace string) {
	custom := strings.Contains(t.kind.Group, ".")
	found := t.changersOf(ctx, t.kind, namespace)
	plain := slices.DeleteFunc(slices.Clone(found.accounts), func(g grant) bool { return g.grip < wideGrip })
	if !found.complete {
		t.learn(Evidence{Fact: "could not check whose rights allow to change " + t.kind.Resource, Source: "roles and their bindings", Weak: true})
	}
	if len(plain) > mostAccounts {
		plain = plain[:mostAccounts]
	}
	for _, g := range plain {
		workers, complete := t.workersUnder(ctx, g.account)
		for _, ref := range workers {
			points := gripPoints(g.grip)
			if !custom || !t.related {
				points = hintClue // many may change what everybody uses
			} else if len(plain) == 1 && len(workers) == 1 {
				points++
			}
			c := t.speak(ref, clue{rightsClue, points, gripFact(g.grip, t.kind) + " as " + where(g.account), g.role})
			c.account = g.account
		}
		if len(workers) == 0 && complete && custom && t.related && g.grip >= named {
			t.loseAccount(ctx, g, len(plain) == 1)
		}
	}
	t.wideRights(ctx, found)
}

// mostAccounts bounds for how many accounts the workloads are looked for.
const mostAccounts = 12

func gripPoints(g grip) int {
	if g == ofFinalizers {
		return strongClue + 1
	}
	return strongClue
}

func gripFact(g grip, kind trace.Kind) string {
	if g == wideGrip {
		return "may change everything in " + kind.Group
	}
	if g == ofFinalizers {
		return "may change " + kind.Resource + " and their finalizers"
	}
	return "may change " + kind.Resource
}

// wideRights is for candidates that other clues have found and whose account
// may change everything.
func (t *tally) wideRights(ctx context.Context, found grants) {
	if len(t.candidates) > mostAccounts {
		return
	}
	for ref, c := range t.candidates {
		if c.account.Name != "" {
			continue
		}
		whole := t.look(ctx, ref).obj
		if whole == nil {
			continue
		}
		c.account = accountOf(whole)
		at := slices.IndexFunc(found.accounts, func(g grant) bool { return g.account == c.account })
		if at >= 0 && found.accounts[at].grip == anyGrip {
			t.speak(ref, clue{rightsClue, hintClue, "may change everything as " + where(c.account), found.accounts[at].role})
		}
	}
}

// loseAccount notes an account that has the rights of the holder while nothing
// runs under it.
func (t *tally) loseAccount(ctx context.Context, g grant, alone bool) {
	if t.namespaceGone(ctx, g.account.Namespace, g.role) {
		return
	}
	t.installed = cmp.Or(t.installed, g.account.Name)
	pods := t.list(ctx, "", "Pod", g.account.Namespace)
	for _, p := range pods.objects {
		if str(p, "spec", "serviceAccountName") == g.account.Name {
			t.learn(Evidence{
				Fact:   "pod " + p.GetName() + ", which " + gripFact(g.grip, t.kind) + ", belongs to no workload that is known here",
				Source: g.role,
			})
			return
		}
	}
	if pods.complete {
		t.lose(loss{where(g.account) + ", which " + gripFact(g.grip, t.kind) + ", runs no workload and no pod", g.role, false, alone})
	}
}
