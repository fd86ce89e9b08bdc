package render

import (
	"fmt"
	"io"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/entry"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/forecast"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/graph"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/junit"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/markdown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/obstacle"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/page"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/removal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Here stands what prints which answer in which format. What is printed must not be nil
// and is not changed. Without a format it is the first. An error is one of writing, or
// of a format that there is not.

// GraphFormats are the formats of Graph, the default first.
func GraphFormats() []string {
	return []string{"tree", "wide", "json", "yaml", "name", "dot", "mermaid", "markdown", "html"}
}

// Graph writes what the deletion of an object depends on.
func Graph(w io.Writer, g *trace.Graph, format string, o Options) error {
	switch format {
	case "", "tree":
		return paper.Send(w, "tree", graph.Tree(g, o.look()))
	case "wide":
		return paper.Send(w, "table", graph.Table(g, o.look()))
	case "name":
		return paper.Send(w, "names", graph.Names(g))
	case "dot":
		return paper.Send(w, "dot", graph.Dot(g))
	case "mermaid":
		return paper.Send(w, "mermaid", graph.Mermaid(g))
	case "markdown":
		return paper.Send(w, "Markdown", markdown.Text(report.OfGraph(g)))
	case "html":
		return paper.Send(w, "HTML", page.HTML(report.OfGraph(g)))
	}
	return forPrograms(w, format, document.TraceOf(g))
}

// DiagnosisFormats are the formats of Diagnosis, the default first.
func DiagnosisFormats() []string {
	return []string{"text", "wide", "json", "yaml", "name", "markdown", "html", "junit"}
}

// TellsTimeline reports whether a format tells what was written to objects and when, which
// a diagnosis holds only where that was asked.
func TellsTimeline(format string) bool { return format == "markdown" || format == "html" }

// ForPeople reports whether a format is one that is read where it is printed, so that a word
// may stand beside it.
func ForPeople(format string) bool {
	return slices.Contains([]string{"", "text", "tree", "wide"}, format)
}

// SoFar is what holds objects that are not judged yet, in lines that fit the terminal where
// they are cut.
func SoFar(objects []explain.Object, clock trace.Clock) []string {
	return diagnosis.SoFar(objects, clock)
}

// Diagnosis writes who has to act, and why they have not.
func Diagnosis(w io.Writer, d *explain.Diagnosis, format string, o Options) error {
	switch format {
	case "", "text", "wide":
		telling := diagnosis.Telling{Look: o.look(), Wide: format == "wide", Searched: o.Searched, Own: o.command}
		return paper.Send(w, "diagnosis", diagnosis.Text(d, telling))
	case "name":
		return paper.Send(w, "names", diagnosis.Names(d))
	case "markdown":
		telling := report.Telling{Searched: o.Searched, Own: o.command, Short: true}
		return paper.Send(w, "Markdown", markdown.Text(report.OfDiagnosis(d, telling)))
	case "html":
		return paper.Send(w, "HTML", page.HTML(report.OfDiagnosis(d, report.Telling{Searched: o.Searched, Own: o.command})))
	case "junit":
		text, err := junit.XML(d)
		if err != nil {
			return err
		}
		return paper.Send(w, "test cases", text)
	}
	return forPrograms(w, format, document.DiagnosisOf(d))
}

// RemovalFormats are the formats of Removal, the default first.
func RemovalFormats() []string { return []string{"text", "json", "yaml"} }

// Removal writes a plan or, once it was carried out, what came of it.
func Removal(w io.Writer, r *remove.Removal, format string, o Options) error {
	if format == "" || format == "text" {
		return paper.Send(w, "plan", removal.Text(r, o.look()))
	}
	return forPrograms(w, format, document.RemovalOf(r))
}

// HistoryFormats are the formats of History, the default first.
func HistoryFormats() []string { return []string{"text", "json", "yaml"} }

// History writes the log of removals, the oldest first.
func History(w io.Writer, entries []remove.Entry, format string, o Options) error {
	if format == "" || format == "text" {
		return paper.Send(w, "history", removal.History(entries, o.look()))
	}
	return forPrograms(w, format, document.HistoryOf(entries))
}

// PreflightFormats are the formats of Preflight, the default first.
func PreflightFormats() []string { return []string{"text", "json", "yaml"} }

// Preflight writes what stands in the way of an operation.
func Preflight(w io.Writer, p *preflight.Result, format string, o Options) error {
	if format == "" || format == "text" {
		return paper.Send(w, "preflight", obstacle.Text(p, o.look(), o.command))
	}
	return forPrograms(w, format, document.PreflightOf(p, o.command))
}

// ForecastFormats are the formats of Forecast, the default first.
func ForecastFormats() []string {
	return []string{"text", "wide", "json", "yaml", "dot", "mermaid", "markdown", "html"}
}

// Forecast writes what comes of a delete or an uninstall.
func Forecast(w io.Writer, a *outlook.Answer, format string, o Options) error {
	ready := func(words []string) []string {
		if o.Command == nil {
			return words
		}
		return o.Command(words)
	}
	switch format {
	case "", "text", "wide":
		return paper.Send(w, "forecast", forecast.Text(a, forecast.Telling{Look: o.look(), Wide: format == "wide", Command: ready}))
	case "dot":
		return paper.Send(w, "dot", forecast.Dot(a))
	case "mermaid":
		return paper.Send(w, "mermaid", forecast.Mermaid(a))
	case "markdown":
		return paper.Send(w, "Markdown", markdown.Text(report.OfForecast(a, ready)))
	case "html":
		return paper.Send(w, "HTML", page.HTML(report.OfForecast(a, ready)))
	}
	return forPrograms(w, format, document.ForecastOf(a, ready))
}

// EntryFormats are the formats of Answer, Entries and Reason, the default first.
func EntryFormats() []string { return []string{"text", "wide", "json", "yaml", "name"} }

// Answer writes what the catalogue knows of one name.
func Answer(w io.Writer, a *catalogue.Answer, format string, o Options) error {
	switch format {
	case "", "text", "wide":
		return paper.Send(w, "entry", entry.Answer(a, o.look(), o.command))
	case "name":
		return paper.Send(w, "names", entry.Names(a.Entries))
	}
	return forPrograms(w, format, document.AnswerOf(a))
}

// Entries writes a part of the catalogue.
func Entries(w io.Writer, entries []catalogue.Entry, format string, o Options) error {
	switch format {
	case "", "text", "wide":
		return paper.Send(w, "table", entry.Table(entries, o.look(), format == "wide"))
	case "name":
		return paper.Send(w, "names", entry.Names(entries))
	}
	return forPrograms(w, format, document.CatalogueOf(entries))
}

// Reason writes what a reason means. The exit code of a verdict is the program's to say.
func Reason(w io.Writer, t *explain.ReasonText, exit func(explain.Verdict) int, format string, o Options) error {
	d := document.ReasonOf(t, exit, o.command)
	switch format {
	case "", "text", "wide":
		return paper.Send(w, "reason", entry.Reason(&d, o.look()))
	case "name":
		return paper.Send(w, "names", d.Name+"\n")
	}
	return forPrograms(w, format, d)
}

// forPrograms writes a document. The values in it are exact; characters that a terminal
// would obey or hide are written as escapes.
func forPrograms(w io.Writer, format string, d any) error {
	switch format {
	case "json":
		return paper.SendJSON(w, d)
	case "yaml":
		return paper.SendYAML(w, d)
	}
	return fmt.Errorf("there is no format %q", format)
}
