package gates

import (
	"context"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// servicePattern finds the Service that the API server says it has called.
var servicePattern = regex.New(`https://([a-z0-9-]+)\.([a-z0-9-]+)\.svc(?::(\d+))?[/?"]`)

// ServedFrom is the namespace of the Service that words name in an address, empty where
// they name none.
func ServedFrom(words string) string {
	if m := servicePattern.FindStringSubmatch(words); m != nil {
		return m[2]
	}
	return ""
}

// ServiceSaid looks up the Service that the API server's words call. It returns what
// completes a message, empty where they call none.
func ServiceSaid(ctx context.Context, h *hearing.Case, words string) (why string, n hearing.Notes) {
	m := servicePattern.FindStringSubmatch(words)
	if m == nil {
		return "", n
	}
	b := backend{service: trace.Ref{Kind: "Service", Namespace: m[2], Name: m[1]}, port: httpsPort}
	if port, err := strconv.ParseInt(m[3], 10, 32); err == nil {
		b.port = port
	}
	a := AnswersOf(ctx, h.View, b)
	why = b.servedBy() + " " + a.what
	n.Fact(a.source, why)
	n.BlockKnown(h.View, b.service, a.state, a.what)
	n.Join(restore(ctx, h, b.service, b, a))
	return why, n
}

// ServiceNamed is the Service that the API server's words call.
func ServiceNamed(words string) (service trace.Ref, named bool) {
	m := servicePattern.FindStringSubmatch(words)
	if m == nil {
		return trace.Ref{}, false
	}
	return trace.Ref{Kind: "Service", Namespace: m[2], Name: m[1]}, true
}
