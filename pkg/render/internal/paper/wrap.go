package paper

import (
	"slices"
	"strings"
)

// Span is a piece of text with one role. Its text is already safe to print.
type Span struct {
	Role Role
	Text string
	// whole keeps the text on one line, if a line can hold it.
	whole bool
	// copied keeps it on one line however long: half a command is another one.
	copied bool
}

// Of is a text in a role.
func (r Role) Of(text string) Span { return Span{Role: r, Text: text} }

// wholeColumns bounds what is kept whole: more would leave ragged lines.
const wholeColumns = 24

// Phrase is a span of a few words that are read as one.
func Phrase(r Role, text string) Span {
	return Span{Role: r, Text: text, whole: Width(text) <= wholeColumns}
}

// Aside is a phrase that stands apart from what is before it.
func Aside(r Role, text string) []Span { return []Span{Plain.Of("  "), Phrase(r, text)} }

// Line is what stands on one line of the output, without its guides.
type Line []Span

// Para is text that may take several lines. Those after the first are moved in
// by hang columns.
type Para struct {
	Spans []Span
	Hang  int
}

// Text is a paragraph of one role.
func Text(r Role, text string) Para { return Para{Spans: []Span{r.Of(text)}} }

// word is what is not broken if it can be helped, with the blanks before it. It
// may consist of pieces of several roles.
type word struct {
	gap    int
	pieces []Span
}

func (w word) width() int {
	total := 0
	for _, p := range w.pieces {
		total += Width(p.Text)
	}
	return total
}

// words cuts the paragraph at its blanks.
func (p Para) words() []word {
	var out []word
	gap, open := 0, false
	for _, s := range p.Spans {
		for text := s.Text; text != ""; {
			if blanks := len(text) - len(strings.TrimLeft(text, " ")); blanks > 0 {
				gap += blanks
				open = false
				text = text[blanks:]
				continue
			}
			end := strings.IndexByte(text, ' ')
			if end < 0 || s.whole || s.copied {
				end = len(text)
			}
			if !open {
				out = append(out, word{gap: gap})
				gap, open = 0, true
			}
			last := &out[len(out)-1]
			last.pieces = append(last.pieces, Span{Role: s.Role, Text: text[:end], copied: s.copied})
			text = text[end:]
		}
	}
	return out
}

// widest is the width of the longest word.
func (p Para) widest() int {
	widest := 0
	for _, w := range p.words() {
		widest = max(widest, w.width())
	}
	return widest
}

// Lines lays the paragraph out in columns. Zero means no limit.
func (p Para) Lines(columns int) []Line {
	f := filler{columns: columns, hang: p.Hang}
	if columns > 0 {
		f.hang = min(p.Hang, columns/2)
	}
	for _, w := range p.words() {
		f.add(w)
	}
	return append(f.done, f.current)
}

// filler fills one line after the other.
type filler struct {
	columns, hang int
	done          []Line
	current       Line
	used          int
}

func (f *filler) add(w word) {
	wide := w.width()
	if f.used > 0 && f.columns > 0 && f.used+w.gap+wide > f.columns {
		f.next()
	}
	if f.columns > 0 && f.start()+wide > f.columns && !slices.ContainsFunc(w.pieces, func(p Span) bool { return p.copied }) {
		f.breakUp(w)
		return
	}
	gap := w.gap
	if f.used == 0 {
		gap = f.start()
	}
	for i, p := range w.pieces {
		if i > 0 {
			gap = 0
		}
		f.put(gap, p)
	}
}

// start is the column at which the current line begins.
func (f *filler) start() int {
	if len(f.done) > 0 {
		return f.hang
	}
	return 0
}

func (f *filler) next() {
	f.done = append(f.done, f.current)
	f.current, f.used = nil, 0
}

// breakUp spreads a word that is wider than a line over as many as it needs.
// Nothing of it is lost.
func (f *filler) breakUp(w word) {
	for _, p := range w.pieces {
		for text := p.Text; text != ""; {
			gap := 0
			if f.used == 0 {
				gap = f.start()
			}
			room := f.columns - f.used - gap
			if room <= 0 {
				f.next()
				continue
			}
			part := head(text, room)
			if part != text {
				part = breakable(part)
			}
			if f.used > 0 && Width(part) > room {
				f.next()
				continue
			}
			f.put(gap, Span{Role: p.Role, Text: part})
			if text = text[len(part):]; text != "" {
				f.next()
			}
		}
	}
}

// breakable ends the first part of a long name between kind and name, so that
// each can be copied whole, or else after a separator near its end.
func breakable(part string) string {
	if at := strings.LastIndexByte(part, '/'); at > 0 {
		return part[:at+1]
	}
	if at := strings.LastIndexAny(part, ".:,-"); at > len(part)/2 {
		return part[:at+1]
	}
	return part
}

// put appends to the line. Neighbours of one role are joined, which saves a
// style sequence for every word and keeps a sentence whole.
func (f *filler) put(gap int, p Span) {
	f.used += gap + Width(p.Text)
	blanks := strings.Repeat(" ", gap)
	if n := len(f.current); n > 0 && f.current[n-1].Role == p.Role {
		f.current[n-1].Text += blanks + p.Text
		return
	}
	if gap > 0 {
		f.current = append(f.current, Span{Role: Plain, Text: blanks})
	}
	f.current = append(f.current, p)
}
