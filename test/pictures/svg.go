package pictures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The measures of a picture, in tenths of a pixel.
const (
	cellWidth  = 84
	cellHeight = 200
	baseline   = 143 // of the letters, from the top of a cell
	margin     = 160
)

// fonts are the monospaced one of the page's reader, whatever it is. What it
// makes of a line's width is put right by the length that each text is given.
const fonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"

// picture is what is drawn.
type picture struct {
	title   string
	columns int
	rows    [][]cell
}

// svg draws the picture. The same picture is always the same text.
func (p *picture) svg(t *theme) string {
	width, height := p.columns*cellWidth+2*margin, len(p.rows)*cellHeight+2*margin
	d := drawing{theme: t}
	for i, row := range p.rows {
		d.row(row, margin+i*cellHeight)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" font-family="%[3]s" font-size="14" fill="%[4]s" xml:space="preserve">`+"\n",
		number(width), number(height), fonts, t.plain)
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", escape(p.title), escape(words(p.rows)))
	b.WriteString("<style>text{white-space:pre}.guide{fill:none}" + d.rules() + "</style>\n")
	fmt.Fprintf(&b, `<rect x=".5" y=".5" width="%s" height="%s" rx="6" fill="%s" stroke="%s"/>`+"\n", number(width-10), number(height-10), t.page, t.edge)
	if d.guides.Len() > 0 {
		fmt.Fprintf(&b, `<path fill="none" stroke="%s" d="%s"/>`+"\n", t.faint, d.guides.String())
	}
	b.WriteString(d.texts.String() + "</svg>\n")
	return b.String()
}

// drawing collects the parts of a picture.
type drawing struct {
	theme  *theme
	styles []style // in the order in which they came; the place of one is its class
	texts  strings.Builder
	guides strings.Builder
}

func (d *drawing) row(row []cell, y int) {
	column := 0
	for _, p := range pieces(row) {
		x := margin + column*cellWidth
		column += p.columns
		if strings.TrimSpace(p.text) == "" {
			continue
		}
		class := d.class(p.style)
		if guide(p) {
			d.guides.WriteString(drawGuides(p.text, x, y))
			class = ` class="guide"`
		}
		fmt.Fprintf(&d.texts, `<text x="%s" y="%s" textLength="%s"%s>%s</text>`+"\n",
			number(x), number(y+baseline), number(p.columns*cellWidth), class, escape(p.text))
	}
}

// class is the attribute that gives a text its style.
func (d *drawing) class(s style) string {
	if s == (style{}) {
		return ""
	}
	i := slices.Index(d.styles, s)
	if i < 0 {
		i = len(d.styles)
		d.styles = append(d.styles, s)
	}
	return fmt.Sprintf(` class="s%d"`, i+1)
}

// rules say what the classes look like.
func (d *drawing) rules() string {
	var b strings.Builder
	for i, s := range d.styles {
		fmt.Fprintf(&b, ".s%d{fill:%s", i+1, d.theme.paint(s))
		if s.bold {
			b.WriteString(";font-weight:700")
		}
		if s.faint && s.colour != 0 {
			b.WriteString(";fill-opacity:.7")
		}
		b.WriteString("}")
	}
	return b.String()
}

// pieces joins the cells of a row whose place follows from that of the first:
// plain letters, guides, and words that are read from right to left, which only
// the font can put in order. Blanks at the end are left out.
func pieces(row []cell) []cell {
	var out []cell
	for i, c := range row {
		if n := len(out); n > 0 && out[n-1].style == c.style && joins(row, i) {
			out[n-1].text += c.text
			out[n-1].columns += c.columns
			continue
		}
		out = append(out, c)
	}
	if n := len(out); n > 0 && plain(out[n-1]) {
		last := &out[n-1]
		last.text = strings.TrimRight(last.text, " ")
		last.columns = len(last.text)
	}
	return out
}

// joins reports whether a cell stands in one text with the one before it.
func joins(row []cell, i int) bool {
	before, c := row[i-1], row[i]
	switch {
	case plain(before) && plain(c), guide(before) && guide(c):
		return true
	case rightToLeft(before) && rightToLeft(c):
		return true
	case rightToLeft(before) && c.text == " ":
		return i+1 < len(row) && rightToLeft(row[i+1])
	}
	return before.text == " " && rightToLeft(c) && i >= 2 && rightToLeft(row[i-2])
}

// plain reports whether a cell, or a piece, is of letters that every font has at
// the same width.
func plain(c cell) bool { return len(c.text) == c.columns }

func rightToLeft(c cell) bool {
	r := []rune(c.text)[0]
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
}

// words is what a person is told who does not see the picture: each row without
// its guides.
func words(rows [][]cell) string {
	var lines []string
	for _, row := range rows {
		var b strings.Builder
		for _, c := range row {
			if !guide(c) {
				b.WriteString(c.text)
			}
		}
		if line := strings.Join(strings.Fields(b.String()), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// number writes tenths.
func number(tenths int) string {
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64)
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace
