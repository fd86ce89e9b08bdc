package pictures

import "fmt"

// theme is what a picture looks like on one kind of page.
type theme struct {
	name                     string
	page, edge, plain, faint string
	colours                  [16]string
}

// The themes are like the pages that show them, so that a picture reads as a
// part of the page. Each has the contrast that small text needs.
var themes = []theme{
	{
		name: "light", page: "#ffffff", edge: "#d1d9e0", plain: "#1f2328", faint: "#59636e",
		colours: [16]string{
			"#24292f", "#cf222e", "#116329", "#7d4e00", "#0969da", "#8250df", "#1b7c83", "#59636e",
			"#57606a", "#a40e26", "#1a7f37", "#633c01", "#0550ae", "#6639ba", "#136061", "#6e7781",
		},
	},
	{
		name: "dark", page: "#0d1117", edge: "#3d444d", plain: "#e6edf3", faint: "#9198a1",
		colours: [16]string{
			"#7d8590", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
			"#8b949e", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
		},
	},
}

// paint is the colour of a style. That of plain text has no name of its own.
func (t *theme) paint(s style) string {
	switch {
	case s.colour == 0 && s.faint:
		return t.faint
	case s.colour == 0:
		return t.plain
	case s.colour <= 16:
		return t.colours[s.colour-1]
	default:
		return fixed(s.colour - 1)
	}
}

// fixed is a colour of a terminal that no theme changes: 6 steps each of red,
// green and blue, and then 24 of grey.
func fixed(n int) string {
	if n >= 232 {
		grey := 8 + 10*(n-232)
		return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
	}
	n -= 16
	step := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	return fmt.Sprintf("#%02x%02x%02x", step(n/36), step(n/6%6), step(n%6))
}
