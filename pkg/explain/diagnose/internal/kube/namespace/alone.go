package namespace

import (
	"context"
	"regexp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// erred is what the namespace controller says to have failed at, where a namespace was copied
// without what is in it: then nothing disproves it. That items remain is no error, and of the API
// groups that it names deadGroups knows which have come back.
func erred(h *hearing.Case, c *content) string {
	if !h.View.Copied || len(c.unchecked()) == 0 {
		return ""
	}
	for _, name := range []string{contentFailureCondition, discoveryFailureCondition, kindParsingFailedCondition} {
		if name == discoveryFailureCondition && len(gates.GroupsIn(claimOf(h, name))) > 0 {
			continue
		}
		if words := claimOf(h, name); words != "" && (!strings.Contains(words, "unexpected items still remain") || refusal(words)) {
			return words
		}
	}
	return ""
}

// erredAlone reports whether there is such an error that nothing else has told of.
func erredAlone(ctx context.Context, h *hearing.Case, c *content) bool {
	return erred(h, c) != "" && len(c.pods)+len(c.going)+len(c.idle) == 0 && len(deadGroups(ctx, h)) == 0 && !saidToFail(ctx, h, c)
}

// saidAlone judges by such an error.
func saidAlone(_ context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	words := erred(h, c)
	f.Join(mendsOf(h, words))
	f.Next("see what is left in it: its conditions count that by type", h.View.Command(h.Node.Ref, "describe")...)
	f.Never("empty spec.finalizers by way of /finalize: what is left stays stored and comes back with a namespace of the same name")
	return f.Decide(explain.Stuck, explain.ContentNotAsked, "the namespace controller says: "+words)
}

var (
	// callsWebhook and deniesBy are a webhook in an error of the API server.
	callsWebhook = regexp.MustCompile(`failed calling (?:admission )?webhook "([^"]+)"`)
	deniesBy     = regexp.MustCompile(`admission webhook "([^"]+)" denied the request:? ?(.*)`)
	// isForbidden is a request that admission or a right stands against.
	isForbidden = regexp.MustCompile(`(\S+ "[^"]*") is forbidden: (.*)`)
	// inTime is how the server says that something did not answer.
	inTime = regexp.MustCompile(`(?i)timeout|timed out|deadline exceeded|unable to handle the request|connection refused|no endpoints available`)
)

// mendsOf is what is to be done about an error of the namespace controller, by its class.
func mendsOf(h *hearing.Case, words string) (n hearing.Notes) {
	webhooks := []string{"kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations", "-o", "wide"}
	service, called := gates.ServiceNamed(words)
	where := "service " + service.Name + " in namespace " + service.Namespace
	hook := callsWebhook.FindStringSubmatch(words)
	switch {
	case hook != nil && called && service.Namespace == h.Node.Name:
		n.Do(explain.Look("remove the configuration that has webhook "+hook[1]+": it calls "+where+", this very namespace, which takes nothing new", webhooks...).For(explain.Mends))
	case hook != nil && called:
		n.Mend("bring back what webhook " + hook[1] + " calls, " + where + ", until this namespace is gone")
		n.Next("if that is gone for good, remove the configuration that has the webhook", webhooks...)
	case deniesBy.MatchString(words):
		m := deniesBy.FindStringSubmatch(words)
		n.Mend("do what webhook " + m[1] + " demands of what is to go" + phrase.Prefixed(": ", phrase.OneLine(m[2])))
	case isForbidden.MatchString(words):
		m := isForbidden.FindStringSubmatch(words)
		n.Mend("end what forbids to delete " + m[1] + ": " + phrase.OneLine(m[2]))
	case called:
		n.Mend("have " + where + " answer again, which the API server calls")
	case inTime.MatchString(words):
		n.Mend("have what does not answer the API server answer again: " + phrase.OneLine(words))
	default:
		n.Mend("mend what the namespace controller fails at: " + phrase.OneLine(words))
	}
	return n
}
