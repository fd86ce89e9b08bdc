package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Shortened is a text of at most that many characters that keeps its point. Controllers
// put that at the end: an error names what was tried, and the cause behind the last colon.
// First goes what tells a reader nothing, such as the ids of requests, the paths of
// addresses and stack traces; then the middle, between two clauses where that is possible.
func Shortened(text string, most int, ellipsis string) string {
	if fits(text, most) {
		return text
	}
	if text = quiet(recovered.ReplaceAllString(text, "$1"), most, ellipsis); fits(text, most) {
		return text
	}
	if s, ok := quotationKept(text, most, ellipsis); ok {
		return s
	}
	return withoutMiddle(text, most, ellipsis)
}

// recovered is how this program tells of failures that are over, before what these said: half of that would read as if
// it failed still.
var recovered = regex.New(`(; it failed [^"]*, and goes on since): ".*"$`)

// The least that is kept of a quotation, and what is worth being taken for one.
const (
	leastQuoted   = 60
	longQuotation = 24
)

// quotes is how this program leads to somebody's words, and closes is how it goes on behind
// them.
var (
	quotes = regex.New(`\b(?:says?|said|saying|names|waits for|fails|failed|is clear|words|beside it|leaves that alone)\b[^"]*: $`)
	closes = regex.New(`"(?:$|;| \(|, which )`)
)

// doubted is how this program says that words may mean something else.
var doubted = regex.New(`\b(?:is not known|is out of date)$`)

// doubtIn takes from what stands behind words what makes less of them, which stays.
func doubtIn(behind string) (rest, doubt string) {
	if at := strings.LastIndex(behind, "; "); at >= 0 && doubted.MatchString(behind[at:]) {
		return behind[:at], behind[at:]
	}
	return behind, ""
}

// inBrackets is what is said aside.
var inBrackets = regex.New(` \([^()]*\)`)

// leastTold is how much of the words of somebody else is told behind what this program says
// itself, however long that is; mostTold is how much is told of them where there is room.
const (
	leastTold = 130
	mostTold  = 480
	mostAdded = 110 // of what this program adds to them
)

// Room is how many characters a text may have that has room for so many and need not keep to
// that: what this program says first, and where it leads to the words of somebody else, stays
// whole, and so do these where there is ample room, something of them where there is little.
func Room(text string, most int, ample bool) int {
	from := strings.IndexByte(text, '"')
	if from < 0 || !quotes.MatchString(text[:from]) {
		return most
	}
	clauses := strings.Split(text[:from], "; ")
	own := utf8.RuneCountInString(strings.Join(slices.Compact([]string{clauses[0], clauses[len(clauses)-1]}), "; ")+seam.FindString(text[from:])) + len(`""`)
	if ample {
		to := quoteEnd(text, from)
		return max(most, own+min(mostTold, utf8.RuneCountInString(text[from+1:to]))+min(mostAdded, utf8.RuneCountInString(text[to+1:])))
	}
	return max(most, min(own+leastTold, most+mostBeyond))
}

// mostBeyond is how much longer the words of somebody else may make a text that has little room.
const mostBeyond = 90

// quotationKept shortens what is said around the words of somebody else before these: what
// stands behind them goes, clause by clause from the end, then what stands between the first clause and
// the one that leads to them, then their own middle. It is false for a text that quotes nobody, or
// whose first clause leaves no room.
func quotationKept(text string, most int, ellipsis string) (string, bool) {
	from := strings.IndexByte(text, '"')
	if from < 0 || !quotes.MatchString(text[:from]) {
		return "", false
	}
	to := quoteEnd(text, from)
	before, quote, behind := text[:from], text[from+1:to], text[to+1:]
	behind, doubt := doubtIn(behind)
	least := leastFor(quote)
	for {
		room := most - utf8.RuneCountInString(before) - utf8.RuneCountInString(behind+doubt) - len(`""`)
		if fits(quote, room) {
			return before + `"` + quote + `"` + behind + doubt, true
		}
		if at := strings.LastIndex(behind, "; "); at >= 0 {
			behind = behind[:at]
			continue
		}
		shorter := lessBefore(before)
		switch {
		case to-from < longQuotation: // it is not cut itself
			return "", false
		case room < least && behind != "":
			behind = ""
		case room < least && shorter != before:
			before = shorter
		case room < least:
			return "", false
		default:
			return before + `"` + quoteWithout(quote, room, ellipsis) + `"` + behind + doubt, true
		}
	}
}

