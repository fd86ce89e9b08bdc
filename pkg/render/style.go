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

// The colour profiles, as lipgloss counts them. Sixteen colours are enough: they
// are the ones that a person chose for their terminal.
const (
	profileSixteen = 2
	profileNone    = 3
)

// unstyled measures and cuts, and never colours.
var unstyled = newRenderer(profileNone, false)

// newRenderer never writes: styles return strings. That it is told profile and
// background keeps it from asking the terminal.
func newRenderer(profile int, dark bool) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	if profile == profileSixteen {
		r.SetColorProfile(profileSixteen)
	} else {
		r.SetColorProfile(profileNone)
	}
	r.SetHasDarkBackground(dark)
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
	r := newRenderer(profileSixteen, o.Dark)
	amber := lipgloss.AdaptiveColor{Light: "5", Dark: "3"}
	red := lipgloss.AdaptiveColor{Light: "1", Dark: "9"}
	blue := lipgloss.AdaptiveColor{Light: "4", Dark: "6"}
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
