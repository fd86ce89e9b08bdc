//go:build unix

package system

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/demo"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

var (
	captureTo = flag.String("capture", "", "store what scripts capture in this `folder`")
	show      = flag.Bool("show", false, "show what scripts capture, and what they do about it")
)

// capture [--kubeconfig=FILE] NAME WORDS... is the moment that the incident called
// NAME is about, in which people would ask with these words. A snapshot of the
// cluster at this moment must give the answer that the cluster gives.
func (r *runner) capture(ts *testscript.TestScript, args []string) error {
	kubeconfig := ts.Getenv("KUBECONFIG")
	if len(args) > 0 && strings.HasPrefix(args[0], "--kubeconfig=") {
		kubeconfig = ts.MkAbs(strings.TrimPrefix(args[0], "--kubeconfig="))
		args = args[1:]
	}
	if len(args) < 2 {
		return errors.New("usage: capture [--kubeconfig=FILE] NAME WORD [WORD...]")
	}
	incident, err := demo.Find(args[0])
	if err != nil {
		return err
	}
	plugin := plugin{path: filepath.Join(r.plugin, "kubectl-finalizers"), kubeconfig: kubeconfig, home: ts.Getenv("HOME")}
	ask := slices.Concat(args[1:], []string{"--namespace=" + ts.Getenv("NS")})
	snapshot, err := plugin.run("snapshot", "--all-namespaces")
	if err != nil {
		return err
	}
	folder := ts.MkAbs(".captured")
	if err := demo.Store(folder, incident, snapshot, ask); err != nil {
		return err
	}
	if err := plugin.sameAnswer(ask, demo.SnapshotFile(folder, incident)); err != nil {
		return err
	}
	if *captureTo != "" {
		if err := demo.Store(*captureTo, incident, snapshot, ask); err != nil {
			return err
		}
	}
	if !*show {
		return nil
	}
	script.Echo(ts, os.Stdout)
	return demo.Show(r.ctx, os.Stdout, incident, demo.Asking{Plugin: plugin.path, Words: ask, Env: plugin.env()})
}

// plugin is the real binary, asking one cluster.
type plugin struct{ path, kubeconfig, home string }

func (p plugin) env() []string {
	return append(os.Environ(), "KUBECONFIG="+p.kubeconfig, "HOME="+p.home)
}

// run returns what the plugin prints. An answer that something is stuck, or
// undecided, is one.
func (p plugin) run(args ...string) ([]byte, error) {
	cmd := exec.Command(p.path, args...)
	cmd.Env = p.env()
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil && !slices.Contains([]int{3, 5}, cmd.ProcessState.ExitCode()) {
		return nil, fmt.Errorf("running %s: %w: %s", strings.Join(args, " "), err, &errOut)
	}
	return out.Bytes(), nil
}

// sameAnswer compares the cluster's answer with that of its snapshot, which keeps all that
// was asked: where the one has no gap, the other has none.
func (p plugin) sameAnswer(ask []string, snapshot string) error {
	question := slices.Concat([]string{"why-stuck", "--output=json"}, ask)
	live, whole, err := p.verdicts(question)
	if err != nil {
		return err
	}
	stored, kept, err := p.verdicts(append(question, "--from="+snapshot))
	if err != nil {
		return err
	}
	if whole && !kept {
		return errors.New("the snapshot lacks something that the cluster was asked for the answer")
	}
	if diff := cmp.Diff(live, stored); diff != "" {
		return fmt.Errorf("the snapshot answers otherwise than the cluster (-cluster +snapshot):\n%s", diff)
	}
	return nil
}

// verdict is what must be the same of a hold.
type verdict struct{ Object, Finalizer, Verdict, Reason string }

// verdicts are those of an answer, and whether it has no gap.
func (p plugin) verdicts(question []string) (_ []verdict, complete bool, _ error) {
	text, err := p.run(question...)
	if err != nil {
		return nil, false, err
	}
	var answer struct {
		Complete bool
		Objects  []struct {
			Kind, Name string
			Holds      []verdict
		}
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, false, fmt.Errorf("reading the answer: %w", err)
	}
	var all []verdict
	for _, o := range answer.Objects {
		for _, h := range o.Holds {
			h.Object = o.Kind + "/" + o.Name
			all = append(all, h)
		}
	}
	if len(all) == 0 {
		return nil, false, errors.New("the answer names nothing that holds anything")
	}
	return all, answer.Complete, nil
}
