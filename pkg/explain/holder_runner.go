package explain

import (
	"cmp"
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// runner is the controller that has to go on with an object which nothing of
// its own holds.
type runner struct {
	holder   Holder
	fares    fares
	evidence []Evidence
	// obj is its workload, nil where none was found or could be read.
	obj *unstructured.Unstructured
}

// lookAtRunner looks for the component that the check names, as one looks for
// holders. Which release of it runs, and with which gates, often tells why an
// object does not go on.
func (s *situation) lookAtRunner(ctx context.Context) {
	if s.Component == "" {
		return
	}
	for _, c := range s.h.catalogue.componentsOf(s.project) {
		if c.Name == s.Component {
			s.runner = s.h.runnerOf(ctx, s.project, &c)
		}
	}
	if s.runner == nil {
		return
	}
	s.variables["componentHealth"] = string(s.runner.fares.health)
	if s.runner.obj != nil {
		s.variables["component"] = s.runner.obj.Object
	}
}

func (h *hearing) runnerOf(ctx context.Context, project string, c *Component) *runner {
	t := &tally{
		world: h.world, works: h.workloads(ctx, c.Namespaces...),
		entry: Entry{Finalizer: Finalizer{Component: c.Name}, Project: project, Controller: *c},
	}
	if !t.works.complete {
		t.learn(Evidence{Fact: "could not look through the workloads of all namespaces", Source: "your rights", Weak: true})
	}
	t.byCatalogue()
	t.byAbsence(ctx)
	n := t.nominee("")
	n.holder.Name = cmp.Or(n.holder.Name, c.Name)
	r := &runner{holder: n.holder, evidence: t.evidence}
	if n.named == nil {
		r.fares = n.absent(ctx)
		return r
	}
	r.obj = h.look(ctx, n.named.ref).obj
	if r.obj != nil {
		r.holder.Account = accountOf(r.obj)
	}
	r.fares = of[holderMemory](h.world).wellbeing.get(n.named.ref, func() fares { return h.workloadFares(ctx, n.named) })
	return r
}

// tell makes a part of the evidence how the runner fares where that matters, and
// which release it is where that may explain the case.
func (r *runner) tell(h *hearing, reason Reason) {
	h.hold.Evidence = append(h.hold.Evidence, r.evidence...)
	if reason == LifecycleStalled || r.fares.reason != "" {
		h.hold.Evidence = append(h.hold.Evidence, r.fares.evidence...)
	}
	if reason == LifecycleStalled && r.obj != nil {
		h.tellRelease(r.obj, r.holder.Workload)
	}
}

// tellRelease says which image runs, and with which feature gates.
func (h *hearing) tellRelease(obj *unstructured.Unstructured, ref trace.Ref) {
	for _, container := range containersOf(obj) {
		if image, _ := container["image"].(string); image != "" {
			h.fact(where(ref)+": .spec.template.spec.containers[].image", "runs "+image)
		}
		for _, field := range []string{"command", "args"} {
			words, _, _ := unstructured.NestedStringSlice(container, field)
			for _, gates := range gatesIn(words) {
				h.fact(where(ref)+": .spec.template.spec.containers[]."+field, "is started with "+gates)
			}
		}
	}
}

// gatesIn finds the flag for feature gates, which is one word or two.
func gatesIn(words []string) []string {
	var out []string
	for i, word := range words {
		name, _, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case name != "feature-gates":
		case joined:
			out = append(out, word)
		case i+1 < len(words):
			out = append(out, word+" "+words[i+1])
		}
	}
	return out
}

// componentsOf are the components of a project that has finalizers.
func (c *Catalogue) componentsOf(project string) []Component {
	for _, p := range c.projects {
		if p.Project == project {
			return p.Components
		}
	}
	return nil
}
