package render

import (
	"io"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// PreflightFormats are the formats of a preflight, the default first.
func PreflightFormats() []string { return []string{"text", "json", "yaml"} }

// PreflightDocument is a preflight for programs.
type PreflightDocument struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	At         string         `json:"at"`
	Operation  string         `json:"operation"`
	Namespace  string         `json:"namespace,omitempty"`
	Complete   bool           `json:"complete"`
	Kinds      int            `json:"kinds"`
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
}

// Preflight prints what stands in the way of a move.
func Preflight(w io.Writer, p *explain.Preflight, format string, o Options) error {
	switch format {
	case "json":
		text, err := encode(preflightOf(p))
		if err != nil {
			return err
		}
		return send(w, "JSON", text)
	case "yaml":
		return sendYAML(w, preflightOf(p))
	}
	l := newLayout(o)
	place := ""
	if p.Namespace != "" {
		place = " in namespace " + identifier(p.Namespace)
	}
	switch n := len(p.Obstacles); {
	case n == 0 && len(p.Incomplete) > 0:
		l.para(para{spans: []span{{role: roleVerdict, text: "Nothing that could be read" + place + " stands in the way of a move."}}})
	case n == 0:
		l.para(para{spans: []span{{role: roleVerdict, text: "Nothing stands in the way of a move: no object of the " + count(p.Kinds, "kind") + " that it writes is being deleted" + place + "."}}})
	default:
		l.para(para{spans: []span{{role: roleVerdict, text: "Do not start a move into this cluster: " + count(n, "object") + place + beingDeleted(n) + "."}}})
	}
	if len(p.Incomplete) > 0 {
		l.para(para{spans: []span{{role: roleFlag, text: "! "}, {role: roleText, text: incompleteText(p.Incomplete)}}, hang: 2})
	}
	var rows []row
	for i := range p.Obstacles {
		rows = append(rows, obstacleRow(&p.Obstacles[i], p, o))
	}
	l.rows(rows)
	return send(w, "preflight", l.out.String())
}

func beingDeleted(n int) string {
	if n == 1 {
		return " is being deleted"
	}
	return " are being deleted"
}

func obstacleRow(o *explain.Obstacle, p *explain.Preflight, opts Options) row {
	head := []span{{role: roleName, text: kindName(o.Ref)}}
	if o.Namespace != "" && o.Namespace != p.Namespace {
		head = append(head, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(o.Namespace)})
	}
	head = append(head, span{role: roleText, text: "  "}, phrase(stateRole(o.State), stateText(&o.Node, p.At)))
	var body []para
	for _, f := range o.Finalizers {
		body = append(body, detail("finalizer", span{role: roleFinalizer, text: identifier(f.Name)}))
	}
	words := []string{"why-stuck", withGroup(o.Resource, o.Group) + "/" + o.Name}
	if o.Namespace != "" {
		words = append(words, "-n", o.Namespace)
	}
	body = append(body,
		detail("why", span{role: roleMessage, text: prose(o.Why)}),
		detail("next", span{role: roleName, text: shellLine(opts.command(words...)), whole: true}),
	)
	return row{head: para{spans: head}, body: body}
}

func preflightOf(p *explain.Preflight) PreflightDocument {
	return PreflightDocument{
		APIVersion: APIVersion, Kind: "Preflight", At: timestamp(p.At), Operation: "move", Namespace: p.Namespace,
		Complete: len(p.Incomplete) == 0, Kinds: p.Kinds,
		Obstacles: each(p.Obstacles, func(_ int, o explain.Obstacle) ObstacleItem {
			return ObstacleItem{
				ObjectRef: objectRef(o.Ref, o.Resource), UID: o.UID, State: string(o.State), Since: timestamp(o.Since), Why: o.Why,
				Finalizers: each(o.Finalizers, func(_ int, f trace.Finalizer) string { return f.Name }),
			}
		}),
		Incomplete: each(p.Incomplete, func(_ int, q trace.Problem) Problem { return Problem{q.What, q.Reason, q.Message} }),
	}
}