// quoteEnd is where what is quoted from there on ends.
func quoteEnd(text string, from int) int {
	to := from + 1
	for _, at := range closes.FindAllStringIndex(text, -1) {
		to = max(to, at[0])
	}
	return to
}

// lessBefore leaves out the last of the clauses between the first and the one that leads to a quotation, or else
// what is said aside.
func lessBefore(before string) string {
	if clauses := strings.Split(before, "; "); len(clauses) > 2 {
		return strings.Join(append(clauses[:len(clauses)-2], clauses[len(clauses)-1]), "; ")
	}
	return inBrackets.ReplaceAllString(before, "")
}

// seam is how this program goes on from one's words to another's.
var seam = regex.New(`"; (?:the |its |an )[\w -]+ (?:says|words): "`)

// quoteWithout shortens the words of somebody else, or of two, of whom the second tells more: what
// leads to these stays.
func quoteWithout(quote string, room int, ellipsis string) string {
	at := seam.FindStringIndex(quote)
	if at == nil {
		return withoutMiddle(quote, room, ellipsis)
	}
	first, lead, second := quote[:at[0]], quote[at[0]:at[1]], quote[at[1]:]
	room -= utf8.RuneCountInString(lead)
	if room < leastQuoted {
		return withoutMiddle(quote, room+utf8.RuneCountInString(lead), ellipsis)
	}
	share := max(room-leastBeside, room-utf8.RuneCountInString(first))
	if !fits(second, share) {
		second = withoutMiddle(second, share, ellipsis)
	}
	if left := room - utf8.RuneCountInString(second); !fits(first, left) {
		first = withoutMiddle(first, left, ellipsis)
	}
	return first + lead + second
}

// Begun is a text of this program of at most that many characters: its first clauses, since
// it says first what matters.
func Begun(text string, most int, ellipsis string) string {
	if fits(text, most) {
		return text
	}
	head := cut(text, most-utf8.RuneCountInString(" "+ellipsis))
	ends := sentences.FindAllStringIndex(head, -1)
	if ends == nil || ends[len(ends)-1][0] < len(head)/3 {
		return strings.TrimRight(beginningOf(text, most-utf8.RuneCountInString(" "+ellipsis)), " ,;:") + " " + ellipsis
	}
	return head[:ends[len(ends)-1][0]] + " " + ellipsis
}

// leadIn is a clause that leads to somebody's words and tells nothing without them.
var leadIn = regex.New(`[;,] [^;,]*\b(?:says?|words)$`)

// Advised is what this program advises, in at most that many characters. The words of somebody else that it
// ends with, or goes on behind, are told elsewhere too: they are shortened, or go, and what to do stays whole.
func Advised(text string, most int, ellipsis string) string {
	act, quote, quotes := strings.Cut(text, `: "`)
	if !strings.Contains(text, `"`) {
		return Begun(text, most, ellipsis)
	}
	behind := ""
	if at := strings.LastIndex(quote, `"; `); at >= 0 && !strings.HasSuffix(quote, `"`) {
		quote, behind = quote[:at+1], quote[at+1:]
	}
	if fits(text, most) || !quotes || !strings.HasSuffix(quote, `"`) || !fits(act+behind, most) {
		return advisedBare(text, most, ellipsis)
	}
	room := most - utf8.RuneCountInString(act+`: ""`+behind)
	if quote = quiet(strings.TrimSuffix(quote, `"`), room, ellipsis); !fits(quote, room) {
		if room < leastQuoted {
			return leadIn.ReplaceAllString(act, "") + behind
		}
		quote = withoutMiddle(quote, room, ellipsis)
	}
	return act + `: "` + quote + `"` + behind
}

