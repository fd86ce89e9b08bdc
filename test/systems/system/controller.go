//go:build unix

package system

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

// Controller is a program of a system, and how it is run.
//
// In Args, Env and Ready, $KUBECONFIG is the cluster, $DIR a folder of the
// controller's own with tls.crt, tls.key and ca.crt in it, and every name that
// begins with PORT a free port.
type Controller struct {
	// Package is the program's, and Module the folder of the Go module to build
	// it in: the system's where it is empty.
	Package string
	Module  string
	// Plugin says that the program is the plugin.
	Plugin bool
	Args   []string
	Env    []string
	// Ready is the URL that answers 200 when the controller works.
	Ready string
	// Workload is the Deployment that would run it in a cluster, as
	// "namespace/name". Its pod is shown running while the program runs. Nothing
	// else sees to pods here.
	Workload string
}

// startTimeout bounds the start of a controller; a busy machine needs a
// fraction of it.
const startTimeout = 90 * time.Second

// controller start NAME [FLAGS...] runs a controller against the script's
// cluster until the script ends; controller stop NAME ends it before that. The
// script gets the ports as variables of their names.
func (r *runner) controller(ts *testscript.TestScript, args []string) error {
	if len(args) < 2 {
		return errors.New("usage: controller start|stop NAME [FLAGS...]")
	}
	name := args[1]
	c, ok := r.system.Controllers[name]
	if !ok {
		return fmt.Errorf("unknown controller %q", name)
	}
	kubectl := r.admin(ts)
	switch args[0] {
	case "start":
		if r.running[name] != nil {
			return fmt.Errorf("starting %s: it is running", name)
		}
		if err := r.start(ts, name, c, args[2:]); err != nil {
			return err
		}
		ts.Defer(func() {
			if err := showStopped(r.ctx, kubectl, c.Workload); err != nil {
				ts.Logf("%v", err)
			}
		})
		return showRunning(r.ctx, kubectl, c.Workload)
	case "stop":
		if r.running[name] == nil {
			return fmt.Errorf("stopping %s: it is not running", name)
		}
		return errors.Join(r.stop(name), showStopped(r.ctx, kubectl, c.Workload))
	}
	return fmt.Errorf("unknown verb %q: use start or stop", args[0])
}

func (r *runner) start(ts *testscript.TestScript, name string, c Controller, flags []string) error {
	dir := ts.MkAbs(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("making the folder of %s: %w", name, err)
	}
	if err := writeCertificate(script.Lab(ts), dir); err != nil {
		return err
	}
	env := []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + dir, "KUBECONFIG=" + ts.Getenv("KUBECONFIG")}
	places := &places{known: map[string]string{"KUBECONFIG": ts.Getenv("KUBECONFIG"), "DIR": dir, "EXTERNAL": r.external.url()}}
	program := filepath.Join(r.programs[c.Module], name)
	if c.Plugin {
		program = filepath.Join(r.plugin, "kubectl-finalizers")
	}
	p, err := run(program,
		append(places.expand(c.Args), flags...), append(env, places.expand(c.Env)...), dir, ts.MkAbs(name+".log"))
	if err != nil {
		return err
	}
	ready := places.expand([]string{c.Ready})[0]
	if places.err != nil {
		return errors.Join(places.err, p.stop())
	}
	for place, value := range places.known {
		if strings.HasPrefix(place, "PORT") {
			ts.Setenv(place, value)
		}
	}
	r.running[name] = p
	ts.Defer(func() {
		if r.running[name] != p {
			return
		}
		if err := r.stop(name); err != nil {
			ts.Logf("%v", err)
		}
	})
	return waitReady(r.ctx, p, ready)
}

func (r *runner) stop(name string) error {
	p := r.running[name]
	delete(r.running, name)
	return p.stop()
}

// waitReady waits until a controller says that it works.
func waitReady(ctx context.Context, p *process, url string) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		if err := p.ended(); err != nil {
			return err
		}
		if answers(ctx, url) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s to answer at %s: %w: %s", p.cmd.Path, url, ctx.Err(), p.lastLines())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func answers(ctx context.Context, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// places are what the names in arguments stand for.
type places struct {
	known map[string]string
	err   error // the first name that could not be had
}

func (p *places) expand(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = os.Expand(text, p.value)
	}
	return out
}

func (p *places) value(name string) string {
	if _, ok := p.known[name]; !ok && strings.HasPrefix(name, "PORT") {
		ports, err := lab.FreePorts(1)
		p.err = errors.Join(p.err, err)
		if err == nil {
			p.known[name] = strconv.Itoa(ports[0])
		}
	}
	value, ok := p.known[name]
	if !ok {
		p.err = errors.Join(p.err, fmt.Errorf("no value for $%s", name))
	}
	return value
}
