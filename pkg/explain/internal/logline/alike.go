package logline

import (
	"iter"
	"regexp"
	"strings"
)

// varying is what differs between two lines that say the same: times, addresses,
// ids, numbers.
var varying = regexp.MustCompile(`\b[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}\b|\b(?:0x)?[0-9a-fA-F]*[0-9][0-9a-fA-F]{5,}\b|[0-9]+(?:\.[0-9]+)*`)

// Alike is the text without what differs between two lines that say the same. The
// name of the object is kept.
func Alike(text string, keep ...string) string {
	for i, name := range keep {
		if name != "" {
			text = strings.ReplaceAll(text, name, string(rune('\ue000'+i)))
		}
	}
	return varying.ReplaceAllString(text, "#")
}

// Entries joins the lines of a log to entries: what is indented, or goes on a value
// of several lines, belongs to the line before it.
func Entries(lines iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		var entry strings.Builder
		for line := range lines {
			if entry.Len() > 0 && continues(line) {
				if entry.Len() < longest {
					entry.WriteString("\n" + line)
				}
				continue
			}
			if entry.Len() > 0 && !yield(entry.String()) {
				return
			}
			entry.Reset()
			entry.WriteString(line)
		}
		if entry.Len() > 0 {
			yield(entry.String())
		}
	}
}

// continues reports whether a line is no entry of its own.
func continues(line string) bool {
	return strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ") || strings.HasPrefix(line, " >")
}