// advisedBare is Advised where what it ends with stands in no marks: the verb of the act and what it is about stay.
func advisedBare(text string, most int, ellipsis string) string {
	act, words, led := strings.Cut(text, ": ")
	room := most - utf8.RuneCountInString(act+": ")
	if !led || fits(text, most) || room < leastQuoted || strings.Contains(act, `"`) {
		return Shortened(text, most, ellipsis)
	}
	if words = quiet(words, room, ellipsis); !fits(words, room) {
		words = withoutMiddle(words, room, ellipsis)
	}
	return act + ": " + words
}

func fits(text string, most int) bool {
	return len(text) <= most || utf8.RuneCountInString(text) <= most // in bytes, of which there are never fewer
}

// ids are identifiers of a request, with what they are called.
const ids = `(?:["']\b|\b)(?:(?:x-)?(?:ms-|amzn?-)?(?:client-?|s3 extended |extended )?request[- ]?id|host ?id|correlation[- ]?id|trace[- ]?id|activity ?id|operation ?id|tracking ?id|ray id|timestamp)["']?[:=] ?(?:"[\w+/=:.-]*"|'[\w+/=:.-]*'|[\w+/=:.-]*)`

// noise is what may go from a long text, in this order, until the text fits.
var noise = []struct {
	pattern *regex.Regexp
	instead string // "…" stands for the mark of what was left out
}{
	{regex.New(`(?i) ?\(` + ids + `(?:, ` + ids + `)*\)`), ""},
	{regex.New(`(?i)[,;(]? ?` + ids), ""},
	{regex.New(`\s*[;,]?\s*\b[A-Za-z]+: <nil>`), ""},
	{regex.New(`https response error (StatusCode: \d+)`), "$1"},
	{regex.New(`rpc error: code = (\w+) desc = `), "$1: "},
	{regex.New(`, in [\w<>.]+ \(/[^()\s]+:\d+\)(?:: .*?)?("(?:$|;| \(|, which )| \(\d+ times,|$)`), "$1"}, // where Python was, behind what it threw
	{regex.New(` ExecutionScope\{(?:[^{}]|\{[^{}]*\})*\}`), ""},                                           // of the Java Operator SDK
	{regex.New(`goroutine \d+ \[.*`), "…"},
	{regex.New(`(?:\s+at [\w.$<>/]+\([^)]*\))+`), " …"},
	{regex.New(`(?:\s*File "[^"]+", line \d+, in \S+(?: \S+\([^)]*\))?)+`), " …"},
	{regex.New(`\s+[\w./*()-]+\.\S+ (?:/\S+|[\w./-]+)\.go:\d+(?: \+0x[0-9a-f]+)?`), ""},
	{regex.New(` with [a-z][\w.\[\]"-]*, on \S+\.tf(?:\.json)? line \d+(?:, in [^:{]+: \d+: [^{]*\{)?`), ""},
	{regex.New(` ?[-=]{5,}`), ""},
	{regex.New(`[.;,] ?(?i:for more (?:information|details)[^.]*?|please (?:see|visit|refer to|check)|to retrieve [^.]*? uri:?|see(?: also)?:?|learn more(?: at)?:?|visit) https?://[^\s"']*[^\s"'.](\.?["']|\.(?: |$)|$)`), "$1"},
	{regex.New(`,? ?(?:Details=(?:\[\]|null)|"details": ?\[\]|InnerError=\{\}|AdditionalInfo=\[\])`), ""},
	{regex.New(`(https?://[^\s"'?]+)\?[^\s"']*`), "$1"},
	{regex.New(`(https?://[^/\s"']+)/[^\s"']*/([^/\s"']*)`), "$1/…/$2"},
	{regex.New(`\b[A-Za-z0-9+/_=]{40,}`), "…"},
	{regex.New(`\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), "$1…"},
}

// quiet leaves out what tells nothing, as far as that is needed.
func quiet(text string, most int, ellipsis string) string {
	if text = spoken(text); !fits(text, most) {
		text = undumped(unescaped(text), ellipsis)
	}
	for _, n := range noise {
		if fits(text, most) {
			return text
		}
		text = n.pattern.ReplaceAllString(text, strings.ReplaceAll(n.instead, "…", strings.ReplaceAll(ellipsis, "$", "$$")))
	}
	if text = once(OneLine(text)); !fits(text, most) {
		text = unrepeated(text, ellipsis)
	}
	return text
}

// once leaves out a clause that an error repeats as it is wrapped again and again.
func once(text string) string {
	clauses := strings.Split(text, ": ")
	var out []string
	for i, c := range clauses {
		if i == 0 || len(c) < 12 || !strings.Contains(strings.Join(clauses[:i], ": "), c) || i == len(clauses)-1 {
			out = append(out, c)
		}
	}
	return strings.Join(out, ": ")
}

// sentences is where one of this program may end.
var sentences = regex.New(`; |\. `)

// Where a text may be cut: behind these; a cause begins behind a colon.
var (
	cause  = regex.New(`: `)
	clause = regex.New(`: |; |, |\. | - `)
)

// codes are how texts name what went wrong in one word.
var codes = regex.New(`(?:\berror |\bcode = |\bCode="|\bCODE: |\(|^|\s)([A-Z][a-z]+(?:[A-Z][a-z]+)+)(?:[:)"]|$| desc)`)

// withoutMiddle keeps as much as possible of the end of a text, the last code that stands
// before that, and the beginning.
func withoutMiddle(text string, most int, ellipsis string) string {
	gap := " " + ellipsis + " "
	room := most - utf8.RuneCountInString(gap)
	if room < 40 {
		return cut(text, most-utf8.RuneCountInString(ellipsis)) + cut(ellipsis, most)
	}
	end := endOf(text, room, ellipsis)
	head := beginningOf(text, room-utf8.RuneCountInString(end))
	middle := text[len(head) : len(text)-len(end)]
	kept := ""
	if m := codes.FindAllStringSubmatch(middle, -1); m != nil {
		if kept = m[len(m)-1][1]; !fits(kept, room/2) {
			kept = ""
		}
	} else if !saying.MatchString(head) && !saying.MatchString(end) {
		kept = sayingClause(middle, room/2)
	}
	if told := telling.FindString(middle); told != "" && !strings.Contains(kept, told) && fits(kept+gap+told, room/2) {
		kept = strings.TrimPrefix(kept+gap+told, gap)
	}
	kept = withField(text, head, kept, end, room-leastBeside)
	if kept != "" {
		gap += kept + gap
		room -= utf8.RuneCountInString(gap)
		end = endOf(text, room, ellipsis)
		head = beginningOf(text, room-utf8.RuneCountInString(end))
	}
	return head + gap + end
}

// telling are the code of an answer, and the name of what refuses: who reads the rest asks for these.
var telling = regex.New(`(?i)\bHTTP(?:/\d(?:\.\d)?)? (?:status )?(?:code:? )?[1-5]\d\d\b|\b(?:PodSecurity|policy) "[^"\s]{1,40}"`)

// saying are words of a clause that tells what is refused or waited for.
var saying = regex.New(`(?i)\b(?:will not|cannot|can't|must not|until|still|waiting|not allowed|denied|no new|not found)\b`)

// sayingClause is the last whole clause of a part of a text that tells what is refused or
// waited for, empty where there is none that is short enough.
func sayingClause(middle string, most int) string {
	bounds := clause.FindAllStringIndex(middle, -1)
	for i := len(bounds) - 2; i >= 0; i-- {
		if c := middle[bounds[i][1]:bounds[i+1][0]]; saying.MatchString(c) && fits(c, most) && !strings.ContainsAny(c[:1], "{[") {
			return c
		}
	}
	return ""
}

// endOf is the end of a text, from the beginning of a cause where that is possible.
func endOf(text string, room int, ellipsis string) string {
	most := room - leastHead(text, room)
	for _, at := range []*regex.Regexp{cause, clause} {
		for _, found := range at.FindAllStringIndex(text, -1) {
			if end := text[found[1]:]; fits(end, most) {
				if utf8.RuneCountInString(end) > room/3 {
					return end
				}
				break
			}
		}
	}
	runes := []rune(text)
	end := string(runes[len(runes)-most:])
	if at := strings.IndexByte(end, ' '); at >= 0 && at < len(end)/2 {
		end = end[at+1:]
	}
	return undenied(text, end, ellipsis)
}

// tries is how a text begins that says what was tried, and of what.
var tries = regex.New(`^(?i)(?:[\w-]+ ){0,2}?(?:fail(?:s|ed|ure)?|error|unable|cannot|could not) (?:to |when |while )?[a-z]+`)

// leastHead is how much is left to the beginning of a text: what was tried of what, where it says
// that in a clause that is short enough.
func leastHead(text string, room int) int {
	if at := clause.FindStringIndex(text); at != nil && tries.MatchString(text[:at[0]]) {
		if n := utf8.RuneCountInString(text[:at[0]]) + len(", "); n > room/5 && n <= room*3/5 {
			return n
		}
	}
	return room / 5
}

// forbids is a denial with what it denies, which is kept with it.
var forbids = regex.New(`(?i)\b(?:cannot|can't|may not|must not|could not|not allowed to|not permitted to) [a-z]+(?: resource "[^"]*")?`)

// deniedBefore is what is denied between two places of a text, with what that is where it is a verb.
func deniedBefore(text string, begins, from int) string {
	for _, at := range forbids.FindAllStringIndex(text[begins:], -1) {
		if begins+at[0] < from {
			return text[begins+at[0] : begins+at[1]]
		}
	}
	return denial.FindString(text[begins:from])
}

// denial is a word that turns what comes behind it round.
var denial = regex.New(`(?i)\b(?:none?|not|never|nobody|nothing|neither|nor|without|cannot|unable|\w+n't|fail(?:s|ed|ure)?)\b`)

// undenied is the end of a text, or what of it stands behind the clause in which it begins
// where a word that was left out of that denies it.
func undenied(text, end, ellipsis string) string {
	from := len(text) - len(end)
	begins := 0
	for _, at := range clause.FindAllStringIndex(text, -1) {
		switch {
		case at[1] <= from:
			begins = at[1]
		case denial.MatchString(text[begins:from]):
			return text[at[1]:]
		default:
			return end
		}
	}
	if at := deniedBefore(text, begins, from); at != "" {
		at += " " + ellipsis + " "
		end = string([]rune(end)[min(utf8.RuneCountInString(at), utf8.RuneCountInString(end)):])
		if _, whole, more := strings.Cut(end, " "); more { // the word that was cut
			end = whole
		}
		return at + end
	}
	return end
}

// beginningOf is the beginning of a text, to the end of a clause or a word where that is
// possible.
func beginningOf(text string, room int) string {
	head := cut(text, room)
	if at := clause.FindAllStringIndex(head, -1); at != nil && at[len(at)-1][0] > len(head)/2 {
		return strings.TrimRight(head[:at[len(at)-1][1]], " ")
	}
	if at := strings.LastIndexByte(head, ' '); at > len(head)/3 {
		return head[:at]
	}
	return head
}

func cut(text string, most int) string {
	runes := []rune(text)
	return string(runes[:max(min(most, len(runes)), 0)])
}
