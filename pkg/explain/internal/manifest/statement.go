package manifest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Statement is one thing that a status says in other fields than its own conditions:
// an error, a message, a state, or a condition of something in it.
type Statement struct {
	// Path leads to the text from the object; an entry of a list is "[name]" or "[3]".
	Path []string
	// Text is what is said, as it stands.
	Text string
	// Reason is what stands beside the text in a word or two: a state, a code, a type.
	Reason string
	// At is when it was said, zero where nothing tells.
	At time.Time
	// State says that the text is a state, with its codes, and nothing is said beside it.
	State bool
	// Left says that it is how many or which things are left.
	Left bool
	// Share says that it tells how far something is: by its share, or as so many of all.
	Share bool
	// Coming is the time until which is waited, zero where it is none.
	Coming time.Time
	// Fails says that the field, or the state beside it, stands for a failure.
	Fails bool
	// Over says that it went well again later, by a time that stands beside it.
	Over bool
	// Fine says that the state beside it is a good one.
	Fine bool
	// Gone says that what the object stands for is not there any more, as far as the
	// field tells: attached: false.
	Gone bool
	// Condition says that it is a condition of a part of the object.
	Condition *Condition
}

// Source says where the statement was read.
func (s *Statement) Source() string {
	var b strings.Builder
	for i, step := range s.Path {
		if i > 0 && !strings.HasPrefix(step, "[") {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	return b.String()
}

// How far a status is read: they are small as a rule, and anything can stand in one.
const (
	deepest        = 8
	mostNodes      = 5000
	mostStatements = 100
)

// StatementsOf returns what the status of an object says, in a fixed order. The
// conditions that ConditionsOf returns are left out.
func StatementsOf(object map[string]any) []Statement {
	status, _ := object["status"].(map[string]any)
	if status == nil {
		return nil
	}
	r := statusReader{}
	r.object(status, node{path: []string{"status"}})
	return r.out
}

// StatementsOfAnnotation returns what an annotation says, by its name or, where its
// value is an object in JSON, by the fields of that.
func StatementsOfAnnotation(key, value string) []Statement {
	_, name, qualified := strings.Cut(key, "/")
	if !qualified {
		name = key
	}
	r, at := statusReader{}, node{path: []string{"metadata", "annotations", "[" + key + "]"}}
	if fields := objectIn(value); fields != nil {
		r.object(fields, at)
		return r.out
	}
	if share := shareOf(name, map[string]any{name: value}); share != "" {
		return []Statement{{Path: at.path, Text: share, State: true, Share: true}}
	}
	kind := meaningOf(name)
	text := textOf(value, kind)
	flag := kind == anError && text == "true"
	if text == "" || strings.HasPrefix(name, "last-applied") || means(text, nothings) && !flag || !strings.Contains(text, " ") && len(text) > longestWord {
		return nil
	}
	s := Statement{Path: at.path, Text: name + ": " + text, At: FirstTime(text), Fails: kind == anError || Bad(text)}
	switch {
	case !s.At.IsZero() && !strings.Contains(text, " ") && kind != anError && !ofEnd(name):
		return nil // when something was, which is not said to have to do with the end
	case kind == aTime || kind == aCount || !s.At.IsZero():
	case strings.Contains(text, " "):
		s.Text = text
	case kind != anError && !Bad(text) && !waits(text):
		return nil
	}
	return []Statement{s}
}

// StatementsOfAnnotations returns what annotations of these domains say. Where one tells a bad state in a word, and another one
// that begins alike says in a sentence why, that is said behind it: teardown-state and teardown-detail.
func StatementsOfAnnotations(annotations map[string]string, of func(host string) bool) (out []Statement) {
	stated, why := map[string]int{}, map[string]int{}
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		host, name, _ := strings.Cut(key, "/")
		if !of(host) {
			continue
		}
		words, said := wordsOf(name), StatementsOfAnnotation(key, annotations[key])
		if len(words) > 0 && len(said) == 1 && len(said[0].Path) == 3 {
			stem, spaced := host+"/"+strings.Join(words[:len(words)-1], " "), strings.Contains(annotations[key], " ")
			switch last := words[len(words)-1]; {
			case meaningOf(name) == aState && said[0].Fails && !spaced:
				stated[stem] = len(out)
			case spaced && slices.Contains([]string{"message", "detail", "reason", "error"}, last) && !wentWell.MatchString(said[0].Text):
				why[stem] = len(out)
			}
		}
		out = append(out, said...)
	}
	var told []int
	for stem, at := range stated {
		if by, is := why[stem]; is {
			state := annotations[strings.Trim(out[at].Path[2], "[]")]
			out[by].Fails, out[by].Reason, out[by].Text = true, state, state+": "+out[by].Text
			told = append(told, at)
		}
	}
	for _, at := range slices.Backward(slices.Sorted(slices.Values(told))) {
		out = slices.Delete(out, at, at+1)
	}
	return out
}

// wentWell is how a sentence says that nothing is wrong.
var wentWell = regex.New(`(?i)\b(?:success\w*|succeeded|completed|healthy|ready|ok)\b`)

// longestWord is how long a text without a blank is quoted: a longer one is no word.
const longestWord = 60

// objectIn returns the object that a text holds in JSON, nil where there is none or
// where it is a whole object of the API, with all that stands in that.
func objectIn(text string) map[string]any {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") || len(text) > longestDocument {
		return nil
	}
	var fields map[string]any
	if json.Unmarshal([]byte(text), &fields) != nil {
		return nil
	}
	for _, key := range []string{"apiVersion", "kind", "metadata", "spec", "data", "stringData"} {
		if _, there := fields[key]; there {
			return nil
		}
	}
	return fields
}

