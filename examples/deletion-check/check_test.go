//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// bench is a control plane, and the program as a person builds it.
type bench struct {
	*lab.Lab
	program string
	config  string // an admin's kubeconfig
}

func newBench(t *testing.T) *bench {
	t.Helper()
	l := labtest.Start(t)
	b := &bench{Lab: l, program: filepath.Join(labtest.Build(t, "examples/deletion-check"), "deletion-check")}
	for _, ns := range []string{"stuck", "well"} {
		if err := l.Namespace(t.Context(), ns); err != nil {
			t.Fatal(err)
		}
	}
	b.config = b.user(t, "admin", "system:masters")
	return b
}

func (b *bench) user(t *testing.T, name string, groups ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if _, err := b.User(path, "default", name, groups...); err != nil {
		t.Fatal(err)
	}
	return path
}

func (b *bench) command(ctx context.Context, config string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, b.program, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+config)
	return cmd
}

func (b *bench) kubectl(t *testing.T, args ...string) string {
	t.Helper()
	out, err := b.Run(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The program finds what is late, says why, and tells late from stuck, from well
// and from what it cannot see.
func TestCheck(t *testing.T) {
	b := newBench(t)
	for _, ns := range []string{"stuck", "well"} {
		manifest := fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {name: kept, namespace: %s, finalizers: [finalizers.gatekeeper.sh/sync]}}`, ns)
		if err := b.Apply(t.Context(), manifest); err != nil {
			t.Fatal(err)
		}
	}
	b.kubectl(t, "delete", "configmap", "kept", "--namespace=stuck", "--wait=false")
	nobody := b.user(t, "nobody")

	// A deletion counts by the whole second.
	err := b.Eventually(t.Context(), "the deletion to be a second old", func() error {
		out, err := b.command(t.Context(), b.config, "-kind=configmap", "-grace=1s").Output()
		if !strings.Contains(string(out), "deletion_late_objects 1") {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	for _, tt := range []struct {
		name   string
		config string
		args   []string
		code   int
		out    []string
		errOut string
	}{
		{
			name: "stuck", args: []string{"-kind=cm", "-grace=0s"}, code: exitStuck,
			out: []string{
				`kind="ConfigMap",namespace="stuck",name="kept",verdict="Stuck",reason="NobodyRemoves"`,
				`cause="nobody will remove it: no release of Gatekeeper in use takes it off any more"`,
				"deletion_late_objects 1", "deletion_check_complete 1",
			},
		},
		{name: "not late yet", args: []string{"-kind=cm", "-grace=1h"}, code: exitOK, out: []string{"deletion_late_objects 0"}},
		{name: "held and not being deleted", args: []string{"-kind=cm", "-grace=0s", "-namespace=well"}, code: exitOK, out: []string{"deletion_late_objects 0"}},
		{
			name: "without rights", config: nobody, args: []string{"-kind=cm", "-grace=0s"}, code: exitIncomplete,
			out: []string{"deletion_late_objects 0", "deletion_check_complete 0"}, errOut: "configmaps",
		},
		{name: "no such kind", args: []string{"-kind=gears"}, code: exitError, errOut: `error: the server serves no type "gears"`},
		{name: "no kind", code: exitUsage, errOut: "name one type with -kind"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			config := b.config
			if tt.config != "" {
				config = tt.config
			}
			cmd := b.command(t.Context(), config, tt.args...)
			var out, errOut bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errOut
			err := cmd.Run()
			if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
				t.Fatal(err)
			}
			if code := cmd.ProcessState.ExitCode(); code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			for _, want := range tt.out {
				if !strings.Contains(out.String(), want) {
					t.Errorf("the answer lacks %q", want)
				}
			}
			if !strings.Contains(errOut.String(), tt.errOut) {
				t.Errorf("standard error lacks %q", tt.errOut)
			}
			if t.Failed() {
				t.Logf("stdout:\n%sstderr:\n%s", &out, &errOut)
			}
		})
	}
	t.Run("again and again", func(t *testing.T) { testLoop(t, b) })
}

// testLoop has the program look again and again: it writes one event for one cause,
// notices when the object has gone, and ends when it is asked to.
func testLoop(t *testing.T, b *bench) {
	cmd := b.command(t.Context(), b.config, "-kind=cm", "-grace=0s", "-every=100ms", "-events")
	log := filepath.Join(t.TempDir(), "out")
	out, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	looks := func(line string, times int) func() error {
		return func() error {
			text, err := os.ReadFile(log)
			if n := strings.Count(string(text), line); err == nil && n < times {
				return fmt.Errorf("%q stands there %d times", line, n)
			}
			return err
		}
	}
	if err := b.Eventually(t.Context(), "three looks", looks("deletion_late_objects 1", 3)); err != nil {
		t.Error(err)
	}
	events := b.kubectl(t, "get", "events", "--namespace=stuck", "-o", `jsonpath={range .items[*]}{.reason} {.involvedObject.name}: {.message}{"\n"}{end}`)
	if !strings.HasPrefix(events, "DeletionLateNobodyRemoves kept: has been deleting since ") || strings.Count(events, "\n") != 1 {
		t.Errorf("events:\n%s", events)
	}
	b.kubectl(t, "patch", "configmap", "kept", "--namespace=stuck", "--type=json", `--patch=[{"op":"remove","path":"/metadata/finalizers"}]`)
	if err := b.Eventually(t.Context(), "it to be gone", looks("deletion_late_objects 0", 1)); err != nil {
		t.Error(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}
