package markdown

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
)

func TestProse(t *testing.T) {
	for in, want := range map[string]string{
		"it waits for 14m, and then goes":  "it waits for 14m, and then goes",
		"bucket/logs (which is not empty)": "`bucket/logs` (which is not empty)",
		`it says: "BucketNotEmpty: no"`:    `it says: "BucketNotEmpty: no"`,
		"(deployments.apps/web)":           "(`deployments.apps/web`)",
		"ask @alice about #12":             "ask `@alice` about `#12`",
		"a_b_c *x* <b> [y](z)":             "`a_b_c` `*x*` `<b>` `[y](z`)",
		"https://example.com.":             "`https://example.com`.",
		"a`b":                              "``a`b``",
		"`x`":                              "`` `x` ``",
		"1,234 objects at deadbeef":        "1,234 objects at deadbeef",
		"2026-03-01 09:00:00, 1.5":         "2026-03-01 09:00:00, 1.5",
		"commit 0123456789":                "commit `0123456789`",
		":smile: -- non-empty":             "`:smile`: `--` non-empty",
	} {
		if got := prose(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// outside is a text without its code.
func outside(text string) string {
	var b strings.Builder
	for text != "" {
		at := strings.IndexByte(text, '`')
		if at < 0 {
			break
		}
		n := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		end := regexp.MustCompile("(?:^|[^`])(`{" + string(rune('0'+n)) + "})(?:$|[^`])").FindStringSubmatchIndex(text[at+n:])
		if end == nil {
			break
		}
		b.WriteString(text[:at])
		text = text[at+n+end[3]:]
	}
	return b.String() + text
}

// TestNothingIsMarkup finds no character of markup outside of code, whatever a text says.
func TestNothingIsMarkup(t *testing.T) {
	texts := append([]string{"<script>alert(1)</script>", "![x](https://example.com/x.png)", "@everyone look", "[a]: javascript:x", "a | b |", "\\`x\\`", "# title", "1. one", "~~~", "***"}, hostile.Texts...)
	for _, text := range texts {
		safe := paper.Prose(text)
		if left := outside(prose(safe)); strings.ContainsAny(left, "<>[]@#*_|\\`~&$") {
			t.Errorf("%q: markup in %q", text, prose(safe))
		}
		r := &report.Report{
			Title: report.Text{paper.Name.Of(safe)}, Lead: []report.Text{{paper.Message.Of(safe)}}, Command: []string{"kubectl", text},
			Sections: []report.Section{{
				Title: report.Text{paper.Plain.Of(safe)},
				Blocks: []report.Block{
					report.Facts{{Label: "Because", Lines: []report.Line{{Text: report.Text{paper.Message.Of(safe)}, Command: []string{"kubectl", text}}}}},
					report.Table{Heads: []string{"A", "B"}, Rows: []report.Row{{Cells: []report.Text{{paper.Message.Of(safe)}, {paper.Name.Of("beside-it")}}}}},
					report.Timeline{{At: time.Unix(1, 0), By: safe, What: safe}},
				},
			}},
		}
		for l := range strings.Lines(Text(r)) {
			if row := strings.TrimSuffix(l, "\n"); strings.HasPrefix(row, "| ") && safe != "" && strings.Contains(row, "`beside-it`") {
				if cells := strings.Count(strings.ReplaceAll(row, `\|`, ""), "|"); cells != 3 {
					t.Errorf("%q: %d bars in %q", text, cells, row)
				}
			}
		}
	}
}

// TestFence is longer than any in the text.
func TestFence(t *testing.T) {
	var w writer
	w.fenced("  ", "sh", "a\n```\n````\nb\n")
	if got, want := w.out.String(), "  `````sh\n  a\n  ```\n  ````\n  b\n  `````\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