const longestDocument = 64 << 10

type statusReader struct {
	out  []Statement
	seen int
}

// node is where the reader is, and what the fields above tell.
type node struct {
	path []string
	// fails says that all of it is about a failure.
	fails bool
	// state and codes stand beside the field that all of it is the value of.
	state, codes string
	// good is when it went well, by a time beside that field.
	good time.Time
}

func (n node) below(step string, fails bool) node {
	return node{path: append(slices.Clip(n.path), step), fails: n.fails || fails, good: n.good}
}

func (r *statusReader) full(n node) bool {
	r.seen++
	return len(n.path) > deepest || r.seen > mostNodes || len(r.out) >= mostStatements
}

// object reads the fields of one object together: the state and the time stand
// beside the text that they belong to.
func (r *statusReader) object(fields map[string]any, n node) {
	if r.full(n) {
		return
	}
	if c := readCondition(fields); c.Kind != "" && c.Status != "" && c.Message != "" && len(n.path) > 1 {
		r.out = append(r.out, Statement{Path: n.path, Text: c.Message, Reason: c.Reason, Condition: &c})
		return
	}
	beside := besideOf(fields).under(n.state, n.codes)
	spoken, items := explained(fields), ofItems(fields, n)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		kind := meaningOf(key)
		if ofComing(key) {
			r.coming(n.below(key, false), fields[key], beside.of(key, fields).at)
			continue
		}
		inner, own := n.below(key, kind == anError), beside.of(key, fields)
		inner.good = goodSince(n.good, key, fields)
		spoken = r.field(inner, key, fields, own) || spoken
	}
	if !spoken && len(r.out) < mostStatements {
		r.state(n, beside.of(beside.stateKey, fields))
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		value := fields[key]
		if ownConditions(n, key) {
			value = withoutConditions(value)
		}
		kind := meaningOf(key)
		inner := n.below(key, kind == anError)
		if explains(value, kind) {
			inner.state, inner.codes = beside.state, beside.codes
		}
		if kind == anError {
			inner.good = goodSince(n.good, key, fields)
		}
		from := len(r.out)
		r.value(value, inner, kind)
		r.partly(value, inner)
		if items {
			named(r.out[from:], key)
		}
	}
}

// ofItems reports whether the fields of a part of a status are items by their names: each holds fields of its own, and
// there are some, or the part is called after several.
func ofItems(fields map[string]any, n node) bool {
	for _, value := range fields {
		if _, is := value.(map[string]any); !is {
			return false
		}
	}
	part := n.path[len(n.path)-1]
	return len(n.path) > 1 && (len(fields) > 1 || part == "children" || strings.HasSuffix(part, "s") && !strings.HasSuffix(part, "tatus"))
}

// named begins what is said of an item with its name, where that does not stand in it.
func named(said []Statement, item string) {
	for i := range said {
		if s := &said[i]; !s.Share && !s.Gone && !s.Left && s.Coming.IsZero() && (s.State || strings.Contains(s.Text, " ")) && !hasWord(s.Text, item) {
			s.Text = item + ": " + s.Text
		}
	}
}

// hasWord reports whether a name stands in a text by itself, and not in a word or in another name. Of an item without a
// name there is nothing to say.
func hasWord(text, name string) bool {
	if name == "" {
		return true
	}
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:from+at])
		from += at + len(name)
		after, _ := utf8.DecodeRuneInString(text[from:])
		part := func(c rune) bool { return c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }
		if !part(before) && !part(after) {
			return true
		}
	}
}

