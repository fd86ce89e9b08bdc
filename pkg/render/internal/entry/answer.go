// Package entry tells what is known of finalizers: the entries of the catalogue, and what
// reasons mean.
package entry

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Answer says who owns a name, or what it suggests.
func Answer(a *catalogue.Answer, look paper.Look, own words.Own) string {
	l := paper.NewLayout(look)
	if len(a.Entries) == 0 {
		unknown(l, a, own)
	} else {
		head(l, a)
	}
	for i := range a.Entries {
		body(l, &a.Entries[i])
	}
	return l.Out.String()
}

// head says what was asked and how the name is known.
func head(l *paper.Layout, a *catalogue.Answer) {
	spans := []paper.Span{paper.Verdict.Of(paper.Identifier(a.Finalizer))}
	if n := len(a.Entries); n > 1 {
		spans = append(spans, paper.Plain.Of(fmt.Sprintf(" has %d owners, by kind", n)))
	}
	l.Para(paper.Para{Spans: spans, Hang: 2})
	if a.Elsewhere {
		l.Para(paper.Alert(fmt.Sprintf("not known on %s. There it may have been copied or set by hand, and the controller of another kind will not look at it. Elsewhere it is:", paper.Identifier(a.Kind))))
	}
}

func body(l *paper.Layout, e *catalogue.Entry) {
	l.Line("", nil)
	kinds := "any kind"
	if len(e.Kinds) > 0 {
		kinds = identifiers(e.Kinds)
	}
	fact(l, "Found on", paper.Name, kinds)
	if e.Match != "" && e.Match != catalogue.MatchExact {
		fact(l, "Pattern", paper.Finalizer, paper.Identifier(e.Pattern)+" ("+matchText(e.Match)+")")
	}
	fact(l, "Project", paper.Plain, paper.Prose(e.Project))
	fact(l, "Component", paper.Plain, paper.Prose(e.Component))
	fact(l, "Waits for", paper.Plain, paper.Prose(e.WaitsFor))
	for i := range e.Earlier {
		if was := &e.Earlier[i]; was.WaitsFor != "" {
			fact(l, "Earlier", paper.Plain, "before "+paper.Prose(was.Before)+": "+paper.Prose(was.WaitsFor))
		}
	}
	fact(l, "Needs", paper.Plain, needsText(e))
	fact(l, "Taken off", classRole(e.Class), classText(e))
	causes(l, e)
	fact(l, "Kept by", paper.Plain, keptText(e))
	fact(l, "Retried", paper.Plain, retryText(e))
	fact(l, "If forced", paper.Plain, paper.Prose(e.Loss))
	fact(l, "Risk", riskRole(e.Risk), riskText(e.Risk))
	holderFacts(l, &e.Controller)
	fact(l, "Releases", paper.Plain, releasesText(e))
	fact(l, "Confidence", paper.Plain, confidenceText(e.Confidence))
	fact(l, "Verified", paper.Plain, verifiedText(e))
	fact(l, "Source", paper.Quiet, paper.Prose(e.Source))
}

// causes are what most often keeps it, and what may keep any: no list is complete.
func causes(l *paper.Layout, e *catalogue.Entry) {
	label := "Causes"
	for _, cause := range e.Causes {
		factIn(l, label, paper.Plain, "- "+paper.Prose(cause.Text), 2)
		label = ""
	}
	if e.WaitsFor != "" && e.Class != catalogue.ClassNever && e.Class != catalogue.ClassOnRequest {
		factIn(l, label, paper.Quiet, "- as of any: its holder does not run, may not act, or passes the object over, as where a feature is off, a selector does not fit, or it is paused; or a webhook refuses the change", 2)
	}
}

// holderFacts are the hints by which the component is found in a cluster.
func holderFacts(l *paper.Layout, c *catalogue.Component) {
	label := "Look for"
	for _, hint := range []struct {
		what  string
		names []string
	}{
		{"workloads ", c.Workloads},
		{"namespaces ", c.Namespaces},
		{"leases ", c.Leases},
		{"field managers ", c.FieldManagers},
	} {
		if len(hint.names) == 0 {
			continue
		}
		factIn(l, label, paper.Plain, hint.what+identifiers(hint.names), 2)
		label = ""
	}
	if label == "" {
		factIn(l, "", paper.Quiet, "(as in the project's own manifests; yours may differ)", 0)
	}
}

// unknown says what can be said of a name that no entry has.
func unknown(l *paper.Layout, a *catalogue.Answer, own words.Own) {
	spans := []paper.Span{paper.Verdict.Of(paper.Identifier(a.Finalizer)), paper.Plain.Of(" is not in the catalogue")}
	if a.Kind != "" {
		spans = append(spans, paper.Plain.Of(" for "+paper.Identifier(a.Kind)))
	}
	spans = append(spans, paper.Plain.Of(". Who takes it off, and what is lost by hand, is not known."))
	l.Para(paper.Para{Spans: spans})
	l.Line("", nil)
	if len(a.Clues) == 0 {
		l.Para(paper.Text(paper.Plain, "Its form suggests nothing."))
	} else {
		l.Para(paper.Text(paper.Plain, "What its form suggests, which proves nothing:"))
	}
	for _, c := range a.Clues {
		l.Say(paper.Plain, "- "+paper.Prose(c.Text)+".")
	}
	l.Line("", nil)
	l.Para(paper.Text(paper.Plain, "A cluster tells more: who wrote it into an object, and who may take it off:"))
	l.Command(2, "", own("why-stuck", "TYPE/NAME"))
}

func identifiers(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = paper.Identifier(n)
	}
	return strings.Join(out, ", ")
}

func matchText(match string) string {
	switch match {
	case catalogue.MatchPrefix:
		return "begins with it"
	case catalogue.MatchSuffix:
		return "ends in it"
	case catalogue.MatchOwn:
		return "made of the object's own kind"
	case catalogue.MatchRegex:
		return "regular expression"
	}
	return paper.Identifier(match)
}

// riskText says what a grade means.
func riskText(risk explain.Risk) string {
	switch risk {
	case explain.RiskLow:
		return "low: bookkeeping"
	case explain.RiskMedium:
		return "medium: leaves something behind in the cluster"
	case explain.RiskHigh:
		return "high: loses data, or leaves something outside the cluster"
	}
	return paper.Identifier(string(risk))
}

func riskRole(risk explain.Risk) paper.Role {
	if risk == explain.RiskHigh {
		return paper.Flag
	}
	return paper.Plain
}

// confidenceText says how an entry came about.
func confidenceText(confidence string) string {
	switch confidence {
	case catalogue.ConfidenceLow:
		return "low: known second hand; a removal counts its cost as not known"
	case catalogue.ConfidenceMedium:
		return "medium: what takes it off was read in the source, what that calls only in part"
	case catalogue.ConfidenceHigh:
		return "high: what takes it off, and what it waits for, were read in the source"
	}
	return paper.Identifier(confidence)
}
