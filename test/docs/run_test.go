//go:build unix

package docs_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// patience bounds one command.
const patience = 2 * time.Minute

// TestDocuments runs the commands of every document, from its first to its last,
// each document on a control plane that holds what it speaks of and nothing else.
func TestDocuments(t *testing.T) {
	plugin := labtest.Build(t, "cmd/kubectl-finalizers", "examples/deletion-check")
	pool := labtest.Pool(t, 2) // one is used, and one is made ready meanwhile
	met := map[string]bool{}
	all, followed := batches(t), 0
	for _, batch := range all {
		t.Run(batch.name, func(t *testing.T) {
			followed++
			w := newWorld(t, plugin)
			if slices.ContainsFunc(batch.commands, command.runs) {
				w.populate(t, pool)
			}
			out, errOut, code := w.run(t, before[batch.name])
			w.endsWith(t)
			if code != 0 {
				t.Fatalf("before: exit code %d\n%s%s", code, out, errOut)
			}
			for _, c := range batch.commands {
				met[c.text] = true
				t.Log(c)
				w.follow(t, c)
			}
		})
	}
	if followed < len(all) {
		return // somebody asked for some of them only
	}
	for name, table := range map[string][]string{"elsewhere": keys(elsewhere), "unreadable": keys(unreadable), "exits": keys(exits), "endless": keys(endless), "soon": keys(soon)} {
		for _, text := range table {
			if !met[text] {
				t.Errorf("no document has the command that %s lists: %s", name, text)
			}
		}
	}
}

func keys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

// batch is what is followed in one go.
type batch struct {
	name     string
	commands []command
}

// batches are the documents, the pages of the commands as one.
func batches(t *testing.T) []batch {
	t.Helper()
	var all []batch
	at := map[string]int{}
	for _, doc := range documents(t) {
		name := doc
		if strings.HasPrefix(doc, "docs/cli/") {
			name = "docs/cli"
		}
		commands := commandsOf(t, doc)
		if len(commands) == 0 {
			continue
		}
		if _, known := at[name]; !known {
			at[name] = len(all)
			all = append(all, batch{name: name})
		}
		b := &all[at[name]]
		b.commands = append(b.commands, commands...)
	}
	if len(all) < 5 {
		t.Fatalf("found commands in %d documents only", len(all))
	}
	return all
}

// runs says whether a command is run here.
func (c command) runs() bool { return !c.inline && elsewhere[c.text] == "" }

// follow does what a reader would: it runs a command in its place, or, where
// that cannot be done here, reads it.
func (w *world) follow(t *testing.T, c command) {
	t.Helper()
	if !c.runs() {
		w.read(t, c)
		return
	}
	out, errOut, code := w.run(t, c.text)
	for end := time.Now().Add(time.Minute); soon[c.text] && code != 0 && time.Now().Before(end); {
		out, errOut, code = w.run(t, c.text)
	}
	want := exits[c.text]
	if code, without := endless[c.text]; without {
		want = []int{code}
	} else if want == nil {
		want = []int{0}
	}
	if !slices.Contains(want, code) || code != 1 && strings.Contains("\n"+errOut, "\nerror: ") {
		t.Errorf("%s\nexit code %d, want %v\n%s%s", c, code, want, out, errOut)
	}
	if c.output != "" {
		if diff := cmp.Diff(lines(c.output), lines(out)); diff != "" {
			t.Errorf("%s prints something else (-document +really):\n%s", c, diff)
		}
	}
}

// ages are spans of time, which differ from run to run.
var ages = regexp.MustCompile(`\b([0-9]+[smhdy]){1,2}\b`)

func lines(text string) []string {
	return strings.Split(strings.TrimSpace(ages.ReplaceAllString(text, "AGE")), "\n")
}

// run gives a command to the shell, and ends one that would not end by itself
// once it has printed something.
func (w *world) run(t *testing.T, text string) (out, errOut string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", text)
	cmd.Dir, cmd.Env = w.dir, w.env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if _, without := endless[text]; without {
		cmd.Stdout = &interrupter{to: &stdout, interrupt: func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }}
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	w.group = cmd.Process.Pid
	if exit != nil {
		code = exit.ExitCode()
	}
	return stdout.String(), stderr.String(), code
}

// endsWith has what the last command left running end with the test, before its folder goes.
func (w *world) endsWith(t *testing.T) {
	t.Helper()
	group := w.group
	if syscall.Kill(-group, 0) != nil {
		return // nothing runs any more
	}
	t.Cleanup(func() {
		for end := time.Now().Add(patience); syscall.Kill(-group, syscall.SIGKILL) == nil; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Error("what the document found running does not end")
				return
			}
		}
	})
}

// interrupter presses Ctrl-C when something is written.
type interrupter struct {
	to        *bytes.Buffer
	interrupt func() error
	pressed   bool
}

func (i *interrupter) Write(p []byte) (int, error) {
	if !i.pressed {
		i.pressed = true
		if err := i.interrupt(); err != nil {
			return 0, err
		}
	}
	return i.to.Write(p)
}

