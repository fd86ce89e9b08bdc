//go:build unix

package script

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

type command = func(ts *testscript.TestScript, neg bool, args []string)

// commands are what a script may use beside testscript's own.
func (r *runner) commands() map[string]command {
	commands := map[string]command{
		"kubectl":     kubectl,
		"finalizers":  finalizers,
		"confirm":     confirmed,
		"exits":       exits,
		"eventually":  eventually,
		"json":        looks,
		"shows":       positive(shows),
		"apply":       positive(r.apply),
		"crds":        positive(r.crds),
		"user":        positive(r.user),
		"cluster":     positive(r.cluster),
		"apiserver":   positive(r.apiserver),
		"controllers": positive(r.controllers),
		"node":        positive(r.node),
		"paste":       positive(paste),
		"keep":        positive(keep),
		"comestrue":   positive(comestrue),
		"inorder":     positive(inorder),
	}
	for name, run := range r.params.Commands {
		commands[name] = positive(run)
	}
	return commands
}

// positive turns a func into a command that cannot be negated.
func positive(f func(ts *testscript.TestScript, args []string) error) command {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg {
			ts.Check(errPositive)
		}
		ts.Check(f(ts, args))
	}
}

// kubectl ARGS... runs the real kubectl.
func kubectl(ts *testscript.TestScript, neg bool, args []string) {
	expect(ts, neg, sessionOf(ts).exec(ts, "kubectl", args...))
}

// finalizers ARGS... runs the plugin, as "kubectl finalizers".
func finalizers(ts *testscript.TestScript, neg bool, args []string) {
	kept(ts, append([]string{"finalizers"}, args...))
	kubectl(ts, neg, append([]string{"finalizers"}, args...))
}

// confirm ARGS... makes the plan of "kubectl finalizers ARGS" and then carries out
// just that, by its digest, as a person does who has read it.
func confirmed(ts *testscript.TestScript, neg bool, args []string) {
	words := confirming(ts, args)
	expect(ts, neg, sessionOf(ts).exec(ts, words[0], words[1:]...))
}

// confirming is the command that carries out the plan of now.
func confirming(ts *testscript.TestScript, args []string) []string {
	words := append([]string{"kubectl", "finalizers"}, args...)
	_ = ts.Exec(words[0], append(slices.Clone(words[1:]), "-o", "json")...) // a plan that is refused has a digest too
	digest, err := evaluate(ts.ReadFile("stdout"), "{.digest}")
	ts.Check(err)
	return append(words, "--confirm="+digest)
}

func expect(ts *testscript.TestScript, neg bool, err error) {
	switch {
	case err != nil && !neg:
		ts.Fatalf("unexpected failure: %v", err)
	case err == nil && neg:
		ts.Fatalf("unexpected success")
	}
}

// exits CODE COMMAND ARGS... runs a program that must end with that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	kept(ts, args[1:])
	if args = whole(args[1:]); args[0] == "confirm" {
		args = confirming(ts, args[1:])
	}
	if err := sessionOf(ts).exec(ts, args[0], args[1:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// whole turns the short name of the plugin into the command that runs it.
func whole(args []string) []string {
	if args[0] == "finalizers" {
		return append([]string{"kubectl"}, args...)
	}
	return args
}

// eventually COMMAND ARGS... repeats a program until it succeeds (or, negated,
// fails), for two minutes at most: some answers change after one.
func eventually(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: eventually COMMAND ARGS...")
	}
	args = whole(args)
	// What does not come at once takes seconds, and each look at it takes a processor that
	// others need: the longer it has taken, the less an eighth more of it matters.
	pause, began := 100*time.Millisecond, time.Now()
	for deadline := began.Add(2 * time.Minute); ; time.Sleep(pause) {
		err := ts.Exec(args[0], args[1:]...)
		if (err == nil) != neg {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("still not so after two minutes: %v", err)
		}
		pause = min(pause*3/2, max(time.Second, time.Since(began)/8))
	}
}

// apply FILE... creates or changes objects. $NS in a file is the script's
// namespace.
func (r *runner) apply(ts *testscript.TestScript, args []string) error {
	s := sessionOf(ts)
	for _, file := range args {
		manifest := strings.ReplaceAll(ts.ReadFile(file), "$NS", s.namespace)
		admin := lab.Kubectl{Path: s.lab.Path, Kubeconfig: filepath.Join(ts.Getenv("WORK"), "kubeconfig")}
		if err := admin.Apply(r.ctx, manifest); err != nil {
			return err
		}
	}
	return nil
}

// crds PATH... installs CRDs and waits until the garbage collector knows them.
// $NS in a file is the script's namespace.
func (r *runner) crds(ts *testscript.TestScript, args []string) error {
	s := sessionOf(ts)
	for _, path := range args {
		path = ts.MkAbs(path)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			expanded := strings.ReplaceAll(ts.ReadFile(path), "$NS", s.namespace)
			if err := os.WriteFile(path, []byte(expanded), 0o600); err != nil {
				return err
			}
		}
		if err := s.lab.InstallCRDs(r.ctx, path); err != nil {
			return err
		}
	}
	return nil
}

