package watch_test

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/terminal"
)

const namespace = "watched"

// sequences are what a terminal obeys and does not show.
var sequences = regexp.MustCompile(`\x1b\[[0-9;?]*[a-zA-Z]`)

// pty is a terminal of a size that can be changed, and all that was written to it.
type pty struct {
	*os.File

	mu   sync.Mutex
	text strings.Builder
}

// open returns the two ends of a new terminal.
func open(t *testing.T) (*pty, *os.File) {
	t.Helper()
	master, tty, err := terminal.Open(100, 30)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	return &pty{File: master}, tty
}

func (p *pty) resize(t *testing.T, columns, rows uint16) {
	t.Helper()
	if err := terminal.Resize(p.File, columns, rows); err != nil {
		t.Fatal(err)
	}
}

// collect reads until the other end is closed.
func (p *pty) collect() {
	buffer := make([]byte, 4096)
	for {
		n, err := p.Read(buffer)
		p.mu.Lock()
		p.text.Write(buffer[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *pty) written() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// await waits until something new that matches was written, and returns all
// that was written since.
func (p *pty) await(t *testing.T, from int, pattern string) string {
	t.Helper()
	wanted := regexp.MustCompile(pattern)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		text := p.written()[from:]
		if wanted.MatchString(text) || wanted.MatchString(sequences.ReplaceAllString(text, "")) {
			return text
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s was not written:\n%q", pattern, text[max(len(text)-2000, 0):])
		}
	}
}

// start runs the plugin's watch in a terminal of its own, whose Ctrl-C reaches it.
func start(t *testing.T, l *lab.Lab, plugin string, args ...string) (*pty, *exec.Cmd) {
	t.Helper()
	return startIn(t, l.Kubeconfig, plugin, append([]string{"watch", "-n", namespace}, args...)...)
}

// startIn runs any of its commands so.
func startIn(t *testing.T, kubeconfig, plugin string, args ...string) (*pty, *exec.Cmd) {
	t.Helper()
	p, tty := open(t)
	defer tty.Close()
	cmd := exec.Command(plugin, args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig, "TERM=xterm")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go p.collect()
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it has ended, unless the test failed
	return p, cmd
}

func ended(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the exit code tells
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	return cmd.ProcessState.ExitCode()
}

// modes are how the terminal treats what is typed.
func modes(t *testing.T, p *pty) string {
	t.Helper()
	m, err := terminal.Modes(p.File)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// whole fails when the terminal is left otherwise than it was found: with its
// cursor hidden, on another screen, with a colour on, or in the midst of a line.
func whole(t *testing.T, p *pty) {
	t.Helper()
	time.Sleep(100 * time.Millisecond) // for what the kernel still has
	text := p.written()
	for _, sequence := range []string{"\x1b[?25l", "\x1b[?1049h", "\x1b[?47h", "\x1b[?1000h"} {
		if strings.Contains(text, sequence) {
			t.Errorf("%q was written", sequence)
		}
	}
	if styles := regexp.MustCompile(`\x1b\[[0-9;]*m`).FindAllString(text, -1); len(styles) > 0 && styles[len(styles)-1] != "\x1b[0m" {
		t.Errorf("%q is left on", styles[len(styles)-1])
	}
	if visible := sequences.ReplaceAllString(text, ""); !strings.HasSuffix(visible, "\n") {
		t.Errorf("it ends in the midst of a line: %q", visible[max(len(visible)-200, 0):])
	}
}

func TestTerminal(t *testing.T) {
	l := labtest.Start(t)
	plugin := labtest.Plugin(t)
	if err := l.Namespace(t.Context(), namespace); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NO_COLOR", "")
	for _, name := range []string{"a", "b"} {
		manifest := fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q,"namespace":%q,"finalizers":["example.com/hold"]}}`, name, namespace)
		if err := l.Apply(t.Context(), manifest); err != nil {
			t.Fatal(err)
		}
		run(t, l, "delete", "configmap", name, "-n", namespace, "--wait=false")
	}

	t.Run("Ctrl-C", func(t *testing.T) {
		p, cmd := start(t, l, plugin, "cm/a", "--color=always")
		p.await(t, 0, `0 of 1 gone`)
		p.await(t, 0, `\x1b\[[0-9]+A\r`) // a frame was painted over
		if _, err := p.WriteString("\x03"); err != nil {
			t.Fatal(err)
		}
		if code := ended(t, cmd); code != 130 {
			t.Errorf("exit code %d", code)
		}
		p.await(t, 0, `end    .*interrupted after `)
		if strings.Contains(p.written(), "error:") {
			t.Error("it is not quiet")
		}
		whole(t, p)
	})
	t.Run("q", func(t *testing.T) {
		p, cmd := start(t, l, plugin, "cm/a")
		was := modes(t, p)
		p.await(t, 0, `0 of 1 gone`)
		p.await(t, 0, `\x1b\[[0-9]+A\r`)
		if now := modes(t, p); now == was {
			t.Error("the terminal does not hand over single keys")
		}
		if _, err := p.WriteString("xq"); err != nil {
			t.Fatal(err)
		}
		if code := ended(t, cmd); code != 5 { // nobody knows who has to act
			t.Errorf("exit code %d", code)
		}
		p.await(t, 0, `end    .*watched for `)
		if now := modes(t, p); now != was {
			t.Errorf("the terminal is left otherwise than it was: %q, not %q", now, was)
		}
		whole(t, p)
	})
	t.Run("an answer that takes a while", func(t *testing.T) {
		far, err := l.Far(t.Context(), lab.Link{RoundTrip: time.Second}, l.Kubectl)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := far.Close(); err != nil {
				t.Error(err)
			}
		})
		p, cmd := startIn(t, far.Kubeconfig, plugin, "why-stuck", "cm/a", "-n", namespace)
		p.await(t, 0, `so far: configmap/a in namespace `+namespace+` deleting [0-9smh]+\r\n  held by example.com/hold( \(holder not known\))?\r\nreading the cluster…`)
		if code := ended(t, cmd); code != 5 && code != 3 {
			t.Errorf("exit code %d", code)
		}
		p.await(t, 0, `Because `)
		text := p.written()
		answer := text[strings.LastIndex(text, "\x1b[J"):]
		if !strings.Contains(text, "\x1b[2A\x1b[J") || strings.Contains(answer, "so far") || !strings.Contains(answer, "Because") {
			t.Errorf("what was known before the answer is not taken away: %q", text)
		}
		whole(t, p)
	})
	t.Run("the server is gone", func(t *testing.T) {
		p, cmd := start(t, l, plugin, "cm/a")
		p.await(t, 0, `0 of 1 gone`)
		p.await(t, 0, `\x1b\[[0-9]+A\r`)
		from, gone := len(p.written()), time.Now()
		if err := l.FreezeAPIServer(); err != nil {
			t.Fatal(err)
		}
		p.await(t, from, `the server does not answer`)
		// Two seconds on a machine that has nothing else to do.
		if late := time.Since(gone); late > 5*time.Second {
			t.Errorf("it says so after %s", late)
		}
		from = len(p.written())
		p.await(t, from, `the server does not answer`) // and goes on painting
		if err := l.ThawAPIServer(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
			from = len(p.written())
			p.await(t, from, `0 of 1 gone`)
			if last := p.written()[from:]; !strings.Contains(last, "does not answer") {
				break
			}
			if time.Now().After(deadline) {
				t.Fatal("it does not notice that the server is back")
			}
		}
		if _, err := p.WriteString("q"); err != nil {
			t.Fatal(err)
		}
		ended(t, cmd)
		whole(t, p)
	})
	t.Run("to the end, in a window that changes", func(t *testing.T) {
		p, cmd := start(t, l, plugin, "cm/a", "cm/b")
		p.await(t, 0, `0 of 2 gone`)
		from := len(p.written())
		p.resize(t, 40, 5)
		text := p.await(t, from, `… and [12] more object`)
		for line := range strings.SplitSeq(sequences.ReplaceAllString(text[strings.LastIndex(text, "\x1b[4A"):], ""), "\r\n") {
			if n := len([]rune(line)); n > 42 {
				t.Errorf("%d columns: %q", n, line)
			}
		}
		p.resize(t, 120, 40)
		run(t, l, "patch", "configmap", "b", "-n", namespace, "--type=json", "-p", `[{"op":"remove","path":"/metadata/finalizers"}]`)
		p.await(t, 0, `[0-9:]{8}  gone   configmap/b in namespace `+namespace)
		p.await(t, 0, `1 of 2 gone`)
		run(t, l, "patch", "configmap", "a", "-n", namespace, "--type=json", "-p", `[{"op":"remove","path":"/metadata/finalizers"}]`)
		if code := ended(t, cmd); code != 0 {
			t.Errorf("exit code %d", code)
		}
		p.await(t, 0, `end    gone within [0-9a-z]+: 2 of 2 gone`)
		if !strings.Contains(p.written(), "\x1b[1m") {
			t.Error("a terminal without colour")
		}
		whole(t, p)
	})
}

func run(t *testing.T, l *lab.Lab, args ...string) {
	t.Helper()
	if _, err := l.Run(t.Context(), args...); err != nil {
		t.Fatal(err)
	}
}