// read has the programs say whether they understand a command, without a server.
func (w *world) read(t *testing.T, c command) {
	t.Helper()
	words := strings.Fields(c.text)
	switch {
	case unreadable[c.text] != "":
	case words[0] == "make":
		// "make -n" would not do: it runs what calls make again.
		makefile, err := os.ReadFile(filepath.Join(repository, "Makefile"))
		must(t, err)
		if !strings.Contains(string(makefile), "\n"+words[1]+": ") && !strings.Contains(string(makefile), "\n"+words[1]+":\n") {
			t.Errorf("%s: the Makefile has no such target", c)
		}
	case words[0] == "kubectl" && c.inline:
		_, errOut, code := w.run(t, "KUBECONFIG=dead.kubeconfig "+c.text)
		refused := strings.Contains(errOut, "refused")
		// Codes that are answers are none of a command that was not understood.
		if code == 2 || code == 1 && !refused {
			t.Errorf("%s\nis not understood:\n%s", c, errOut)
		}
	default:
		if out, err := exec.CommandContext(t.Context(), "bash", "-n", "-c", c.text).CombinedOutput(); err != nil {
			t.Errorf("%s: is no command of a shell: %v\n%s", c, err, out)
		}
	}
}

// world is where a document is followed.
type world struct {
	dir   string
	env   []string
	group int // the processes of the last command
}

// newWorld makes a folder with the programs that the documents speak of.
func newWorld(t *testing.T, plugin string) *world {
	t.Helper()
	assets, err := lab.Assets(t.Context(), os.Stderr)
	must(t, err)
	w := &world{dir: t.TempDir()}
	home := filepath.Join(w.dir, "home")
	bin := filepath.Join(home, ".local", "bin")
	must(t, os.MkdirAll(bin, 0o755))
	must(t, os.MkdirAll(filepath.Join(home, ".kube", "finalizers", "catalogue"), 0o755))
	must(t, os.MkdirAll(filepath.Join(home, ".config", "fish", "completions"), 0o755))
	must(t, os.Link(filepath.Join(plugin, "kubectl-finalizers"), filepath.Join(bin, "kubectl-finalizers")))
	must(t, os.Symlink("kubectl-finalizers", filepath.Join(bin, "kubectl-why_stuck")))
	must(t, os.CopyFS(filepath.Join(w.dir, "docs"), os.DirFS(filepath.Join(repository, "docs"))))
	copyFile(t, "world/catalogue.yaml", filepath.Join(home, ".kube", "finalizers", "catalogue", "example.yaml"))
	must(t, os.Link(filepath.Join(plugin, "deletion-check"), filepath.Join(w.dir, "deletion-check")))
	copyFile(t, "world/app.yaml", filepath.Join(w.dir, "app.yaml"))
	must(t, os.WriteFile(filepath.Join(bin, "dot"), []byte("#!/bin/sh\n# Stands for Graphviz: it takes a graph, and nothing else.\nread -r first\ncase $first in digraph*) cat ;; *) exit 1 ;; esac\n"), 0o755))
	must(t, os.WriteFile(filepath.Join(w.dir, "dead.kubeconfig"), []byte(deadServer), 0o600))
	w.env = []string{"HOME=" + home, "PATH=" + bin + ":" + assets + ":/usr/bin:/bin", "KUBECONFIG=" + filepath.Join(w.dir, "kubeconfig"), "GOGC=400"}
	return w
}

// populate fills a control plane with what the documents speak of, some of it being
// deleted.
func (w *world) populate(t *testing.T, pool *lab.Pool) {
	t.Helper()
	l, err := pool.Borrow()
	must(t, err)
	t.Cleanup(func() { pool.Return(l, false) })
	_, err = l.User(filepath.Join(w.dir, "kubeconfig"), "default", "admin", "system:masters")
	must(t, err)
	must(t, l.InstallCRDs(t.Context(), "world/crds.yaml"))
	objects, err := os.ReadFile("world/objects.yaml")
	must(t, err)
	must(t, l.Apply(t.Context(), string(objects)))
	w.prepare(t, l)
}

// prepare is a script that does what controllers and people did before the
// reader came.
func (w *world) prepare(t *testing.T, l *lab.Lab) {
	t.Helper()
	script, err := os.ReadFile("world/prepare.sh")
	must(t, err)
	must(t, l.Eventually(t.Context(), "the pod of a controller", func() error {
		_, err := l.Run(t.Context(), "wait", "pod", "-n", "gearbox-system", "-l", "app=gearbox-controller", "--for=create", "--timeout=1s")
		return err
	}))
	if out, errOut, code := w.run(t, string(script)); code != 0 {
		t.Fatalf("preparing: exit code %d\n%s%s", code, out, errOut)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	must(t, err)
	must(t, os.WriteFile(to, text, 0o600))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// deadServer is where nothing listens. What asks it has understood its command
// line: a wrong one is refused before anything is asked.
const deadServer = `{"apiVersion":"v1","kind":"Config","current-context":"dead",` +
	`"contexts":[{"name":"dead","context":{"cluster":"dead","user":"nobody"}}],` +
	`"clusters":[{"name":"dead","cluster":{"server":"http://127.0.0.1:1"}}],"users":[{"name":"nobody","user":{}}]}`
