package demo_test

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/demo"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/terminal"
)

// mostRows is how much of a terminal of 80 columns an answer about one object may fill.
const mostRows = 20

// TestShortAnswers asks about each incident in a terminal, and counts the rows.
func TestShortAnswers(t *testing.T) {
	plugin := labtest.Plugin(t)
	for _, incident := range demo.Incidents() {
		t.Run(incident.Name, func(t *testing.T) {
			words, err := demo.Words(".", incident)
			if err != nil {
				t.Fatal(err)
			}
			answer := inTerminal(t, 80, plugin, append([]string{"why-stuck"}, words...))
			rows := 0
			for line := range strings.Lines(answer) {
				line = strings.TrimRight(line, "\r\n")
				line = line[strings.LastIndex(line, "\r")+1:] // what was written over is not there any more
				rows += max(1, (lipgloss.Width(line)+79)/80)
			}
			t.Logf("%d rows", rows)
			if rows > mostRows || !strings.Contains(answer, "If forced") {
				t.Errorf("%d rows, want at most %d with all of it:\n%s", rows, mostRows, answer)
			}
		})
	}
}

// inTerminal runs a program in a terminal of its own, and returns what it shows there.
func inTerminal(t *testing.T, columns uint16, program string, args []string) string {
	t.Helper()
	outer, inner, err := terminal.Open(columns, 50)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	shown := make(chan string)
	go func() {
		all, _ := io.ReadAll(outer) // ends with an error when the other end is closed
		shown <- string(all)
	}()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inner, inner, inner
	_ = cmd.Run() // its code says what is stuck
	_ = inner.Close()
	return <-shown
}
