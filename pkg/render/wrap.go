package render

import (
	"slices"
	"strings"
)

// span is a piece of text with one role. Its text is already safe to print.
type span struct {
	role role
	text string
	// whole keeps the text on one line, if a line can hold it.
	whole bool
	// copied keeps it on one line however long: half a command is another one.
	copied bool
}

// wholeColumns bounds what is kept whole: more would leave ragged lines.
const wholeColumns = 24

// phrase is a span of a few words that are read as one.
func phrase(r role, text string) span {
	return span{role: r, text: text, whole: width(text) <= wholeColumns}
}

// line is what stands on one line of the output, without its guides.
type line []span

// para is text that may take several lines. Those after the first are moved in
// by hang columns.
type para struct {
	spans []span
	hang  int
}

// word is what is not broken if it can be helped, with the blanks before it. It
// may consist of pieces of several roles.
type word struct {
	gap    int
	pieces []span
}

func (w word) width() int {
	total := 0
	for _, p := range w.pieces {
		total += width(p.text)
	}
	return total
}

// words cuts the paragraph at its blanks.
func (p para) words() []word {
	var out []word
	gap, open := 0, false
	for _, s := range p.spans {
		for text := s.text; text != ""; {
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
			last.pieces = append(last.pieces, span{role: s.role, text: text[:end], copied: s.copied})
			text = text[end:]
		}
	}
	return out
}

// widest is the width of the longest word.
func (p para) widest() int {
	widest := 0
	for _, w := range p.words() {
		widest = max(widest, w.width())
	}
	return widest
}

// lines lays the paragraph out in columns. Zero means no limit.
func (p para) lines(columns int) []line {
	f := filler{columns: columns, hang: p.hang}
	if columns > 0 {
		f.hang = min(p.hang, columns/2)
	}
	for _, w := range p.words() {
		f.add(w)
	}
	return append(f.done, f.current)
}

// filler fills one line after the other.
type filler struct {
	columns, hang int
	done          []line
	current       line
	used          int
}

func (f *filler) add(w word) {
	wide := w.width()
	if f.used > 0 && f.columns > 0 && f.used+w.gap+wide > f.columns {
		f.next()
	}
	if f.columns > 0 && f.start()+wide > f.columns && !slices.ContainsFunc(w.pieces, func(p span) bool { return p.copied }) {
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
		for text := p.text; text != ""; {
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
			if f.used > 0 && width(part) > room {
				f.next()
				continue
			}
			f.put(gap, span{role: p.role, text: part})
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
func (f *filler) put(gap int, p span) {
	f.used += gap + width(p.text)
	blanks := strings.Repeat(" ", gap)
	if n := len(f.current); n > 0 && f.current[n-1].role == p.role {
		f.current[n-1].text += blanks + p.text
		return
	}
	if gap > 0 {
		f.current = append(f.current, span{role: roleText, text: blanks})
	}
	f.current = append(f.current, p)
}
