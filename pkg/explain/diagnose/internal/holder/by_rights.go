package holder

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// byRights looks for the workloads that run under accounts which may change
// objects of the kind; in the namespace's own bindings, where one is given. It reports
// whether certainly none may.
func (t *tally) byRights(ctx context.Context, namespace string) (none bool) {
	custom := strings.Contains(t.kind.Group, ".")
	found := changersOf(ctx, t.View, t.kind, namespace)
	plain := slices.DeleteFunc(slices.Clone(found.accounts), func(g grant) bool { return g.right < rightToGroup })
	if !found.complete && !t.View.Copied {
		t.learn(explain.Evidence{Fact: "could not check whose rights allow to change " + t.kind.Resource, Source: "roles and their bindings", Weak: true})
	}
	if len(plain) > mostAccounts {
		plain = plain[:mostAccounts]
	}
	for _, g := range plain {
		workers, complete := workersUnder(ctx, t.View, g.account)
		for _, ref := range workers {
			points := pointsOf(g.right)
			if !custom || !t.related {
				points = hintClue // many may change what everybody uses
			} else if len(plain) == 1 && len(workers) == 1 {
				points++
			}
			c := t.addClue(ref, clue{rightsClue, points, factOf(g.right, t.kind) + " as " + sight.Where(g.account), g.role})
			c.account = g.account
		}
		if len(workers) == 0 && complete && custom && t.related && g.right >= rightToKind {
			t.loseAccount(ctx, g, len(plain) == 1)
		}
	}
	t.wideRights(ctx, found)
	return found.complete && len(plain) == 0
}

// mostAccounts bounds for how many accounts the workloads are looked for.
const mostAccounts = 12

func pointsOf(g right) int {
	if g == rightToFinalizers {
		return strongClue + 1
	}
	return strongClue
}

func factOf(g right, kind trace.Kind) string {
	if g == rightToGroup {
		return "may change everything in " + kind.Group
	}
	if g == rightToFinalizers {
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
		whole := t.View.Look(ctx, ref).Object
		if whole == nil {
			continue
		}
		c.account = manifest.AccountOf(whole)
		at := slices.IndexFunc(found.accounts, func(g grant) bool { return g.account == c.account })
		if at >= 0 && found.accounts[at].right == rightToAll {
			t.addClue(ref, clue{rightsClue, hintClue, "may change everything as " + sight.Where(c.account), found.accounts[at].role})
		}
	}
}

// loseAccount notes an account that has the rights of the holder while nothing
// runs under it.
func (t *tally) loseAccount(ctx context.Context, g grant, alone bool) {
	if t.namespaceGone(ctx, g.account.Namespace, g.role) {
		return
	}
	if t.installed == "" {
		t.installed, t.cameWith = g.account.Name, "nearest by rights: "+sight.Where(g.account)
	}
	pods := t.View.List(ctx, "", "Pod", g.account.Namespace)
	for _, p := range pods.Objects {
		if manifest.Str(p, "spec", "serviceAccountName") == g.account.Name {
			t.learn(explain.Evidence{
				Fact:   "pod " + p.GetName() + ", which " + factOf(g.right, t.kind) + ", belongs to no workload that is known here",
				Source: g.role,
			})
			return
		}
	}
	if pods.Complete {
		t.lose(loss{fact: sight.Where(g.account) + ", which " + factOf(g.right, t.kind) + ", runs no workload and no pod", source: g.role, proof: alone})
	}
}
