//go:build unix

package removal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// knowledge makes all finalizers of these tests what nobody takes off any more.
const knowledge = `project: Batch
finalizers:
- {pattern: example.com/off, component: keeper, class: never, loss: A line in a book, risk: low}
- {pattern: example.com/off-too, component: keeper, class: never, loss: A line in a book, risk: low}
`

// batch is many objects, and the real binary that is to remove them.
type batch struct {
	*bench
	names  []string
	binary string
	home   string
}

func newBatch(t *testing.T, l *lab.Lab, namespace, binary string, objects int) *batch {
	t.Helper()
	b := &batch{bench: newBench(t, l, namespace), binary: binary, home: t.TempDir()}
	for i := range objects {
		b.names = append(b.names, fmt.Sprintf("o%03d", i))
	}
	b.make(t, []string{"example.com/off"}, b.names...)
	b.delete(t, b.names...)
	must(t, os.WriteFile(filepath.Join(b.home, "batch.yaml"), []byte(knowledge), 0o600))
	_, err := l.User(filepath.Join(b.home, "kubeconfig"), namespace, "admin", "system:masters")
	must(t, err)
	return b
}

// command is the removal of all of them, as a plan of now says.
func (b *batch) command(t *testing.T) (cmd *exec.Cmd, out, errOut *bytes.Buffer) {
	t.Helper()
	out, errOut = &bytes.Buffer{}, &bytes.Buffer{}
	words := []string{
		"remove", "configmaps", "-l", "!none", "--finalizer", "example.com/off",
		"--catalogue", b.home, "--kubeconfig", filepath.Join(b.home, "kubeconfig"),
	}
	run := func(more ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), b.binary, slices.Concat(words, more)...)
		cmd.Env = append(os.Environ(), "HOME="+b.home, "XDG_STATE_HOME="+b.home)
		return cmd
	}
	text, err := run("-o", "json").Output()
	must(t, err)
	var plan struct{ Digest string }
	must(t, json.Unmarshal(text, &plan))
	cmd = run("--confirm=" + plan.Digest)
	cmd.Stdout, cmd.Stderr = out, errOut
	return cmd, out, errOut
}

func (b *batch) log() *remove.Log {
	return &remove.Log{Path: filepath.Join(b.home, "kubectl-finalizers", "removals.jsonl")}
}

// after sends a signal once the log tells of so many removals.
func (b *batch) after(t *testing.T, ended int, cmd *exec.Cmd, sig syscall.Signal) {
	t.Helper()
	must(t, cmd.Start())
	for until := time.Now().Add(2 * time.Minute); ; time.Sleep(2 * time.Millisecond) {
		entries, _, err := b.log().Read()
		must(t, err)
		if len(count(entries)) >= ended {
			break
		}
		if time.Now().After(until) {
			t.Fatal("the removal does not get on")
		}
	}
	must(t, cmd.Process.Signal(sig))
}

// count returns the outcomes of the ended removals, by object.
func count(entries []remove.Entry) map[string]string {
	ended := map[string]string{}
	for _, e := range entries {
		if e.Phase == "ended" {
			ended[e.Name] = e.Outcome
		}
	}
	return ended
}

// there returns the objects that are left.
func (b *batch) there(t *testing.T) map[string]bool {
	t.Helper()
	out, err := b.Run(t.Context(), "get", "configmaps", "-n", b.namespace, "-o", "name")
	must(t, err)
	left := map[string]bool{}
	for _, name := range b.names {
		if strings.Contains(out, "configmap/"+name+"\n") {
			left[name] = true
		}
	}
	return left
}

// whole checks the log and the backups against what is in the cluster.
func (b *batch) whole(t *testing.T) []remove.Entry {
	t.Helper()
	entries, broken, err := b.log().Read()
	must(t, err)
	if broken > 1 {
		t.Errorf("%d lines of the log are broken", broken)
	}
	begun, left := map[string]string{}, b.there(t)
	for _, e := range entries {
		if e.Phase == "begun" {
			begun[e.Name] = e.Backup
		}
	}
	for _, name := range b.names {
		if _, known := begun[name]; !known && !left[name] {
			t.Errorf("%s has gone and the log does not know of it", name)
		}
	}
	for name, outcome := range count(entries) {
		if outcome == string(remove.Gone) && left[name] {
			t.Errorf("the log says that %s has gone, and it is there", name)
		}
	}
	for name, file := range begun {
		text, err := os.ReadFile(file)
		must(t, err)
		var obj struct {
			Metadata struct {
				Name       string   `json:"name"`
				Finalizers []string `json:"finalizers"`
			} `json:"metadata"`
		}
		if err := yaml.Unmarshal(text, &obj); err != nil || obj.Metadata.Name != name || len(obj.Metadata.Finalizers) != 1 {
			t.Errorf("the backup of %s: %v, %q", name, err, text)
		}
	}
	return entries
}

var goneIn = regexp.MustCompile(`(\d+) gone`)

// TestProcess has the real binary killed and interrupted in the middle.
func TestProcess(t *testing.T) {
	const objects = 120
	l := shared
	binary := labtest.Plugin(t)

	t.Run("killed", func(t *testing.T) {
		b := newBatch(t, l, "killed", binary, objects)
		cmd, _, _ := b.command(t)
		b.after(t, 20, cmd, syscall.SIGKILL)
		if err := cmd.Wait(); err == nil {
			t.Fatal("it had ended before it was killed")
		}
		b.whole(t)
		if left := len(b.there(t)); left == 0 || left == objects {
			t.Errorf("%d objects are left", left)
		}
		again, out, errOut := b.command(t)
		if err := again.Run(); err != nil {
			t.Fatalf("the second run: %v\n%s%s", err, out, errOut)
		}
		b.whole(t)
		if left := b.there(t); len(left) > 0 {
			t.Errorf("still there: %v", left)
		}
	})

	t.Run("interrupted", func(t *testing.T) {
		b := newBatch(t, l, "interrupted", binary, objects)
		cmd, out, errOut := b.command(t)
		b.after(t, 20, cmd, syscall.SIGINT)
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Fatalf("it ended with %v\n%s%s", err, out, errOut)
		}
		gone := objects - len(b.there(t))
		said := goneIn.FindStringSubmatch(out.String())
		if len(said) == 0 || said[1] != strconv.Itoa(gone) || !strings.HasPrefix(out.String(), fmt.Sprintf("%d removals: %d gone, %d not done.", objects, gone, objects-gone)) {
			t.Errorf("%d have gone, and it says\n%.300s", gone, out)
		}
		if !strings.Contains(errOut.String(), "error: interrupted\n") || !strings.Contains(out.String(), "NotDone: interrupted") {
			t.Errorf("it says %q and\n%s", errOut, out)
		}
		entries := b.whole(t)
		ended := count(entries)
		for _, e := range entries {
			if ended[e.Name] == "" {
				t.Errorf("%s was begun and not ended", e.Name)
			}
		}
	})
}
