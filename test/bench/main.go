//go:build unix

// Command bench fills a real API server and measures kubectl-finalizers on it:
// beside a program that transfers the same lists and looks at none of them,
// and beside kubectl-tree. All numbers of one run
// come from one server, the programs taking turns; what is judged are ratios,
// which hold on any machine, and memory. It fails when a target is missed.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// treeName is what the other program is called, and treeModule where it is had from.
const (
	treeName   = "kubectl-tree"
	treeModule = "github.com/ahmetb/kubectl-tree@v0.6.0"
)

const module = "github.com/kubectl-finalizers/kubectl-finalizers"

func main() {
	var b bench
	flag.IntVar(&b.scale, "scale", 1, "after the usual number of objects, measure with this many times as many")
	flag.IntVar(&b.replayed, "replayed", 0, "in the end, replay what the server has answered as if there were this many times as many objects")
	flag.IntVar(&b.rounds, "rounds", 7, "how often to measure each program")
	flag.StringVar(&b.tree, "tree", "", "the path of kubectl-tree, to compare with; else it is built from its module")
	only := flag.String("only", "", "which parts to measure, with commas between: "+strings.Join(parts, ", ")+"; empty for all")
	flag.Parse()
	b.only = strings.FieldsFunc(*only, func(r rune) bool { return r == ',' })
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// nearTimes is how many times as often as the rest is measured what differs by less than runs
// differ by themselves.
const nearTimes = 3

// parts are what can be measured alone.
var parts = []string{"near", "share", "far", "fair", "stuck", "serve", "large", "replayed"}

// bench is one run.
type bench struct {
	scale, replayed, rounds int
	tree                    string
	only                    []string // of parts

	dir    string // of the programs that are built
	meter  meter
	report report
	filled int       // the scale of what the server holds
	served []float64 // the memory of serve, at each scale
}

func (b *bench) run(ctx context.Context) error {
	if b.scale < 1 || b.rounds < 1 {
		return errors.New("-scale and -rounds must be at least 1")
	}
	for _, part := range b.only {
		if !slices.Contains(parts, part) {
			return fmt.Errorf("-only=%s: the parts are %s", part, strings.Join(parts, ", "))
		}
	}
	b.report.Writer = os.Stdout
	dir, err := os.MkdirTemp("", "kubectl-finalizers-bench-")
	if err != nil {
		return fmt.Errorf("making a folder for the programs: %w", err)
	}
	defer os.RemoveAll(dir)
	b.dir = dir
	for _, name := range []string{"cmd/kubectl-finalizers", "test/bench/cmd/bare", "test/bench/cmd/measure"} {
		if err := build(ctx, b.path(filepath.Base(name)), module+"/"+name); err != nil {
			return err
		}
	}
	if b.tree == "" {
		if err := b.buildTree(ctx); err != nil {
			return err
		}
	}
	l, err := lab.Start(ctx, os.Stderr)
	if err != nil {
		return err
	}
	b.meter = meter{measure: b.path("measure"), kubeconfig: l.Kubeconfig}
	if err := errors.Join(b.on(ctx, l), l.Close()); err != nil {
		return err
	}
	if b.report.missed > 0 {
		return fmt.Errorf("%d targets are missed", b.report.missed)
	}
	return nil
}

func (b *bench) path(program string) string { return filepath.Join(b.dir, program) }

// build links a program as users have it, as the Makefile's target of that name
// does.
func build(ctx context.Context, path, pkg string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w: %s", pkg, err, out)
	}
	return nil
}

// buildTree builds kubectl-tree as its module says.
func (b *bench) buildTree(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", treeModule).Output()
	if err != nil {
		return fmt.Errorf("getting %s: %w: %s", treeModule, err, out)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return fmt.Errorf("getting %s: %w", treeModule, err)
	}
	b.tree = b.path(treeName)
	cmd := exec.CommandContext(ctx, "go", "build", "-C", module.Dir, "-trimpath", "-ldflags=-s -w", "-o", b.tree, "./cmd/"+treeName)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w: %s", treeModule, err, out)
	}
	return nil
}

