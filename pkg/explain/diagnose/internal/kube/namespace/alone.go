package namespace

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// erred is what the namespace controller says to have failed at, where a namespace was copied
// without what is in it: then nothing disproves it. That items remain is no error, and of the API
// groups that it names deadGroups knows which have come back.
func erred(h *hearing.Case, c *content) string {
	if !h.View.Copied || len(c.unchecked()) == 0 {
		return ""
	}
	tells := func(words string) bool {
		return words != "" && (!strings.Contains(words, "unexpected items still remain") || refusal(words))
	}
	for _, name := range []string{contentFailureCondition, discoveryFailureCondition, kindParsingFailedCondition} {
		if name == discoveryFailureCondition && len(gates.GroupsIn(claimOf(h, name))) > 0 {
			continue
		}
		if words := claimOf(h, name); tells(words) {
			return words
		}
	}
	if words := contentFailure(h); tells(words) {
		return words
	}
	return ""
}

// erredAlone reports whether there is such an error that nothing else has told of.
func erredAlone(ctx context.Context, h *hearing.Case, c *content) bool {
	return erred(h, c) != "" && len(c.pods)+len(c.going)+len(c.idle) == 0 && !undiscovered(ctx, h, c) && !saidToFail(ctx, h, c)
}

// saidAlone judges by such an error.
func saidAlone(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	words := erred(h, c)
	atFirst := early(h, words)
	if atFirst {
		f.AskAgain(h, "look whether it still says so: it tries again by itself")
	}
	f.Join(mendsOf(ctx, h, words))
	f.Next("see what is left in it: its conditions count that by type", h.View.Command(h.Node.Ref, "describe")...)
	f.Never("empty spec.finalizers by way of /finalize: what is left stays stored and comes back with a namespace of the same name")
	if atFirst {
		return f.Decide(explain.Undecided, explain.Failing, "right after it was asked to go the namespace controller failed, and nothing tells whether that goes on; it said: "+phrase.Quoted(words))
	}
	return f.Decide(explain.Stuck, explain.ContentNotAsked, "the namespace controller says: "+phrase.Quoted(words)+phrase.Prefixed("; by the path of the call, what is left is of kind ", phrase.Names(kindsCalledFor(h, words))))
}

var (
	// isForbidden is what admission stands against: the controller itself lacks no right.
	isForbidden = regex.New(`(\S+ "[^"]*") is forbidden: (.*?)(?:, \S+ "[^"]*" is forbidden: .*)?$`)
	// notYetReady is how an API server answers that does not get to its own admission.
	notYetReady = regex.New(`\b[\w-]+\.([a-z0-9.-]+\.[a-z]+) "[^"]*" is forbidden: not yet ready to handle request`)
)

// mendsOf is what is to be done about an error of the namespace controller: a webhook may stand in
// this very namespace, and who forbids is never a lack of rights; all else helps here as elsewhere.
func mendsOf(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	service, called := gates.ServiceNamed(words)
	hook, fails := apiwords.WebhookFails.In(words)
	if m := notYetReady.FindStringSubmatch(words); m != nil {
		n.Do(explain.Look("have the API server that serves "+m[1]+" get ready: bring back what it waits for, which its log says, or start its pods anew; its APIService names its Service",
			"kubectl", "get", "apiservices", "-o", "wide").For(explain.Mends))
		return n
	}
	if m := isForbidden.FindStringSubmatch(words); m != nil && !fails {
		n.Mend("end what forbids to delete " + m[1] + ": " + phrase.OneLine(m[2]))
		return n
	}
	if !fails || !called {
		if n = kindsUnserved(words); len(n.Steps) > 0 {
			return n
		}
		return signs.Mechanics(ctx, h, words)
	}
	webhooks := []string{"kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations", "-o", "wide"}
	where := "service " + service.Name + " in namespace " + service.Namespace
	if service.Namespace == h.Node.Name {
		n.Do(explain.Look("remove the configuration that has webhook "+hook.Name+": it calls "+where+", this very namespace, which takes nothing new", webhooks...).For(explain.Mends))
		return n
	}
	if h.Node.Name == explain.NoName { // it may be the very namespace that is called
		n.Do(explain.Look("if the stuck namespace is "+service.Namespace+" itself, remove the configuration that has webhook "+hook.Name+"; if not, bring back what that calls, "+where, webhooks...).For(explain.Mends))
		return n
	}
	n.Mend("bring back what webhook " + hook.Name + " calls, " + where + ", until this namespace is gone")
	n.Next("if that is gone for good, remove the configuration that has the webhook", webhooks...)
	for _, kind := range kindsCalledFor(h, words) {
		n.Next("see what is left of "+kind+", if that is what the webhook is for", "kubectl", "get", kind, "-n", h.Node.Name)
	}
	return n
}