// field takes up what one field says, and reports whether that says something of the state.
func (r *statusReader) field(n node, key string, fields map[string]any, b beside) (spoken bool) {
	kind, share := meaningOf(key), shareOf(key, fields)
	if share != "" && kind != aCount {
		r.out = append(r.out, Statement{Path: n.path, Text: share, At: b.at, State: true, Share: true})
		return false
	}
	for _, text := range eachText(fields[key], kind) {
		if kind == aCount {
			text = cmp.Or(share, text)
		}
		spoken = r.say(n, text, kind, b) || spoken
	}
	return spoken
}

// explained reports whether one of the fields says in fields of its own why the state beside
// it is as it is.
func explained(fields map[string]any) bool {
	for key, value := range fields {
		if explains(value, meaningOf(key)) {
			return true
		}
	}
	return false
}

// explains reports whether a value of several fields, or one of a list of such, says something of a failure.
func explains(value any, kind meaning) bool {
	if kind != anError && kind != aMessage {
		return false
	}
	if list, is := value.([]any); is {
		return slices.ContainsFunc(list, func(entry any) bool { return explains(entry, kind) })
	}
	inner, whole := value.(map[string]any)
	return whole && besideOf(inner).text
}

// ownConditions reports whether the field is where the object keeps its conditions.
func ownConditions(n node, key string) bool {
	return key == "conditions" && slices.ContainsFunc(conditionPaths, func(path []string) bool {
		return slices.Equal(n.path, path[:len(path)-1])
	})
}

// withoutConditions are what stands among an object's conditions and is none: it says what
// it says in fields of other names.
func withoutConditions(value any) any {
	is := func(entry any) bool {
		fields, whole := entry.(map[string]any)
		return whole && (readCondition(fields).Message != "" || !besideOf(fields).text)
	}
	switch v := value.(type) {
	case []any:
		rest := slices.Clone(v) // an entry is known by its place in the list
		for i := range rest {
			if is(rest[i]) {
				rest[i] = nil
			}
		}
		return rest
	case map[string]any:
		rest := maps.Clone(v)
		maps.DeleteFunc(rest, func(_ string, entry any) bool { return is(entry) })
		return rest
	}
	return value
}

// presences are the fields that say by false that something is not there any more.
var presences = []string{"attached", "mounted", "exists", "present"}

func (r *statusReader) value(value any, n node, kind meaning) {
	switch v := value.(type) {
	case bool:
		switch key := n.path[len(n.path)-1]; {
		case !v && slices.Contains(presences, key):
			r.out = append(r.out, Statement{Path: n.path, Text: key + ": false", Gone: true})
		case v && kind == anError:
			r.out = append(r.out, Statement{Path: n.path, Text: key + ": true", Fails: true})
		}
	case string:
		if fields := objectIn(v); fields != nil && kind != nothing && kind != aSecret {
			r.object(fields, n)
		}
	case map[string]any:
		r.object(v, n)
		r.errorsOf(v, n, kind)
	case []any:
		for i, entry := range v {
			if fields, ok := entry.(map[string]any); ok {
				inner := n.below("["+cmp.Or(nameOf(fields), strconv.Itoa(i))+"]", false)
				inner.state, inner.codes = n.state, n.codes
				from := len(r.out)
				r.object(fields, inner)
				if name := nameOf(fields); name != "" && name != fields["type"] && name != fields["uid"] && len(v) > 1 {
					named(r.out[from:], name)
				}
			}
		}
	}
}

// errorsOf takes up the errors of items by their names: {gear-2: no link}.
func (r *statusReader) errorsOf(items map[string]any, n node, kind meaning) {
	if kind != anError || !strings.HasSuffix(n.path[len(n.path)-1], "s") {
		return
	}
	for _, item := range slices.Sorted(maps.Keys(items)) {
		text, _ := items[item].(string)
		if meaningOf(item) != nothing || !strings.Contains(text, " ") || holdsDocument(text) || len(r.out) >= mostStatements {
			continue
		}
		r.out = append(r.out, Statement{Path: n.below(item, true).path, Text: text, Fails: true})
		named(r.out[len(r.out)-1:], item)
	}
}

