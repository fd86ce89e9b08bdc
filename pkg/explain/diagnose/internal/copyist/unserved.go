package copyist

import (
	"context"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

var (
	// unserved is how the API server says that the Service of a webhook is not there.
	unserved = regex.New(`\bservice \\?"([a-z0-9][-a-z0-9]*)\\?" not found`)
	// calls is the address that it calls: the Service, its namespace and the path.
	calls = regex.New(`https://([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc(?:[.:][\w.]*)?(/[\w./-]*)?`)
)

// Unserved decides where a person was answered that the Service of a webhook is not there which the controller of the
// object's kind serves: that one is gone then, and every update of the object is refused for it.
func Unserved(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if !h.View.Copied || !h.Node.State.Going() || h.Holder.BuiltIn || h.Health == explain.Running {
		return f
	}
	for _, e := range holder.EntriesBefore(explain.Log{Lines: h.View.Logs.Aside}, time.Time{}) {
		answer := phrase.OneLine(e.Message)
		hook, fails := apiwords.WebhookFails.In(answer)
		gone, at := unserved.FindStringSubmatch(answer), calls.FindStringSubmatch(answer)
		if e.Answer == "" || !fails || gone == nil || at == nil || gone[1] != at[1] || !servesKind(h, at[1], at[3]) {
			continue
		}
		return notServed(ctx, h, hook.Name, at[1], at[2], redact.Text(answer))
	}
	return f
}

// notServed is the outcome where the Service is not there by which the controller of a kind serves a webhook.
func notServed(ctx context.Context, h *hearing.Case, hook, service, namespace, answer string) (f hearing.Finding) {
	f.Quote("answer copied beside it", answer, answer)
	name := "its controller"
	if h.Holder.Name != "" && h.Holder.Confidence != explain.Possible {
		name = h.HolderName()
	}
	f.Warn("webhook " + hook + " is asked about a removal by hand too, and refuses it until it answers, or its configuration is gone")
	if told, closed := hearing.Closed(ctx, h, namespace); closed {
		f.Mend("run " + name + " again from another namespace, as nothing can be made in " + namespace + ", which is being deleted" + told + "; its webhook " + hook + " is then to lead there")
	} else {
		f.Mend("run " + name + " again, in namespace " + namespace + ", until the last object of the kind is gone: that brings back service " + service + ", which answers for webhook " + hook + ", and who takes the finalizers off")
	}
	f.Do(explain.Look("if it is gone for good, first delete the configurations of its webhooks, those that lead to service "+service+" (every update is refused as long as these are there), and only then take the finalizers off",
		"kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations", "-o", "wide").For(explain.Mends))
	f.Join(holder.PlanRemoval(h))
	return f.Decide(explain.Stuck, explain.HolderMissing, name+" seems gone: service "+service+" in namespace "+namespace+", which answers for its webhook "+hook+", is not there, by what somebody was answered who tried to change something")
}

// servesKind reports whether a Service, or the path at which it is called, is of who brings the kind of the object: called
// after the project or the API group, or by the group as webhooks that were generated are.
func servesKind(h *hearing.Case, service, path string) bool {
	for _, of := range []string{strings.ReplaceAll(strings.ToLower(h.Entry.Project), " ", "-"), strings.Split(h.Kind.Group, ".")[0]} {
		if len(of) > shortProject && (service == of || strings.HasPrefix(service, of+"-")) {
			return true
		}
	}
	return h.Kind.Group != "" && h.Kind.MayBeCustom() && strings.Contains(path, "-"+strings.NewReplacer(".", "-").Replace(h.Kind.Group)+"-v")
}

// shortProject is how long a word is that may begin the name of any Service.
const shortProject = 3
