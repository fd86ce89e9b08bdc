package paper

import "strings"

// Row is one entry of the tree: an object, or a line that stands for several.
type Row struct {
	Depth int
	Last  bool // no sibling follows
	Open  bool // something stands below
	Head  Para
	Body  []Para
}

// labelColumns is the width of the longest label and the blanks after it.
const labelColumns = len("finalizer") + 2

// Detail is a value with a short label before it.
func Detail(label string, value ...Span) Para {
	label += strings.Repeat(" ", labelColumns-len(label))
	return Para{Spans: append([]Span{Quiet.Of(label)}, value...), Hang: labelColumns}
}

// Fact is a value of one role with a short label before it.
func Fact(label string, r Role, text string) Para { return Detail(label, r.Of(text)) }

// Alert is a line that must not be overlooked. Its mark is there without colour.
func Alert(text string) Para {
	return Para{Spans: []Span{Flag.Of("! " + text)}, Hang: 2}
}

// HeadColumns is the width of the longest head of a part of an answer and the blanks
// after it.
const HeadColumns = len("Because") + 2

// Head fills the column of the heads.
func Head(label string) string { return label + strings.Repeat(" ", HeadColumns-len(label)) }

// Headed is a part of an answer beside its head.
func Headed(r Role, label string, value ...Span) Para {
	return Para{Spans: append([]Span{{Role: r, Text: Head(label)}}, value...), Hang: HeadColumns}
}
