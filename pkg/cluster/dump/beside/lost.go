package beside

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// inMetadata is how the metadata of an object begins of which the head was not copied.
	inMetadata = regex.New(`^ *(?:annotations|creationTimestamp|deletionGracePeriodSeconds|deletionTimestamp|finalizers|generateName|generation|labels):(?: |$)`)
	// plainField is a field of YAML, and outOf one that is in no metadata.
	plainField = regex.New(`^ *(\w+):(?: |$)`)
	outOf      = []string{"apiVersion", "kind", "metadata", "spec", "status", "items"}
	// holding is a field of JSON whose value is JSON in quotes.
	holding = regex.New(`^(\s*"[^"]+": *)"([{\[].*[}\]](?:\\n)?)"(,?)\s*$`)
)

// Metadata is how many of the lines are the metadata of an object that was asked to go, copied
// without the line that says so: they tell when and its name. It is zero where they are none, and none of as many
// as were looked at begins one then that stands as far in.
func Metadata(lines []string) (n, looked int) {
	if len(lines) == 0 || !inMetadata.MatchString(lines[0]) {
		return 0, 0
	}
	margin := Indent(lines[0])
	var fields []string
	for _, line := range lines {
		field := plainField.FindStringSubmatch(line)
		at := Indent(line) == margin
		if strings.TrimSpace(line) == "" || Indent(line) < margin || at && field == nil && !strings.HasPrefix(line[margin:], "- ") || at && field != nil && slices.Contains(outOf, field[1]) {
			break
		}
		if at && field != nil {
			fields = append(fields, field[1])
		}
		n++
	}
	if !slices.Contains(fields, "deletionTimestamp") || !slices.Contains(fields, "name") {
		return 0, n
	}
	return n, n
}

// inMetadataJSON is a field of the metadata of an object in JSON.
var inMetadataJSON = regex.New(`^ *"(?:annotations|creationTimestamp|deletionGracePeriodSeconds|deletionTimestamp|finalizers|generateName|generation|labels|name|namespace)": `)

// mostMetadata is how many lines of metadata are looked at.
const mostMetadata = 200

// MetadataJSON reports whether the lines begin with the metadata, in JSON, of an object that was asked to go, copied
// without the line that says so: they tell when and its name.
func MetadataJSON(lines []string) bool {
	if len(lines) == 0 || !inMetadataJSON.MatchString(lines[0]) {
		return false
	}
	margin := lines[0][:Indent(lines[0])]
	asked, named := false, false
	for _, line := range lines[:min(len(lines), mostMetadata)] {
		if line == "" || !strings.HasPrefix(line, margin) {
			break
		}
		asked = asked || strings.HasPrefix(line[len(margin):], `"deletionTimestamp": `)
		named = named || strings.HasPrefix(line[len(margin):], `"name": `)
	}
	return asked && named
}

// inCondition is how a condition begins in a list of them.
var inCondition = regex.New(`^ *- (?:last(?:Transition|Update|Probe|Heartbeat)Time|message|reason|status|type):(?: |$)`)

// moreOfIt is a further field of one.
var moreOfIt = regex.New(`^ +(?:last(?:Transition|Update|Probe|Heartbeat)Time|message|observedGeneration|reason|status|type):(?: |$)`)

// Reindent gives the first line of a list of conditions the indent that it has lost where it was copied from its first
// letter on.
func Reindent(lines []string) {
	if len(lines) < 2 || !inCondition.MatchString(lines[0]) || !moreOfIt.MatchString(lines[1]) {
		return
	}
	lost := Indent(lines[1]) - Indent(lines[0]) - len("- ")
	lines[0] = strings.Repeat(" ", max(lost, 0)) + lines[0]
}

// Conditions is how many of the lines are a list of conditions, copied without what it is of. It is
// zero where they are none, as it is then from each of as many as were looked at that stands as far in.
func Conditions(lines []string) (n, looked int) {
	if len(lines) == 0 || !inCondition.MatchString(lines[0]) {
		return 0, 0
	}
	margin := Indent(lines[0])
	var fields []string
	for _, line := range lines {
		if strings.TrimSpace(line) == "" || Indent(line) < margin || Indent(line) == margin && !inCondition.MatchString(line) {
			break
		}
		if Indent(line) <= margin+2 {
			name, _, _ := strings.Cut(strings.TrimLeft(line, " -"), ":")
			fields = append(fields, name)
		}
		n++
	}
	if !slices.Contains(fields, "type") || !slices.Contains(fields, "status") {
		return 0, n
	}
	return n, n
}