// say takes up a text, unless it only says that there is nothing to say.
func (r *statusReader) say(n node, text string, kind meaning, b beside) bool {
	if kind == aState || kind == aTime || means(text, nothings) {
		return false
	}
	s := Statement{Path: n.path, Text: text, Reason: b.reason, At: b.at, Fails: n.fails || Bad(b.state), Fine: means(b.state, fines)}
	s.Over = s.Fails && !s.At.IsZero() && n.good.After(s.At)
	if kind == aReason { // one beside a text is told with that, where it is no sentence of its own
		if b.text && !strings.Contains(strings.ReplaceAll(text, "; ", ";"), " ") || !strings.ContainsAny(text, " ") && !n.fails && !Bad(text) {
			return false
		}
		s.Fails = s.Fails || Bad(text)
	}
	if s.Reason == text {
		s.Reason = b.state
	}
	if kind == aCount {
		s.Left, s.Share = true, strings.Contains(text, shareOfAll)
		s.Text = n.path[len(n.path)-1] + ": " + text
	}
	r.out = append(r.out, s)
	return true
}

// coming takes up a time until which is waited, by the name of its field, or how long that is from
// the time on that stands beside it.
func (r *statusReader) coming(n node, value any, from time.Time) {
	text, _ := value.(string)
	name := strings.Join(wordsOf(n.path[len(n.path)-1]), " ")
	if at := FirstTime(text); !at.IsZero() {
		r.out = append(r.out, Statement{Path: n.path, Text: name + ": " + text, Coming: at})
		return
	}
	if whole, is := value.(int64); is && strings.HasSuffix(name, " seconds") {
		text = fmt.Sprint(whole) + "s"
		name = strings.TrimSuffix(name, " seconds")
	}
	if lasts, err := time.ParseDuration(text); err == nil && lasts > 0 && !from.IsZero() {
		r.out = append(r.out, Statement{Path: n.path, Text: name + ": " + text, At: from, Coming: from.Add(lasts)})
	}
}

// state takes up a state that nothing is said beside: a bad one wherever it stands,
// any of the object itself.
func (r *statusReader) state(n node, b beside) {
	if b.stateKey == "" || !Bad(b.state) && !waits(b.state) && len(n.path) > 1 {
		return
	}
	r.out = append(r.out, Statement{
		Path: n.below(b.stateKey, false).path, Text: b.state + phrase.Prefixed(", ", b.codes) + phrase.Prefixed(OfOperation, b.operation), Reason: b.operation, State: true,
		At: b.at, Fails: n.fails || Bad(b.state), Fine: means(b.state, fines),
	})
}

// beside is what the other fields of an object tell of its text.
type beside struct {
	state, stateKey string
	codes           string // reasons and codes
	reason          string // these and the state
	operation       string // that it is the state of
	text            bool   // there is one
	at              time.Time
}

func besideOf(fields map[string]any) beside {
	var b beside
	var codes []string
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		kind := meaningOf(key)
		text := textOf(fields[key], kind)
		switch {
		case text == "":
		case shareOf(key, fields) != "":
		case kind == aState && (b.state == "" || stateRank(key, text) < stateRank(b.stateKey, b.state)):
			b.state, b.stateKey = text, key
		case kind == aReason:
			codes = append(codes, strings.Split(text, "; ")...)
		case kind == aTime && !ofError(key) && !ofComing(key):
			if at := FirstTime(text, text+"Z"); at.After(b.at) {
				b.at = at
			}
		case kind == anError || kind == aMessage:
			b.text = b.text || !means(text, nothings)
		}
	}
	b.operation = operationIn(fields, b.stateKey)
	codes = slices.DeleteFunc(codes, func(s string) bool { return strings.Contains(s, " ") })
	b.codes = strings.Join(codes, ", ")
	b.reason = b.codes
	if b.state != "" && !strings.Contains(b.state, " ") {
		b.reason = strings.Join(append(codes, b.state), ", ")
	}
	return b
}

// OfOperation stands between a state and the operation that it is the state of.
const OfOperation = ", operation "

// operationIn is the operation that fields name beside a state, in a word: Delete. The field of the state itself names none.
func operationIn(fields map[string]any, state string) string {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		words := wordsOf(key)
		text, _ := fields[key].(string)
		if key != state && len(words) > 0 && slices.Contains(operationNames, words[len(words)-1]) && oneWord.MatchString(text) {
			return text
		}
	}
	return ""
}

// oneWord is a name of an operation.
var oneWord = regex.New(`^[A-Za-z][A-Za-z_-]{2,29}$`)

// of gives an error the time that is called after it, and another text or state only where no
// field is called so.
func (b beside) of(key string, fields map[string]any) beside {
	kind := meaningOf(key)
	alone := (kind == aMessage || kind == aState) && !slices.ContainsFunc(slices.Collect(maps.Keys(fields)), func(other string) bool { return meaningOf(other) == anError })
	for other, value := range fields {
		if meaningOf(other) == aTime && ofError(other) && (alone || ofError(key) && sameStem(other, key)) {
			if at := timeIn(value); at.After(b.at) {
				b.at = at
			}
		}
	}
	return b
}

