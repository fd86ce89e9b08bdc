package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/fleet"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/document"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/clusters"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/graph"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/obstacle"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Here stands what prints the answers of many clusters.

// CommandIn is as Options.Command, on the cluster of an answer; nil changes nothing.
type CommandIn func(cluster int, words []string) []string

// own is a command of this program on a cluster, as a person can run it.
func (c CommandIn) own(cluster int, words ...string) []string {
	words = append([]string{"kubectl", "finalizers"}, words...)
	if c == nil {
		return words
	}
	return c(cluster, words)
}

// DiagnosesFormats are the formats of Diagnoses, the default first.
func DiagnosesFormats() []string { return []string{"text", "wide", "json", "yaml"} }

// Diagnoses writes who has to act in many clusters, and what these have in common.
func Diagnoses(w io.Writer, answers []fleet.Answer[explain.Diagnosis], format string, o Options, in CommandIn) error {
	switch format {
	case "", "text", "wide":
		return paper.Send(w, "diagnoses", clusters.Diagnoses(answers, clusters.Telling{Look: o.look(), Wide: format == "wide", Own: in.own}))
	}
	return forPrograms(w, format, document.DiagnosesOf(answers))
}

// GraphsFormats are the formats of Graphs, the default first.
func GraphsFormats() []string { return []string{"tree", "wide", "json", "yaml"} }

// Graphs writes what a deletion depends on in many clusters.
func Graphs(w io.Writer, answers []fleet.Answer[trace.Graph], format string, o Options) error {
	switch format {
	case "", "tree", "wide":
		return paper.Send(w, "trees", clusters.Each(answers, o.look(), func(_ int, g *trace.Graph) string {
			if format == "wide" {
				return graph.Table(g, o.look())
			}
			return graph.Tree(g, o.look())
		}))
	}
	return forPrograms(w, format, document.TracesOf(answers))
}

// PreflightsFormats are the formats of Preflights, the default first.
func PreflightsFormats() []string { return PreflightFormats() }

// Preflights writes what stands in the way of an operation in many clusters.
func Preflights(w io.Writer, answers []fleet.Answer[preflight.Result], format string, o Options, in CommandIn) error {
	if format == "" || format == "text" {
		return paper.Send(w, "preflights", clusters.Each(answers, o.look(), func(i int, p *preflight.Result) string {
			return obstacle.Text(p, o.look(), func(words ...string) []string { return in.own(i, words...) })
		}))
	}
	return forPrograms(w, format, document.PreflightsOf(answers, in.own))
}