// on fills a lab and measures, at scale 1 and then at the one asked for.
func (b *bench) on(ctx context.Context, l *lab.Lab) error {
	if err := l.Namespace(ctx, namespace); err != nil {
		return err
	}
	if err := l.StopControllers(); err != nil {
		return err
	}
	f, err := newFiller(l.Kubeconfig)
	if err != nil {
		return err
	}
	if err := f.kinds(ctx); err != nil {
		return err
	}
	first := b.subjects()
	if err := b.fill(ctx, f, 1); err != nil {
		return err
	}
	steps := []struct {
		part string
		do   func() error
	}{
		{"near", func() error { return b.near(ctx, first, nearTimes*b.rounds) }},
		{"share", func() error { return b.serverShare(ctx, l.Dir, first) }},
		{"far", func() error { return b.far(ctx, l, f) }}, // before very many are stuck
		{"fair", func() error { return b.fair(ctx, l, f, first) }},
		{"stuck", func() error { return b.why(ctx, f, b.rounds) }},
		{"serve", func() error { return b.serve(ctx, l, f) }},
		{"large", func() error { return b.large(ctx, l, f, first) }},
		{"replayed", func() error { return b.millions(ctx, l, f, first) }},
	}
	for _, step := range steps {
		if !b.wants(step.part) {
			continue
		}
		if err := step.do(); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) wants(part string) bool { return len(b.only) == 0 || slices.Contains(b.only, part) }

// fill adds to the server what it lacks of a scale.
func (b *bench) fill(ctx context.Context, f *filler, to int) error {
	if to <= b.filled {
		return nil
	}
	began := time.Now()
	if err := f.objects(ctx, b.filled, to); err != nil {
		return err
	}
	b.filled = to
	fmt.Fprintf(b.report, "scale %d: %d kinds with %d objects each, %d ConfigMaps, %d Pods: %d objects, made in %s\n",
		to, kinds, to*ofEach, to*configMaps, to*pods, to*ofAll, time.Since(began).Round(time.Second))
	return nil
}

// measured are the subjects of one scale: of a custom object with dependents,
// and of its namespace.
type measured struct {
	object, objectBare, tree *subject
	space, spaceBare         *subject
}

func (m *measured) all() []*subject { return append(m.ours(), m.tree) }

// ours are those that do about the same to the server.
func (m *measured) ours() []*subject {
	return []*subject{m.objectBare, m.object, m.spaceBare, m.space}
}

// near measures next to the server. kubectl-tree has rounds of its own: what it leaves the server to clean up,
// of many objects, makes the next program wait for seconds.
func (b *bench) near(ctx context.Context, m *measured, rounds int) error {
	if err := b.meter.rounds(ctx, rounds, m.ours()); err != nil {
		return err
	}
	if err := b.meter.rounds(ctx, roundsFar, []*subject{m.tree}); err != nil {
		return err
	}
	b.report.table(m.all())
	b.report.ratio("wall", wall, m.object, m.objectBare, wallToBare)
	b.report.ratio("wall", wall, m.space, m.spaceBare, wallToBare)
	b.report.ratio("wall", wall, m.object, m.tree, wallToTree)
	b.report.ratio("CPU", cpu, m.object, m.tree, cpuToTree)
	if b.filled == 1 {
		b.report.atMost("peak MiB: "+m.object.name, m.object.middle(peak), peakAtMost)
		b.report.atMost("peak MiB: "+m.space.name, m.space.middle(peak), peakAtMost)
	}
	return nil
}

// large measures the same with as many times as many objects as was asked for.
func (b *bench) large(ctx context.Context, l *lab.Lab, f *filler, first *measured) error {
	if b.scale == 1 {
		return nil
	}
	if err := b.fill(ctx, f, b.scale); err != nil {
		return err
	}
	large := b.subjects()
	if err := b.near(ctx, large, b.rounds); err != nil {
		return err
	}
	b.toScale(large.object, first.object)
	b.toScale(large.space, first.space)
	if err := b.why(ctx, f, roundsFar); err != nil || !b.wants("serve") {
		return err
	}
	return b.serve(ctx, l, f)
}

// toScale judges the memory of a subject by what it took of fewer objects.
func (b *bench) toScale(s, first *subject) {
	if len(first.runs) > 0 {
		b.report.atMost("peak: "+s.name+", more objects / scale 1", s.middle(peak)/first.middle(peak), peakToScale)
	}
}

func (b *bench) subjects() *measured {
	bare, finalizers := b.path("bare"), b.path("kubectl-finalizers")
	kind := "things000." + group(0)
	m := &measured{
		objectBare: &subject{name: "bare, namespace", argv: []string{bare, "-namespace=" + namespace}},
		object:     &subject{name: "trace thing/root", argv: []string{finalizers, "trace", kind + "/root", "--namespace=" + namespace}},
		spaceBare:  &subject{name: "bare, namespace and cluster", argv: []string{bare, "-namespace=" + namespace, "-cluster"}},
		space:      &subject{name: "trace namespace/" + namespace, argv: []string{finalizers, "trace", "namespace/" + namespace}},
		tree:       &subject{name: treeName, argv: []string{b.tree, "--namespace=" + namespace, "thing000." + group(0), "root"}},
	}
	return m
}
