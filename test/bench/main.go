//go:build unix

// Command bench fills a real API server and measures kubectl-finalizers on it:
// beside a program that transfers the same lists and looks at none of them,
// and, where its path is given, beside kubectl-tree. All numbers of one run
// come from one server, the programs taking turns; what is judged are ratios,
// which hold on any machine, and memory. It fails when a target is missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// treeName is what the other program is called.
const treeName = "kubectl-tree"

const module = "github.com/kubectl-finalizers/kubectl-finalizers"

func main() {
	var b bench
	flag.IntVar(&b.scale, "scale", 1, "after the usual number of objects, measure with this many times as many")
	flag.IntVar(&b.replayed, "replayed", 0, "in the end, replay what the server has answered as if there were this many times as many objects")
	flag.IntVar(&b.rounds, "rounds", 7, "how often to measure each program")
	flag.StringVar(&b.tree, "tree", "", "the path of kubectl-tree, to compare with")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// bench is one run.
type bench struct {
	scale, replayed, rounds int
	tree                    string

	dir    string // of the programs that are built
	meter  meter
	report report
}

func (b *bench) run(ctx context.Context) error {
	if b.scale < 1 || b.rounds < 1 {
		return errors.New("-scale and -rounds must be at least 1")
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
	first, err := b.at(ctx, f, 0, 1)
	if err != nil {
		return err
	}
	asked := []*subject{first.object, first.objectBare}
	if first.tree != nil {
		asked = append(asked, first.tree)
	}
	if err := b.serverShare(ctx, l.Dir, asked); err != nil {
		return err
	}
	if err := b.why(ctx, f); err != nil {
		return err
	}
	if err := f.few(ctx); err != nil {
		return err
	}
	if err := b.far(ctx, l); err != nil {
		return err
	}
	if b.scale > 1 {
		large, err := b.at(ctx, f, 1, b.scale)
		if err != nil {
			return err
		}
		for i, s := range []*subject{large.object, large.space} {
			of := []*subject{first.object, first.space}[i]
			b.report.atMost(fmt.Sprintf("peak: %s, scale %d / scale 1", s.name, b.scale), s.middle(peak)/of.middle(peak), peakToScale)
		}
	}
	if b.replayed <= b.scale {
		return nil
	}
	replayed, err := b.millions(ctx, l, f, b.scale, b.replayed/b.scale)
	if err != nil {
		return err
	}
	b.report.atMost(fmt.Sprintf("peak: %s, scale %d / scale 1", replayed.name, b.replayed), replayed.middle(peak)/first.object.middle(peak), peakToScale)
	return nil
}

// measured are the subjects of one scale: of a custom object with dependents,
// and of its namespace.
type measured struct {
	object, objectBare, tree *subject
	space, spaceBare         *subject
}

func (b *bench) at(ctx context.Context, f *filler, from, to int) (*measured, error) {
	began := time.Now()
	if err := f.objects(ctx, from, to); err != nil {
		return nil, err
	}
	fmt.Fprintf(b.report, "scale %d: %d kinds with %d objects each, %d ConfigMaps, %d Pods, made in %s\n",
		to, kinds, to*ofEach, to*configMaps, to*pods, time.Since(began).Round(time.Second))
	m := b.subjects()
	all := []*subject{m.objectBare, m.object, m.spaceBare, m.space}
	if m.tree != nil {
		all = append(all, m.tree)
	}
	if err := b.meter.rounds(ctx, b.rounds, all); err != nil {
		return nil, err
	}
	b.report.table(all)
	b.report.ratio("wall", wall, m.object, m.objectBare, wallToBare)
	b.report.ratio("wall", wall, m.space, m.spaceBare, wallToBare)
	if m.tree != nil {
		b.report.ratio("wall", wall, m.object, m.tree, wallToTree)
		b.report.ratio("CPU", cpu, m.object, m.tree, cpuToTree)
	} else {
		fmt.Fprintln(b.report, "kubectl-tree was not measured: -tree names no program")
	}
	if to == 1 {
		b.report.atMost("peak MiB: "+m.object.name, m.object.middle(peak), peakAtMost)
		b.report.atMost("peak MiB: "+m.space.name, m.space.middle(peak), peakAtMost)
	}
	return m, nil
}

func (b *bench) subjects() *measured {
	bare, finalizers := b.path("bare"), b.path("kubectl-finalizers")
	kind := "things000." + group(0)
	m := &measured{
		objectBare: &subject{name: "bare, namespace", argv: []string{bare, "-namespace=" + namespace}},
		object:     &subject{name: "trace thing/root", argv: []string{finalizers, "trace", kind + "/root", "--namespace=" + namespace}},
		spaceBare:  &subject{name: "bare, namespace and cluster", argv: []string{bare, "-namespace=" + namespace, "-cluster"}},
		space:      &subject{name: "trace namespace/" + namespace, argv: []string{finalizers, "trace", "namespace/" + namespace}},
	}
	if b.tree != "" {
		m.tree = &subject{name: treeName, argv: []string{b.tree, "--namespace=" + namespace, "thing000." + group(0), "root"}}
	}
	return m
}
