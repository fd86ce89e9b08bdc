//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// distances are the round trips with which the programs are measured.
var distances = []time.Duration{0, 80 * time.Millisecond, 200 * time.Millisecond}

// judged is the distance at which walls are compared.
const judged = 80 * time.Millisecond

// roundsFar is how often each program is measured over a link: most of its time it
// waits, which differs little.
const roundsFar = 3

// seen is what a server has seen of a subject, once.
type seen struct {
	requests, inARow, atOnce int
}

// far measures over links, and counts round trips: of a cluster in which a handful of
// objects is stuck.
func (b *bench) far(ctx context.Context, l *lab.Lab, f *filler) error {
	if err := f.stuck(ctx, fewNamespace, 1); err != nil {
		return err
	}
	for _, distance := range distances {
		if err := b.over(ctx, l, lab.Link{RoundTrip: distance}); err != nil {
			return err
		}
	}
	return nil
}

// overSubjects are what is measured over a link.
type overSubjects struct {
	bare, trace, why, all, tree *subject
}

func (b *bench) overSubjects() overSubjects {
	finalizers, things := b.path("kubectl-finalizers"), "things000."+group(0)
	return overSubjects{
		bare:  &subject{name: "bare, namespace", argv: []string{b.path("bare"), "-namespace=" + fewNamespace}},
		trace: &subject{name: "trace thing", argv: []string{finalizers, "trace", things + "/stuck-000", "--namespace=" + fewNamespace}},
		why:   &subject{name: "why-stuck thing", argv: []string{finalizers, "why-stuck", things + "/stuck-000", "--namespace=" + fewNamespace}, exits: 3},
		all:   &subject{name: "why-stuck -A", argv: []string{finalizers, "why-stuck", "-A"}, exits: 3},
		tree:  &subject{name: treeName, argv: []string{b.tree, "--namespace=" + fewNamespace, "thing000." + group(0), "stuck-000"}},
	}
}

func (s overSubjects) list() []*subject {
	return []*subject{s.bare, s.trace, s.why, s.all, s.tree}
}

func (b *bench) over(ctx context.Context, l *lab.Lab, link lab.Link) (err error) {
	far, err := l.Far(ctx, link, l.Kubectl)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, far.Close()) }()
	m := meter{measure: b.meter.measure, kubeconfig: far.Kubeconfig}
	s := b.overSubjects()
	if err := m.rounds(ctx, roundsFar, s.list()); err != nil {
		return err
	}
	fmt.Fprintf(b.report, "round trip %s: one object in a namespace with next to nothing else, and in all %d that are stuck\n", link.RoundTrip, causes)
	fmt.Fprintf(b.report, "%-28s %9s %9s %9s %9s %9s\n", "", "wall min", "median ms", "requests", "in a row", "at once")
	counted := map[*subject]seen{}
	for _, one := range s.list() {
		far.Calls()
		if _, err := m.run(ctx, one); err != nil {
			return fmt.Errorf("counting the requests of %s: %w", one.name, err)
		}
		calls := far.Calls()
		n := seen{len(calls.All), len(calls.InARow()), calls.Most()}
		counted[one] = n
		fmt.Fprintf(b.report, "%-28s %9.0f %9.0f %9d %9d %9d\n", one.name, 1000*one.least(wall), 1000*one.middle(wall), n.requests, n.inARow, n.atOnce)
	}
	if link.RoundTrip != judged {
		return nil
	}
	b.report.atMost("round trips in a row: "+s.trace.name, float64(counted[s.trace].inARow), traceInARow)
	b.report.atMost("round trips in a row: "+s.why.name, float64(counted[s.why].inARow), whyInARow)
	b.report.ratio("wall", wall, s.all, s.why, allToOne)
	b.report.ratio("wall", wall, s.why, s.tree, farToTree)
	return nil
}