// user NAME makes NAME.kubeconfig for a user called NAME-$NS, who may do
// nothing until a binding says so.
func (r *runner) user(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: user NAME")
	}
	s := sessionOf(ts)
	_, err := s.lab.User(ts.MkAbs(args[0]+".kubeconfig"), s.namespace, args[0]+"-"+s.namespace)
	return err
}

// cluster NAME starts a control plane beside the script's: its admin's kubeconfig is
// NAME.kubeconfig, with a context called NAME.
func (r *runner) cluster(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: cluster NAME")
	}
	beside, err := r.pool.Extra()
	if err != nil {
		return err
	}
	ts.Defer(func() {
		if err := beside.Close(); err != nil {
			ts.Logf("%v", err)
		}
	})
	kubeconfig := ts.MkAbs(args[0] + ".kubeconfig")
	other := session{lab: beside, namespace: sessionOf(ts).namespace}
	if err := other.enter(r.ctx, kubeconfig); err != nil {
		return err
	}
	return rename(kubeconfig, args[0])
}

// rename gives everything in a kubeconfig of one context another name, so that
// it can stand in a list with others.
func rename(path, name string) error {
	config, err := clientcmd.LoadFromFile(path)
	if err != nil {
		return fmt.Errorf("reading a kubeconfig: %w", err)
	}
	old := config.Contexts[config.CurrentContext]
	renamed := clientcmdapi.NewConfig()
	renamed.Clusters[name] = config.Clusters[old.Cluster]
	renamed.AuthInfos[name] = config.AuthInfos[old.AuthInfo]
	renamed.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name, Namespace: old.Namespace}
	renamed.CurrentContext = name
	if err := clientcmd.WriteToFile(*renamed, path); err != nil {
		return fmt.Errorf("storing a kubeconfig: %w", err)
	}
	return nil
}

// apiserver stop|start|freeze|thaw disturbs the script's API server.
func (r *runner) apiserver(ts *testscript.TestScript, args []string) error {
	s, verb, err := disturb(ts, args)
	if err != nil {
		return err
	}
	switch verb {
	case "stop":
		return s.lab.StopAPIServer()
	case "start":
		return s.lab.StartAPIServer(r.ctx)
	case "freeze":
		return s.lab.FreezeAPIServer()
	case "thaw":
		return s.lab.ThawAPIServer()
	}
	return fmt.Errorf("unknown verb %q: use stop, start, freeze or thaw", verb)
}

// controllers stop|start is the same for the controller manager.
func (r *runner) controllers(ts *testscript.TestScript, args []string) error {
	s, verb, err := disturb(ts, args)
	if err != nil {
		return err
	}
	switch verb {
	case "stop":
		return s.lab.StopControllers()
	case "start":
		return s.lab.StartControllers(r.ctx)
	}
	return fmt.Errorf("unknown verb %q: use stop or start", verb)
}

// node FOLDER runs a node whose pods print what stands in the folder; $NS in it is the
// script's namespace. Called again, it prints anew.
func (r *runner) node(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: node FOLDER")
	}
	s := sessionOf(ts)
	folder := ts.MkAbs(args[0])
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.WriteFile(path, []byte(strings.ReplaceAll(ts.ReadFile(path), "$NS", s.namespace)), 0o600)
	})
	if err != nil {
		return fmt.Errorf("reading what pods print: %w", err)
	}
	if s.hasNode {
		return s.lab.Print(folder)
	}
	s.hasNode = true
	ts.Defer(func() { ts.Check(s.lab.StopNode()) })
	return s.lab.StartNode(r.ctx, r.pool.Progress, folder)
}

func disturb(ts *testscript.TestScript, args []string) (*session, string, error) {
	s := sessionOf(ts)
	if len(args) != 1 {
		return nil, "", errors.New("which verb?")
	}
	s.disturbed = true
	return s, args[0], nil
}
