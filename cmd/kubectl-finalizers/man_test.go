package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// man writes the page in roff, with the macros of man(7).
func (p *page) man() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"kubectl finalizers\" \"User Commands\"\n.SH NAME\n%s \\- %s\n", roff(strings.ToUpper(p.file)), roff(p.file), roff(p.short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", roff(p.usage))
	b.WriteString(".SH DESCRIPTION\n")
	for i, paragraph := range strings.Split(p.long, "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		b.WriteString(roff(paragraph) + "\n")
	}
	manFlags(&b, "OPTIONS", p.own)
	manFlags(&b, "OPTIONS OF EVERY COMMAND", p.inherited)
	if p.examples != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(strings.TrimSpace(p.examples)))
	}
	if len(p.beside) > 0 {
		pages := make([]string, len(p.beside))
		for i, other := range p.beside {
			pages[i] = `\fB` + roff(other[0]) + `\fR(1)`
		}
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(pages, ",\n"))
	}
	return b.String()
}

func manFlags(b *strings.Builder, title string, flags []*pflag.Flag) {
	if len(flags) == 0 {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	for _, f := range flags {
		short, long, value, usage := spelled(f)
		b.WriteString(".TP\n")
		if short != "" {
			b.WriteString(`\fB` + roff(short) + `\fR, `)
		}
		b.WriteString(`\fB` + roff(long) + `\fR`)
		if value != "" {
			b.WriteString(` \fI` + roff(value) + `\fR`)
		}
		b.WriteString("\n" + roff(usage) + "\n")
	}
}

// roff is text that a formatter shows as it is: no line is taken for a request,
// and a hyphen stays one that can be copied into a shell.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "`", `\(ga`, "'", `\(aq`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		"plain words":      "plain words",
		`a\b --flag=~/x`:   `a\eb \-\-flag=\(ti/x`,
		".TH\n'br it's":    "\\&.TH\n\\(aqbr it\\(aqs",
		"one\n.two\nthree": "one\n\\&.two\nthree",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
