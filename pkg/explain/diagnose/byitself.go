package diagnose

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostByItself is how much is told that the object alone tells, and soon within what time of being made one is asked to go
// that may not have been made until then.
const mostByItself, soon = 3, 10 * time.Minute

// byItself tells what the object alone does where nothing tells why it stays, the most telling first: what its holder was asked
// already, what that has to get at, how it came to be asked to go, what has done its part, and that no more was recorded.
func byItself(ctx context.Context, h *hearing.Case, f *hearing.Finding) (n hearing.Notes) {
	if h.Object == nil || f.Verdict != explain.Undecided && f.Verdict != explain.Stuck || f.Reason != explain.Silent && f.Reason != explain.HolderUnknown || quotesReason(f) {
		return n
	}
	tell := func(fact string) {
		if fact != "" && len(n.Evidence) < mostByItself {
			n.Add(explain.Evidence{Kind: explain.Known, Fact: fact, Source: "the object itself", Weak: true})
		}
	}
	custom, own := h.Kind.MayBeCustom() && !h.Holder.BuiltIn, h.Object.GetFinalizers()
	field, value := manifest.AskedAtEnd(h.Object, func(host string) bool {
		return catalogue.SameDomain(host, h.Finalizer) || catalogue.SameDomain(h.Kind.Group, host+"/")
	})
	if custom && field != "" && !strings.Contains(f.Message, value+")") {
		tell(field + " is " + phrase.Quoted(redact.Text(value)) + ": that alone does not end it, its holder has to act on that")
	}
	clusters, reach := acts.OtherClusters(h)
	access, see := acts.Access(ctx, h)
	tell(clusters)
	tell(access)
	f.Foremost = slices.Concat(f.Foremost, reach.Steps, see.Steps)
	if len(own) > 0 && own[0] == h.Finalizer { // once for the object
		if custom {
			tell(hastily(h))
		}
		tell(storage.Unguarded(h))
		tell(unsaid(ctx, h))
	}
	return n
}

// quotesReason reports whether an outcome quotes words of somebody that do not only point elsewhere.
func quotesReason(f *hearing.Finding) bool {
	return slices.ContainsFunc(f.Evidence, func(e explain.Evidence) bool {
		return e.Words != "" && strings.Contains(f.Message, phrase.Quoted(e.Words)) && !pointsElsewhere.MatchString(e.Words)
	})
}

// pointsElsewhere is how words say no more than where what went wrong is told.
var pointsElsewhere = regex.New(`(?i)\bsee (?:the |its )?(?:\.?status|logs?|events?|conditions?)\b`)

// hastily tells that the object was asked to go soon after it was made, where its status still says that it was being made.
func hastily(h *hearing.Case) string {
	made, asked := h.Object.GetCreationTimestamp().Time, h.Object.GetDeletionTimestamp()
	if made.IsZero() || asked == nil || trace.IsPresumed(asked.Time) {
		return ""
	}
	state, after := manifest.Unmade(h.Object.Object, h.Kind.Kind), asked.Sub(made)
	if state == "" || after < 0 || after > soon {
		return ""
	}
	return "asked to go " + duration.HumanDuration(after) + " after it was made, not ready yet (" + state + "): perhaps never made"
}

// unsaid tells of one that was described to the end that this holds no reason, so that nobody reads it again for one.
func unsaid(ctx context.Context, h *hearing.Case) string {
	events, _, _ := unstructured.NestedString(h.Object.Object, "printed", "events")
	says := func(l explain.LogLine) bool {
		return strings.TrimSpace(l.Text) != "" && !logline.Typed.MatchString(l.Text)
	}
	if events == "" || len(h.Object.GetFinalizers()) != 1 || slices.ContainsFunc(h.View.Logs.Aside, says) || len(h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID)) > 0 || len(manifest.ConditionsOf(h.Object.Object)) > 0 ||
		slices.ContainsFunc(manifest.StatementsOf(h.Object.Object), func(s manifest.Statement) bool { return !s.State }) {
		return ""
	}
	return "nothing copied says why: no condition, no error, and no event in about an hour before that"
}
