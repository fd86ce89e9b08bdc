package gates

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// triesPerKind and triesInAll bound how many removals are tried out.
	triesPerKind = 20
	triesInAll   = 60
	// fewAsked is how many objects a person asks about one by one. Of these each
	// is tried out; of many, one of every sort.
	fewAsked = 5
	// tryTime bounds one try. A webhook that cannot be reached may take longer,
	// which then is not known from it.
	tryTime = 3 * time.Second
)

// tries remembers which removals are tried out, and what came of them. What is
// tried out is chosen before the objects are judged, since these are judged at
// the same time and the answer must not depend on which comes first.
type tries struct {
	perKind map[sight.GroupKind]int
	all     int
	asked   int
	sorts   map[string]bool
	// allowed are the objects that may be tried, by UID; first the finalizers
	// that are the first of their sort, by UID and name.
	allowed, first map[string]bool
	done           sight.Memo[string, try]
	actAs          sight.Memo[trace.Ref, bool] // by ServiceAccount
	// late is set when a try had no answer in time: others would not either.
	late atomic.Bool
}

// ChooseTries chooses among objects that are about to be judged.
func ChooseTries(w *sight.View, objects []explain.Object) {
	t := &sight.Memory[memory](w).tries
	if t.allowed == nil {
		t.perKind, t.sorts = map[sight.GroupKind]int{}, map[string]bool{}
		t.allowed, t.first = map[string]bool{}, map[string]bool{}
	}
	for i := range objects {
		o := &objects[i]
		if o.Asked {
			t.asked++
		}
		gk := sight.GroupKind{Group: o.Group, Kind: o.Kind}
		if !o.State.Going() || len(o.Finalizers) == 0 || t.perKind[gk] >= triesPerKind || t.all >= triesInAll {
			continue
		}
		t.perKind[gk]++
		t.all++
		t.allowed[o.UID] = true
		for _, f := range o.Finalizers {
			if sort := o.Group + "/" + o.Kind + "/" + f.Name; !t.sorts[sort] {
				t.sorts[sort] = true
				t.first[o.UID+f.Name] = true
			}
		}
	}
}

// try is a removal that was tried out.
type try struct {
	answer
	// as is in whose name; the zero value is the person who asks.
	as explain.Subject
}

func (t *try) source() string {
	if t.as.User == "" {
		return "dry run of the removal, as you"
	}
	return "dry run of the removal, as " + t.as.User
}

// meetsHolder reports whether the refusal meets the holder: because it was
// tried in the name of one that is known, or because it does not depend on who
// writes.
func (t *try) meetsHolder(c *removalCase, holder *explain.Holder) bool {
	switch {
	case t.as.User != "" && holder.Sure():
		return true
	case t.outcome == webhookFails:
		return slices.ContainsFunc(c.gates, func(g covering) bool { return g.name == t.refusal.Name && g.odds == sure })
	case t.outcome == policyDenies:
		o := c.closed()
		return o != nil && o.rules != nil && o.name == t.refusal.Name
	}
	return t.outcome == invalid || t.outcome == conversionFails || t.outcome == putBack
}

// tryOut asks the server whether it would take the removal, once for each.
func tryOut(ctx context.Context, h *hearing.Case, c *removalCase) try {
	t := &sight.Memory[memory](h.View).tries
	uid := string(h.Object.GetUID())
	telling := t.asked <= fewAsked || t.first[uid+h.Finalizer] || len(c.gates) > 0 && c.down == nil
	if !t.allowed[uid] || !telling {
		return try{}
	}
	return t.done.Get(uid+h.Finalizer, func() try {
		patch, err := trace.PatchOff(c.old, h.Finalizer)
		if err != nil {
			return try{}
		}
		if holder, ok := mayActAs(ctx, h, h.Holder.Account); ok {
			if as := send(ctx, h, c, patch, holder); as.outcome != forbidden && as.outcome != untried {
				return as
			}
		}
		return send(ctx, h, c, patch, explain.Subject{})
	})
}

func send(ctx context.Context, h *hearing.Case, c *removalCase, patch []byte, as explain.Subject) try {
	late := &sight.Memory[memory](h.View).tries.late
	if late.Load() {
		return try{answer{outcome: unanswered}, as}
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	obj, err := h.View.Reader.DryRun(ctx, h.Kind, c.namespace(), c.old.GetName(), "", types.JSONPatchType, patch, as)
	a := readAnswer(err)
	switch {
	case a.outcome == accepted && obj != nil && slices.Contains(obj.GetFinalizers(), h.Finalizer):
		a.outcome = putBack
		a.words = "the server takes the removal, and the finalizer is still there"
	case a.outcome == unanswered:
		late.Store(true)
	}
	return try{a, as}
}

// mayActAs reports whether the person who asks is known to be allowed to act as
// the account. That it is not known leaves nothing out of the answer.
func mayActAs(ctx context.Context, h *hearing.Case, account trace.Ref) (explain.Subject, bool) {
	if account.Name == "" {
		return explain.Subject{}, false
	}
	allowed := sight.Memory[memory](h.View).tries.actAs.Get(account, func() bool {
		decisions, err := h.View.Reader.Allowed(ctx, explain.Subject{}, []explain.Access{{
			Verb: "impersonate", Resource: "serviceaccounts", Namespace: account.Namespace, Name: account.Name,
		}})
		return err == nil && len(decisions) == 1 && decisions[0].Allowed
	})
	return explain.Subject{User: "system:serviceaccount:" + account.Namespace + ":" + account.Name}, allowed
}