// goodSince is when last went well what a field tells the error of: by a time of success of the
// same name, or of none.
func goodSince(last time.Time, key string, fields map[string]any) time.Time {
	for other, value := range fields {
		if ofSuccess(other) && sameStem(other, key) {
			if at := timeIn(value); at.After(last) {
				last = at
			}
		}
	}
	return last
}

func timeIn(value any) time.Time {
	text, _ := value.(string)
	return FirstTime(text, text+"Z")
}

// under gives fields that tell no state the one that stands beside all of them, with its codes.
func (b beside) under(state, codes string) beside {
	if b.state != "" || state == "" {
		return b
	}
	b.state = state
	if !strings.Contains(state, " ") {
		told := slices.DeleteFunc([]string{b.reason, codes, state}, func(s string) bool { return s == "" })
		b.reason = strings.Join(told, ", ")
	}
	return b
}

// stateRank prefers the state that is bad, then the fields that are called so.
func stateRank(key, state string) int {
	switch {
	case Bad(state):
		return 0
	case waits(state):
		return 1
	case key == "phase" || key == "state":
		return 2
	}
	return 3
}

// mostEntries is how many texts of a list are quoted.
const mostEntries = 5

// eachText are the texts of a field: each error of a list is one by itself.
func eachText(value any, kind meaning) (out []string) {
	list, is := value.([]any)
	if !is || kind != anError {
		if text := textOf(value, kind); text != "" {
			out = append(out, text)
		}
		return out
	}
	for i := range list {
		if text := textOf(list[i:i+1], kind); text != "" {
			out = append(out, text)
		}
	}
	if more := len(out) - mostEntries; more > 0 {
		out = out[:mostEntries]
		out[mostEntries-1] += fmt.Sprintf("; and %d more", more)
	}
	return out
}

// textOf is what a field says: a text, some texts, or how many are left.
func textOf(value any, kind meaning) string {
	switch v := value.(type) {
	case string:
		if kind == nothing || kind == aSecret || holdsDocument(v) {
			return ""
		}
		if kind == aTime && FirstTime(v, v+"Z").IsZero() {
			return ""
		}
		return strings.TrimSpace(v)
	case []any:
		if kind == nothing || kind == aSecret || kind == aTime {
			return ""
		}
		if kind == aCount {
			return textsOf(v, ", ", referenceIn)
		}
		return textsOf(v, "; ", nil)
	case map[string]any:
		if kind == aCount {
			return referenceIn(v)
		}
	case int64, float64:
		if text := fmt.Sprint(v); kind == aCount && text != "0" {
			return text
		}
	}
	return ""
}

// textsOf are the first texts of a list, those of objects as they are to be read.
func textsOf(list []any, between string, read func(map[string]any) string) string {
	var texts []string
	for _, entry := range list {
		text, _ := entry.(string)
		if fields, ok := entry.(map[string]any); ok && read != nil {
			text = read(fields)
		}
		if strings.TrimSpace(text) != "" && !holdsDocument(text) {
			texts = append(texts, phrase.OneLine(text))
		}
	}
	if more := len(texts) - mostEntries; more > 0 {
		texts = append(texts[:mostEntries:mostEntries], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, between)
}

// referenceIn is the object that fields refer to, and by whom they say that it is used or
// held; empty where they refer to none.
func referenceIn(fields map[string]any) string {
	kind, _ := fields["kind"].(string)
	name, _ := fields["name"].(string)
	if kind == "" || name == "" {
		return ""
	}
	if namespace, _ := fields["namespace"].(string); namespace != "" {
		name = namespace + "/" + name
	}
	said := []string{kind + " " + name}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		by, _ := fields[key].(string)
		if words := wordsOf(key); by != "" && len(words) > 1 && words[len(words)-1] == "by" {
			said = append(said, "which is "+strings.Join(words, " ")+" "+by)
		}
	}
	return strings.Join(said, ", ")
}

// holdsDocument reports whether a text is a whole object and no sentence.
func holdsDocument(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[{") || strings.HasPrefix(text, "-----BEGIN") || strings.Contains(text, "apiVersion:")
}

// nameOf is what an entry of a list is called.
func nameOf(fields map[string]any) string {
	for _, key := range []string{"name", "displayName", "id", "clusterName", "nodeName", "key", "type", "uid"} {
		if text, _ := fields[key].(string); text != "" {
			return text
		}
	}
	for _, key := range []string{"ref", "reference", "objectRef", "resourceMeta", "identifier"} {
		if inner, _ := fields[key].(map[string]any); inner != nil && nameOf(inner) != "" {
			return nameOf(inner)
		}
	}
	return ""
}
