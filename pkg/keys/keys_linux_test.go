package keys_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/keys"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/terminal"
)

// child is the variable that has this program be the one that listens for a key.
const child = "KEYS_TEST_CHILD"

// TestMain is the child, where it is to be one: it says what comes of each step, and of the
// one key that is pressed between them.
func TestMain(m *testing.M) {
	if os.Getenv(child) == "" {
		os.Exit(m.Run())
	}
	restore, err := keys.Single(int(os.Stdin.Fd()))
	if err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	fmt.Println("listens")
	key := make([]byte, 1)
	if _, err := os.Stdin.Read(key); err != nil {
		os.Exit(1)
	}
	fmt.Printf("key %q\n", key)
	restore()
	restore() // may be called again
	fmt.Println("restored")
	if _, err := os.Stdin.Read(key); err != nil { // until it is told to end
		os.Exit(1)
	}
}

// TestSingle presses a key in a terminal without Enter. It is handed over and not shown, and
// afterwards the terminal is as before.
func TestSingle(t *testing.T) {
	outer, inner, err := terminal.Open(80, 24)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	before := modes(t, outer)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), child+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inner, inner, inner
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	inner.Close()
	defer func() { _ = cmd.Process.Kill() }() // it has ended, unless the test failed
	lines := bufio.NewScanner(outer)
	says := func(want string) {
		t.Helper()
		if !lines.Scan() || strings.TrimSuffix(lines.Text(), "\r") != want {
			t.Fatalf("it says %q, want %q", lines.Text(), want)
		}
	}
	says("listens")
	if modes(t, outer) == before {
		t.Error("the terminal still waits for Enter")
	}
	if _, err := outer.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	says(`key "x"`)
	says("restored")
	if after := modes(t, outer); after != before {
		t.Errorf("the terminal is left as %s, and was %s", after, before)
	}
	if _, err := outer.WriteString("\n"); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestSingleRefuses what is no terminal, and one that listens to another program: to change
// that would stop this one.
func TestSingleRefuses(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := keys.Single(int(file.Fd())); err == nil {
		t.Error("a file is taken for a terminal")
	}
	outer, inner, err := terminal.Open(80, 24)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	defer inner.Close()
	before := modes(t, outer)
	if _, err := keys.Single(int(inner.Fd())); err == nil {
		t.Error("the terminal of another program is taken")
	}
	if after := modes(t, outer); after != before {
		t.Errorf("it is left as %s, and was %s", after, before)
	}
}

func modes(t *testing.T, outer *os.File) string {
	t.Helper()
	text, err := terminal.Modes(outer)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
