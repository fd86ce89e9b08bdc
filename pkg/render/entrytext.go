package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// entryText prints an answer for people: who owns the name, or what it suggests.
func entryText(w io.Writer, a *explain.Answer, o Options) error {
	l := newLayout(o)
	switch {
	case len(a.Entries) == 0:
		unknownName(l, a, o)
	default:
		entryHead(l, a)
		for i := range a.Entries {
			entryBody(l, &a.Entries[i])
		}
	}
	return send(w, "entry", l.out.String())
}

// entryHead says what was asked and how the name is known.
func entryHead(l *layout, a *explain.Answer) {
	spans := []span{{role: roleVerdict, text: identifier(a.Finalizer)}}
	if n := len(a.Entries); n > 1 {
		spans = append(spans, span{role: roleText, text: fmt.Sprintf(" has %d owners, by kind", n)})
	}
	l.para(para{spans: spans, hang: 2})
	if a.Elsewhere {
		l.para(alert(fmt.Sprintf("not known on %s. There it may have been copied or set by hand, and the controller of another kind will not look at it. Elsewhere it is:", identifier(a.Kind))))
	}
}

// entryLabels is the width of the longest label and the blanks before and after.
const entryLabels = len("  Confidence  ")

func entryBody(l *layout, e *explain.Entry) {
	l.line("", nil)
	kinds := "any kind"
	if len(e.Kinds) > 0 {
		kinds = identifiers(e.Kinds)
	}
	fact(l, "Found on", roleName, kinds)
	if e.Match != "" && e.Match != explain.MatchExact {
		fact(l, "Pattern", roleFinalizer, identifier(e.Pattern)+" ("+matchText(e.Match)+")")
	}
	fact(l, "Project", roleText, prose(e.Project))
	fact(l, "Component", roleText, prose(e.Component))
	if e.Abandoned {
		fact(l, "Abandoned", roleFlag, "! no release in use is known to take it off; it is left over from an old one")
	}
	fact(l, "Waits for", roleText, prose(e.WaitsFor))
	for i, cause := range e.Causes {
		label := ""
		if i == 0 {
			label = "Causes"
		}
		factIn(l, label, roleText, "- "+prose(cause), 2)
	}
	fact(l, "By hand", roleText, prose(e.Loss))
	fact(l, "Risk", riskRole(e.Risk), riskText(e.Risk))
	holderFacts(l, &e.Controller)
	fact(l, "Confidence", roleText, confidenceText(e.Confidence))
	fact(l, "Source", roleQuiet, prose(e.Source))
}

// holderFacts are the hints by which the component is found in a cluster.
func holderFacts(l *layout, c *explain.Component) {
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
		factIn(l, label, roleText, hint.what+identifiers(hint.names), 2)
		label = ""
	}
	if label == "" {
		factIn(l, "", roleQuiet, "(as in the project's own manifests; yours may differ)", 0)
	}
}

// fact writes a label and what there is to say; nothing where there is nothing.
func fact(l *layout, label string, r role, text string) { factIn(l, label, r, text, 0) }

// factIn moves the lines after the first in by some columns more.
func factIn(l *layout, label string, r role, text string, more int) {
	if text == "" {
		return
	}
	beside(l, span{role: roleQuiet, text: "  " + label}, entryLabels, para{spans: []span{{role: r, text: text}}, hang: more})
}

// beside writes a paragraph to the right of a lead, which stands alone in its
// columns.
func beside(l *layout, lead span, columns int, p para) {
	room := 0
	if l.width > 0 {
		room = l.width - columns
	}
	for _, li := range p.lines(room) {
		lead.text = padded(lead.text, columns)
		l.line("", append(line{lead}, li...))
		lead.text = ""
	}
}

// unknownName says what can be said of a name that no entry has.
func unknownName(l *layout, a *explain.Answer, o Options) {
	spans := []span{{role: roleVerdict, text: identifier(a.Finalizer)}, {role: roleText, text: " is not in the catalogue"}}
	if a.Kind != "" {
		spans = append(spans, span{role: roleText, text: " for " + identifier(a.Kind)})
	}
	spans = append(spans, span{role: roleText, text: ". Who takes it off, and what is lost by hand, is not known."})
	l.para(para{spans: spans})
	l.line("", nil)
	if len(a.Clues) == 0 {
		l.para(para{spans: []span{{role: roleText, text: "Its form suggests nothing."}}})
	} else {
		l.para(para{spans: []span{{role: roleText, text: "What its form suggests, which proves nothing:"}}})
	}
	for _, c := range a.Clues {
		l.para(para{spans: []span{{role: roleText, text: "- " + prose(c.Text) + "."}}, hang: 2})
	}
	l.line("", nil)
	l.para(para{spans: []span{{role: roleText, text: "A cluster tells more: who wrote it into an object, and who may take it off:"}}})
	l.command(2, "", o.command("why-stuck", "TYPE/NAME"))
}

func identifiers(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = identifier(n)
	}
	return strings.Join(out, ", ")
}

func matchText(match string) string {
	switch match {
	case explain.MatchPrefix:
		return "begins with it"
	case explain.MatchSuffix:
		return "ends in it"
	case explain.MatchOwn:
		return "made of the object's own kind"
	case explain.MatchRegex:
		return "regular expression"
	}
	return identifier(match)
}

// riskText says what a grade means.
func riskText(risk string) string {
	switch risk {
	case "low":
		return "low: bookkeeping"
	case "medium":
		return "medium: leaves something behind in the cluster"
	case "high":
		return "high: loses data, or leaves something outside the cluster"
	}
	return identifier(risk)
}

func riskRole(risk string) role {
	if risk == "high" {
		return roleFlag
	}
	return roleText
}

// confidenceText says how an entry came about.
func confidenceText(confidence string) string {
	switch confidence {
	case "low":
		return "low: seen second hand, or only in part"
	case "medium":
		return "medium: the name was read in the source; what it waits for is inferred"
	case "high":
		return "high: the name and what it waits for were read in the source"
	}
	return identifier(confidence)
}
