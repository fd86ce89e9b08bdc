package paper

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Role is what a piece of text is, so that the style sheet alone says how it
// looks.
type Role int

// What a piece of text can be.
const (
	Plain Role = iota
	Verdict
	roleGuide
	Name
	Asked
	Live
	Grace
	Deleting
	Missing
	Flag
	Finalizer
	Quiet
	Message
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

// Sheet is the style sheet for one output, and the marks it draws with.
type Sheet struct {
	color  bool
	styles [roles]lipgloss.Style
	Marks  Marks
}

// NewSheet is the one place that knows colours. Faint stands for what can be
// skipped, amber for what is on its way out, red for what needs a look.
func NewSheet(o Look) Sheet {
	s := Sheet{color: o.Color, Marks: MarksFor(o)}
	if !o.Color {
		return s
	}
	r := newRenderer(profileFixed)
	for i := range s.styles {
		s.styles[i] = r.NewStyle()
	}
	s.styles[Verdict] = r.NewStyle().Bold(true)
	s.styles[roleGuide] = r.NewStyle().Faint(true)
	s.styles[Asked] = r.NewStyle().Bold(true)
	s.styles[Live] = r.NewStyle().Faint(true)
	s.styles[Grace] = r.NewStyle().Foreground(amber)
	s.styles[Deleting] = r.NewStyle().Foreground(amber).Bold(true)
	s.styles[Missing] = r.NewStyle().Foreground(red)
	s.styles[Flag] = r.NewStyle().Foreground(red).Bold(true)
	s.styles[Finalizer] = r.NewStyle().Foreground(blue)
	s.styles[Quiet] = r.NewStyle().Faint(true)
	return s
}

// Paint returns the line ready for the terminal.
func (s Sheet) Paint(l Line) string {
	var b strings.Builder
	for _, p := range l {
		text := p.Text
		// An isolate is not ASCII, and a terminal without Unicode reorders nothing.
		if !s.Marks.ascii {
			text = Isolate(text)
		}
		b.WriteString(s.style(p.Role, text))
	}
	return b.String()
}

func (s Sheet) style(r Role, text string) string {
	if !s.color || strings.TrimSpace(text) == "" {
		return text
	}
	return s.styles[r].Render(text)
}