// Indent is how many blanks a line begins with.
func Indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// escaped is a line of JSON of which the value is JSON in quotes, with the marks before the
// quotes inside that were lost; any other line is left as it is.
func escaped(line string) string {
	m := holding.FindStringSubmatch(line)
	if m == nil || json.Valid([]byte("{"+strings.TrimRight(strings.TrimSpace(line), ",")+"}")) {
		return line
	}
	inside := strings.TrimSuffix(m[2], `\n`)
	if !json.Valid([]byte(inside)) {
		return line
	}
	value, err := json.Marshal(inside)
	if err != nil {
		return line
	}
	return m[1] + string(value) + m[3]
}

// Shortens reports whether a word may be the short name of a kind: it begins as that does, and
// has its letters in their order.
func Shortens(word, kind string) bool {
	word, kind = strings.ReplaceAll(strings.ToLower(word), "-", ""), strings.ToLower(kind)
	if len(word) < 2 || len(word) >= len(kind) || word[0] != kind[0] {
		return false
	}
	for _, c := range word {
		at := strings.IndexRune(kind, c)
		if at < 0 {
			return false
		}
		kind = kind[at+1:]
	}
	return true
}

// unfenced takes off the blanks that stand before the lines of a log within a fence because they stand before the
// fence, as that of an item of a list. What else stands in one goes with what leads to it.
func unfenced(lines []string) {
	deep, within, log := 0, false, false
	for i, line := range lines {
		if fence.MatchString(line) {
			deep, within = Indent(line), !within
			log = within && i+1 < len(lines) && ofLog.MatchString(lines[i+1])
		}
		if within && log {
			lines[i] = line[min(deep, Indent(line)):]
		}
	}
}

// ofLog is how lines of a log begin.
var ofLog = regex.New(`^\s*(?:\{"|[IWEF]\d{4} |\d{4}[-/]\d\d[-/]\d\d|(?:time|ts|level)=)`)

// Margins takes off what stands before every line, or before each that a command has printed:
// blanks, the marks of a comment or of a quotation.
func Margins(lines []string) []string {
	unmarked(lines)
	unfenced(lines)
	commented, least := true, -1
	for i, line := range lines {
		lines[i] = escaped(unquoted(line))
		if line = strings.TrimSpace(lines[i]); line == "" {
			continue
		}
		commented = commented && strings.HasPrefix(line, "#")
		if n := Indent(lines[i]); least < 0 || n < least {
			least = n
		}
	}
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if line = line[max(least, 0):]; commented {
			line = strings.TrimPrefix(strings.TrimLeft(line, "#"), " ")
		}
		lines[i] = line
	}
	return lines
}

// unquoted takes off the marks of a quotation, and the tabs that YAML does not know.
func unquoted(line string) string {
	for strings.HasPrefix(line, ">") {
		line = strings.TrimPrefix(line[1:], " ")
	}
	if bold := strings.TrimSpace(line); len(bold) > 4 && strings.HasPrefix(bold, "**") && strings.HasSuffix(bold, "**") {
		line = strings.ReplaceAll(line, "**", "")
	}
	if marks := strings.Count(line, "`"); marks == 1 || marks == 2 && strings.HasPrefix(strings.TrimSpace(line), "`") && strings.HasSuffix(strings.TrimSpace(line), "`") {
		line = strings.ReplaceAll(line, "`", "") // of a text between single ones
	}
	rest := strings.TrimLeft(line, " \t")
	return strings.ReplaceAll(line[:len(line)-len(rest)], "\t", "  ") + rest
}

// Narrow is a text in UTF-16, as some shells write what a command prints, in UTF-8.
func Narrow(wide []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if wide[0] == 0xfe {
		order = binary.BigEndian
	}
	units := make([]uint16, 0, len(wide)/2)
	for at := 2; at+1 < len(wide); at += 2 {
		units = append(units, order.Uint16(wide[at:]))
	}
	return []byte(string(utf16.Decode(units)))
}

var plainValue = regex.New(`^(\s*(?:- +)?[\w./-]+: +)(\S.*)$`)

// Quoted is a line of YAML with its value in quotes.
func Quoted(line string) string {
	m := plainValue.FindStringSubmatch(line)
	if m == nil {
		return line
	}
	value, err := json.Marshal(strings.Trim(strings.TrimSpace(m[2]), `"'`))
	if err != nil {
		return line
	}
	return m[1] + string(value)
}

// itemOf is a line that begins an item of a list with a field, with all before that field.
var itemOf = regex.New(`^( *(?:- +)+)[\w./-]+:`)

// Aligned is a line of YAML moved to where the fields of the line before stand, from beside that: somebody has lost
// a blank.
func Aligned(lines []string, at int) string {
	if at < 1 || !plainField.MatchString(lines[at]) {
		return lines[at]
	}
	column := Indent(lines[at-1])
	if m := itemOf.FindStringSubmatch(lines[at-1]); m != nil {
		column = len(m[1])
	}
	if off := column - Indent(lines[at]); off != 1 && off != -1 {
		return lines[at]
	}
	return strings.Repeat(" ", column) + strings.TrimLeft(lines[at], " ")
}
