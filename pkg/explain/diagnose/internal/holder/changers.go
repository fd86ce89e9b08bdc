package holder

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// byRights looks for the workloads that run under accounts which may change
// objects of the kind; in the namespace's own bindings, where one is given. It reports
// whether certainly none may.
func (t *tally) byRights(ctx context.Context, namespace string) (none bool) {
	custom := t.kind.MayBeCustom()
	found := rights.Changers(ctx, t.View, t.kind, namespace)
	plain := slices.DeleteFunc(slices.Clone(found.Accounts), func(g rights.Grant) bool { return g.Right < rights.ToGroup })
	if !found.Complete && !t.View.Copied {
		t.learn(explain.Evidence{Fact: "could not check whose rights allow to change " + t.kind.Resource, Source: "roles and their bindings", Weak: true})
	}
	if len(plain) > mostAccounts {
		plain = plain[:mostAccounts]
	}
	for _, g := range plain {
		workers, complete := workersUnder(ctx, t.View, g.Account)
		for _, ref := range workers {
			sole := len(plain) == 1 && len(workers) == 1
			points := t.pointsOf(g.Right, ref, sole && found.Complete && t.soleChanger(ctx, ref, found))
			if sole && custom && t.related {
				points++
			}
			c := t.addClue(ref, clue{rightsClue, points, factOf(g.Right, t.kind) + " as " + sight.Where(g.Account), g.Role})
			c.account = g.Account
		}
		if len(workers) == 0 && complete && custom && t.related && g.Right >= rights.ToKind {
			t.loseAccount(ctx, g, len(plain) == 1)
		}
	}
	t.wideRights(ctx, found)
	return found.Complete && len(plain) == 0
}

// mostAccounts bounds for how many accounts the workloads are looked for.
const mostAccounts = 12

// pointsOf is what a right speaks for a workload. Of a finalizer that nothing ties to the kind it
// is a hint, since many may change what everybody uses, unless the workload is called after the
// finalizer, or nobody else may change the kind.
func (t *tally) pointsOf(right rights.Right, ref trace.Ref, only bool) int {
	domain, _, _ := strings.Cut(t.id.finalizer, "/")
	namesake := right >= rights.ToKind && t.entry.Pattern == "" && slices.ContainsFunc(tellingWords(domain), func(word string) bool { return hasPart(ref.Name, word) })
	switch {
	case !t.kind.MayBeCustom() || !t.related && !namesake && !only:
		return hintClue
	case right == rights.ToFinalizers:
		return strongClue + 1
	}
	return strongClue
}

// soleChanger reports whether a workload is called after the kind, and no other, that may change
// everything there is, is in sight: of a finalizer that somebody of no telling name put there.
func (t *tally) soleChanger(ctx context.Context, ref trace.Ref, found rights.Grants) bool {
	if t.alien() || t.id.managers == "" || t.entry.Pattern != "" || !t.workloads.Complete || !hasPart(ref.Name, strings.ToLower(t.kind.Kind)) {
		return false
	}
	for i, g := range found.Accounts {
		if g.Right != rights.ToAll {
			continue
		}
		if workers, complete := workersUnder(ctx, t.View, g.Account); i > mostAccounts || !complete || len(workers) > 0 {
			return false
		}
	}
	return true
}

func factOf(g rights.Right, kind trace.Kind) string {
	if g == rights.ToGroup {
		return "may change everything in " + kind.Group
	}
	if g == rights.ToFinalizers {
		return "may change " + kind.Resource + " and their finalizers"
	}
	return "may change " + kind.Resource
}

// wideRights is for candidates that other clues have found and whose account
// may change everything.
func (t *tally) wideRights(ctx context.Context, found rights.Grants) {
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
		at := slices.IndexFunc(found.Accounts, func(g rights.Grant) bool { return g.Account == c.account })
		if at >= 0 && found.Accounts[at].Right == rights.ToAll {
			t.addClue(ref, clue{rightsClue, hintClue, "may change everything as " + sight.Where(c.account), found.Accounts[at].Role})
		}
	}
}

// loseAccount notes an account that has the rights of the holder while nothing
// runs under it.
func (t *tally) loseAccount(ctx context.Context, g rights.Grant, alone bool) {
	if t.namespaceGone(ctx, g.Account.Namespace, g.Role) {
		return
	}
	if t.installed == "" {
		t.installed, t.cameWith = g.Account.Name, "nearest by rights: "+sight.Where(g.Account)
	}
	pods := t.View.List(ctx, "", "Pod", g.Account.Namespace)
	for _, p := range pods.Objects {
		if manifest.Str(p, "spec", "serviceAccountName") == g.Account.Name {
			t.learn(explain.Evidence{
				Fact:   "pod " + p.GetName() + ", which " + factOf(g.Right, t.kind) + ", belongs to no workload that is known here",
				Source: g.Role,
			})
			return
		}
	}
	if pods.Complete {
		t.lose(loss{fact: sight.Where(g.Account) + ", which " + factOf(g.Right, t.kind) + ", runs no workload and no pod", source: g.Role, proof: alone})
	}
}
