package render

import (
	"io"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// PreflightFormats are the formats of a preflight, the default first.
func PreflightFormats() []string { return []string{"text", "json", "yaml"} }

// PreflightKind is the kind of a PreflightDocument.
const PreflightKind = "Preflight"

// PreflightDocument is a preflight for programs, described by
// docs/schema/preflight.v1.json.
type PreflightDocument struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	At         string         `json:"at"`
	Operation  string         `json:"operation"`
	Namespace  string         `json:"namespace,omitempty"`
	Complete   bool           `json:"complete"`
	Kinds      int            `json:"kinds"`
	Clusters   []ObjectRef    `json:"clusters"`
	Obstacles  []ObstacleItem `json:"obstacles"`
	Incomplete []Problem      `json:"incomplete"`
}

// ObstacleItem is an object that is in the way.
type ObstacleItem struct {
	ObjectRef
	UID        string   `json:"uid,omitempty"`
	State      string   `json:"state"`
	Since      string   `json:"since,omitempty"`
	Finalizers []string `json:"finalizers"`
	Why        string   `json:"why"`
	// Next is the command that looks further, as a shell takes it.
	Next string `json:"next"`
}

// Preflight prints what stands in the way of a move.
func Preflight(w io.Writer, p *preflight.Result, format string, o Options) error {
	switch format {
	case "json":
		text, err := paper.JSON(PreflightOf(p, o))
		if err != nil {
			return err
		}
		return paper.Send(w, "JSON", text)
	case "yaml":
		return paper.SendYAML(w, PreflightOf(p, o))
	}
	l := paper.NewLayout(o.look())
	place := ""
	if p.Namespace != "" {
		place = " in namespace " + paper.Identifier(p.Namespace)
	}
	switch n := len(p.Obstacles); {
	case n == 0 && len(p.Incomplete) > 0:
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: "Nothing that could be read" + place + " stands in the way of a move."}}})
	case n == 0:
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: "Nothing stands in the way of a move: no object of the " + count(p.Kinds, "kind") + " that it writes is being deleted" + place + "."}}})
	default:
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: "Do not start a move into this cluster: " + count(n, "object") + place + beingDeleted(n) + "."}}})
	}
	if len(p.Incomplete) > 0 {
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Flag, Text: "! "}, {Role: paper.Plain, Text: incompleteText(p.Incomplete)}}, Hang: 2})
	}
	if len(p.Clusters) > 0 {
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Plain, Text: livingClusters(p)}}})
	}
	var rows []paper.Row
	for i := range p.Obstacles {
		rows = append(rows, obstacleRow(&p.Obstacles[i], p, o))
	}
	l.Rows(rows)
	return paper.Send(w, "preflight", l.Out.String())
}

// clustersShown is how many living Clusters are named.
const clustersShown = 3

// livingClusters asks whether this is the right side of the move.
func livingClusters(p *preflight.Result) string {
	var names []string
	for _, c := range p.Clusters[:min(clustersShown, len(p.Clusters))] {
		name := c.Name
		if p.Namespace == "" {
			name = c.Namespace + "/" + name
		}
		names = append(names, paper.Identifier(name))
	}
	if more := len(p.Clusters) - len(names); more > 0 {
		names = append(names, "and "+strconv.Itoa(more)+" more")
	}
	verb := " live here: "
	if len(p.Clusters) == 1 {
		verb = " lives here: "
	}
	return count(len(p.Clusters), "Cluster") + verb + strings.Join(names, ", ") +
		". If it is these that are to be moved, this is the wrong side: ask the cluster that they are to move into."
}

func beingDeleted(n int) string {
	if n == 1 {
		return " is being deleted"
	}
	return " are being deleted"
}

func obstacleRow(o *preflight.Obstacle, p *preflight.Result, opts Options) paper.Row {
	head := []paper.Span{{Role: paper.Name, Text: kindName(o.Ref)}}
	if o.Namespace != "" && o.Namespace != p.Namespace {
		head = append(head, paper.Span{Role: paper.Plain, Text: " "}, paper.Span{Role: paper.Quiet, Text: "in namespace " + paper.Identifier(o.Namespace)})
	}
	head = append(head, paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(stateRole(o.State), stateText(&o.Node, p.At)))
	var body []paper.Para
	for _, f := range o.Finalizers {
		body = append(body, paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: paper.Identifier(f.Name)}))
	}
	body = append(body,
		paper.Detail("why", paper.Span{Role: paper.Message, Text: paper.Prose(o.Why)}),
		paper.Detail("next", paper.CommandSpan(opts.lookFurther(o))),
	)
	return paper.Row{Head: paper.Para{Spans: head}, Body: body}
}

// lookFurther is the command that tells more of an obstacle.
func (o Options) lookFurther(at *preflight.Obstacle) []string {
	words := []string{"why-stuck", withGroup(at.Resource, at.Group) + "/" + at.Name}
	if at.Namespace != "" {
		words = append(words, "-n", at.Namespace)
	}
	return o.command(words...)
}

// PreflightOf returns the preflight as a document.
func PreflightOf(p *preflight.Result, o Options) PreflightDocument {
	return PreflightDocument{
		APIVersion: APIVersion, Kind: PreflightKind, At: timestamp(p.At), Operation: "move", Namespace: p.Namespace,
		Complete: len(p.Incomplete) == 0, Kinds: p.Kinds,
		Clusters: each(p.Clusters, func(_ int, c trace.Ref) ObjectRef { return objectRef(c, "clusters") }),
		Obstacles: each(p.Obstacles, func(_ int, at preflight.Obstacle) ObstacleItem {
			return ObstacleItem{
				ObjectRef: objectRef(at.Ref, at.Resource), UID: at.UID, State: string(at.State), Since: timestamp(at.Since), Why: at.Why,
				Next: paper.ShellLine(o.lookFurther(&at)), Finalizers: each(at.Finalizers, func(_ int, f trace.Finalizer) string { return f.Name }),
			}
		}),
		Incomplete: each(p.Incomplete, problemDocument),
	}
}
