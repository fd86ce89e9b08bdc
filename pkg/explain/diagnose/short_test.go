package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// What the answer about one object may take, in lines of a terminal of 80 columns, which
// breaks a long command itself.
const (
	shortColumns = 80
	medianLines  = 12
	mostLines    = 20
)

// TestAllShort measures the answer about one object in all archives, and looks at what it may
// never leave out.
func TestAllShort(t *testing.T) {
	var counts []int
	longest := ""
	eachCase(t, func(name string, c whyCase) {
		d := c.answered(t)
		briefs := d.Briefs()
		if len(c.asked) != 1 || c.going || len(briefs) != 1 || len(briefs[0].Parts) == 0 {
			return
		}
		text := printedShort(t, d)
		n := linesOf(text)
		if n > mostLines {
			t.Errorf("%s: %d lines:\n%s", name, n, text)
		}
		if len(counts) == 0 || n > slices.Max(counts) {
			longest = name
		}
		counts = append(counts, n)
		checkShort(t, name, text, &briefs[0])
	})
	slices.Sort(counts)
	median := counts[len(counts)/2]
	t.Logf("%d answers at %d columns: %d lines in the median, %d at most (%s)", len(counts), shortColumns, median, counts[len(counts)-1], longest)
	if median > medianLines {
		t.Errorf("%d lines in the median, more than %d", median, medianLines)
	}
}

func printedShort(t *testing.T, d *explain.Diagnosis) string {
	t.Helper()
	var b strings.Builder
	if err := render.Diagnosis(&b, d, "", render.Options{Width: shortColumns}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// linesOf counts the lines of a terminal.
func linesOf(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n += max(1, (lipgloss.Width(strings.TrimSuffix(line, "\n"))+shortColumns-1)/shortColumns)
	}
	return n
}

// checkShort wants a price whatever holds it, the first step, and the word for the verdict.
func checkShort(t *testing.T, name, text string, b *explain.Brief) {
	t.Helper()
	p := &b.Parts[0]
	if !strings.Contains(text, "\nIf forced  ") {
		t.Errorf("%s: nothing says what is lost if it is forced:\n%s", name, text)
	}
	if !strings.HasPrefix(text, strings.ToUpper(b.Verdict.Words())) {
		t.Errorf("%s does not begin with its verdict:\n%s", name, text)
	}
	if len(b.Parts) > 1 {
		return // another one may have what this has not
	}
	if got := strings.Contains(text, "\nDo first   "); got != (p.First != nil) {
		t.Errorf("%s: says what to do first: %t\n%s", name, got, text)
	}
}
