package render

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// role is what a piece of text is, so that the style sheet alone says how it
// looks.
type role int

const (
	roleText role = iota
	roleVerdict
	roleGuide
	roleName
	roleAsked
	roleLive
	roleGrace
	roleDeleting
	roleMissing
	roleFlag
	roleFinalizer
	roleQuiet
	roleMessage
	roles // how many there are
)

// The colour profiles, as lipgloss counts them.
const (
	profileFixed = 1 // 256 colours
	profileNone  = 3
)

// The colours are those of the 256 that no theme changes. The first sixteen are
// each person's own, and half of them cannot be read on one of the two
// backgrounds: blue on black, yellow on white. These can be read on both, so that
// nobody has to ask the terminal which it is, and wait for an answer.
const (
	amber = lipgloss.Color("166")
	red   = lipgloss.Color("196")
	blue  = lipgloss.Color("31")
)

// unstyled measures and cuts, and never colours.
var unstyled = newRenderer(profileNone)

// newRenderer never writes: styles return strings. That it is told profile and
// background keeps it from asking the terminal.
func newRenderer(profile int) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	if profile == profileFixed {
		r.SetColorProfile(profileFixed)
	} else {
		r.SetColorProfile(profileNone)
	}
	r.SetHasDarkBackground(true)
	return r
}

// sheet is the style sheet for one output, and the marks it draws with.
type sheet struct {
	color  bool
	styles [roles]lipgloss.Style
	marks  marks
}

// newSheet is the one place that knows colours. Faint stands for what can be
// skipped, amber for what is on its way out, red for what needs a look.
func newSheet(o Options) sheet {
	s := sheet{color: o.Color, marks: marksFor(o)}
	if !o.Color {
		return s
	}
	r := newRenderer(profileFixed)
	for i := range s.styles {
		s.styles[i] = r.NewStyle()
	}
	s.styles[roleVerdict] = r.NewStyle().Bold(true)
	s.styles[roleGuide] = r.NewStyle().Faint(true)
	s.styles[roleAsked] = r.NewStyle().Bold(true)
	s.styles[roleLive] = r.NewStyle().Faint(true)
	s.styles[roleGrace] = r.NewStyle().Foreground(amber)
	s.styles[roleDeleting] = r.NewStyle().Foreground(amber).Bold(true)
	s.styles[roleMissing] = r.NewStyle().Foreground(red)
	s.styles[roleFlag] = r.NewStyle().Foreground(red).Bold(true)
	s.styles[roleFinalizer] = r.NewStyle().Foreground(blue)
	s.styles[roleQuiet] = r.NewStyle().Faint(true)
	return s
}

// paint returns the line ready for the terminal.
func (s sheet) paint(l line) string {
	var b strings.Builder
	for _, p := range l {
		text := p.text
		// An isolate is not ASCII, and a terminal without Unicode reorders nothing.
		if !s.marks.ascii {
			text = isolate(text)
		}
		b.WriteString(s.style(p.role, text))
	}
	return b.String()
}

func (s sheet) style(r role, text string) string {
	if !s.color || strings.TrimSpace(text) == "" {
		return text
	}
	return s.styles[r].Render(text)
}
