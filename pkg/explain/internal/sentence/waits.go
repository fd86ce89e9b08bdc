package sentence

import (
	"slices"
	"strings"
)

// Wait is one thing that a text says is waited for.
type Wait struct {
	For   Goal
	Names []Mention // the objects, none where it names no one
	// State is into what somebody has to bring them, where they are to be Settled.
	State string
	// Text is the part of the text that says so.
	Text string
}

// Waits finds what a text says is waited for, in its order. A word names a kind where
// isKind says so.
func Waits(text string, isKind func(string) bool) []Wait {
	r := reader{text: text, tokens: tokensOf(text)}
	r.names = mentionsIn(r.tokens, isKind)
	for i := 0; i < len(r.tokens); {
		i = max(r.read(i), i+1)
	}
	return r.found
}

// reader goes through a text once.
type reader struct {
	text   string
	tokens []token
	names  []Mention
	found  []Wait
}

// read looks at the words from i on. It returns where to go on, or i where these begin
// no wait.
func (r *reader) read(i int) int {
	for _, rule := range rules {
		if next := rule(r, i); next > i {
			return next
		}
	}
	return i
}

// rules are asked in order at each word; the first that applies takes its words.
var rules = []func(r *reader, i int) int{waiting, until, usedBy, blockedBy, listed, still, beingDeleted, notYet, mustBe, uses, attachedTo, deleting, deletionOf}

// waiting reads "waiting for … to be deleted".
func waiting(r *reader, i int) int {
	t := &r.tokens[i]
	if !t.is("wait", "waits", "waiting", "waited", "awaiting", "awaits", "await", "pending") || r.deniedAt(i) {
		return i
	}
	next := i + 1
	if r.at(next, ":") {
		names, end := r.list(next+1, nil)
		if len(names) == 0 {
			return i
		}
		r.add(Gone, names, i, end)
		return end
	}
	if strings.HasPrefix(t.low, "wait") {
		for next < len(r.tokens) && next <= i+3 && !r.tokens[next].is("for", "on", "until", "till", "to") {
			next++
		}
		if next >= len(r.tokens) || !r.tokens[next].is("for", "on", "until", "till") {
			return i
		}
		next++
	} else if t.is("pending") && !r.at(next, "deletion", "removal", "termination", "cleanup") {
		return i
	}
	return r.forward(i, next, Unsaid, true)
}

// until reads "… until all dependents are removed".
func until(r *reader, i int) int {
	if !r.tokens[i].is("until", "till", "unless") {
		return i
	}
	return r.forward(i, i+1, Unsaid, false)
}

// usedBy reads "in use by …": who uses it has to let go.
func usedBy(r *reader, i int) int {
	if !r.tokens[i].is("used", "use", "in-use", "inuse", "referenced", "held", "mounted", "claimed", "consumed", "needed", "required", "locked", "occupied", "associated", "owned", "pinned", "reserved", "guarded", "retained") ||
		!r.at(i+1, "by", "with") || r.deniedAt(i) {
		return i
	}
	said := r.tokens[i].is("in-use", "inuse")
	for _, before := range r.tokens[max(0, r.clauseStart(i), i-4):i] {
		said = said || before.is("is", "are", "be", "being", "still", "currently", "in", "it's", "because", "already")
	}
	if !said || r.at(i-1, "was", "were") {
		return i
	}
	return r.forward(i, i+2, Unused, false)
}

// blockedBy reads "blocked by …".
func blockedBy(r *reader, i int) int {
	if !r.tokens[i].is("blocked", "prevented", "delayed", "held") || r.deniedAt(i) {
		return i
	}
	if !r.at(i+1, "by", "on", "until") {
		return i
	}
	return r.forward(i, i+2, Unsaid, false)
}

// listed reads what stands behind a colon, where what stands before it says that it is
// left: "following objects still exist: Machines: a, b".
func listed(r *reader, i int) int {
	if !r.tokens[i].is(":") {
		return i
	}
	before := r.words(r.clauseStart(i), i)
	goal, left := Unsaid, false
	for at, word := range before {
		switch {
		case denied(before[:at]):
		case word == "use" || word == "used" || word == "using" || word == "in-use" || word == "referenced" || word == "holders" || word == "users":
			goal, left = Unused, true
		case begins(word, "block"):
			left = true
		case goal == Unsaid && (begins(word, "remain") || begins(word, "existing") || begins(word, "exist") || word == "left" || begins(word, "dependent") ||
			begins(word, "descendant") || begins(word, "children") || begins(word, "dependenc") || begins(word, "deleting") || begins(word, "outstanding") || begins(word, "undeleted")):
			goal, left = Gone, true
		}
	}
	if !left {
		return i
	}
	names, end := r.list(i+1, nil)
	if len(names) == 0 {
		return i
	}
	r.add(goal, names, r.clauseStart(i), end)
	return end
}

// still reads "Pod a still exists" and "still has Pods: a".
func still(r *reader, i int) int {
	t := &r.tokens[i]
	if t.is("exists", "exist", "remains", "remain", "terminating", "remaining") && !r.deniedAt(i) && !r.at(i+1, ":") {
		return r.backward(i, i+1, Gone)
	}
	if !t.is("still") {
		return i
	}
	switch {
	case r.at(i+1, "has", "have", "contains", "contain", "owns", "own"):
		return r.forward(i, i+2, Gone, false)
	case r.at(i+1, "running", "active", "executing"):
		return r.backward(i, i+2, Finished)
	case r.at(i+1, "present", "there", "around", "alive"):
		return r.backward(i, i+2, Gone)
	}
	return i
}

// beingDeleted reads "Pod a is being deleted".
func beingDeleted(r *reader, i int) int {
	if r.tokens[i].is("being") && i+1 < len(r.tokens) && r.goal(i+1, i+2) == Gone {
		return r.backward(i, i+2, Gone)
	}
	return i
}

// notYet reads "Pod a has not been deleted" and "Job a is not yet finished".
func notYet(r *reader, i int) int {
	if !r.tokens[i].is("not", "hasn't", "haven't", "isn't", "aren't") || r.at(i-1, "will", "cannot", "must", "could", "should", "does", "do", "did", "may") {
		return i
	}
	next := i + 1
	for r.at(next, "yet", "been", "fully", "completely") {
		next++
	}
	goal := r.goal(next, next+1)
	if goal == Unsaid || goal == Ready && next == i+1 {
		return i
	}
	return r.backward(i, next+1, goal)
}

// mustBe reads "Pod a must be deleted first".
func mustBe(r *reader, i int) int {
	if !r.tokens[i].is("must", "needs", "need", "has", "have", "should") {
		return i
	}
	next := i + 1
	for r.at(next, "first", "to", "be") {
		next++
	}
	if !r.at(next-1, "be") {
		return i
	}
	if state, to := r.settled(next); state != "" {
		many, names := len(r.found), r.named(r.lastPart(i), i)
		if len(names) > 0 {
			r.add(Settled, names, names[0].from, to)
		}
		if len(r.found) > many {
			r.found[many].State = state
			return to
		}
	}
	goal := r.goal(next, next+1)
	if goal == Unsaid {
		return i
	}
	return r.backward(i, next+1, goal)
}

// settled reads the state into which somebody has to bring something first, behind "must be": "signed off first". It
// ends before to.
func (r *reader) settled(i int) (state string, to int) {
	if i >= len(r.tokens) || !r.tokens[i].plain() {
		return "", i
	}
	to = i + 1
	for r.at(to, "off", "up", "out", "down") {
		to++
	}
	said := r.tokens[i].is("shut", "empty", "unlocked", "paid") || strings.HasSuffix(r.tokens[i].low, "ed") && r.goal(i, i+1) == Unsaid &&
		!r.tokens[i].is("specified", "provided", "configured", "defined", "supplied", "declared", "named", "used")
	if !said || !r.at(to, "first", "before") && !r.at(i-1, "first") && !r.at(i-2, "first") {
		return "", i
	}
	return r.text[r.tokens[i].at:r.tokens[to-1].end], to
}

// lastPart is where the last part of a clause before a token begins that names something.
func (r *reader) lastPart(i int) int {
	start := r.clauseStart(i)
	for at := i - 1; at > start; at-- {
		if r.at(at, ",") && len(r.named(at+1, i)) > 0 {
			return at + 1
		}
	}
	return start
}

// uses reads "Pod a uses it".
func uses(r *reader, i int) int {
	t := &r.tokens[i]
	switch {
	case t.is("uses", "using", "references", "needs", "requires", "mounts", "holds") && r.at(i+1, "it", "this", "the"):
	case t.is("depends", "depend", "relies") && r.at(i+1, "on") && r.at(i+2, "it", "this", "the"):
	case t.is("refers", "refer") && r.at(i+1, "to") && r.at(i+2, "it", "this", "the"):
	case t.is("prevents", "blocks", "preventing", "blocking") && !r.at(i-1, "is", "are", "not"):
		return r.backward(i, i+1, Unsaid)
	default:
		return i
	}
	return r.backward(i, i+1, Unused)
}

// attachedTo reads "still attached to Node a": the node stays.
func attachedTo(r *reader, i int) int {
	if !r.tokens[i].is("attached", "mounted", "bound", "connected") || !r.at(i+1, "to", "on", "at") || r.deniedAt(i) || !r.at(i-1, "still", "is", "are", "being", "already") {
		return i
	}
	return r.forward(i, i+2, Detached, false)
}

// deleting reads "deleting Pod a" and "failed to delete Pod a".
func deleting(r *reader, i int) int {
	if !r.tokens[i].is("delete", "deleting", "remove", "removing", "evict", "evicting", "terminating", "destroy", "destroying", "uninstall", "uninstalling", "deprovisioning", "deprovision") ||
		r.at(i-1, "before", "after", "when", "once", "without", "not", "for", "on", "by", "from") {
		return i
	}
	return r.direct(i, i+1, Gone)
}

// deletionOf reads "deletion of Pod a is pending" and "Pod a deletion in progress".
func deletionOf(r *reader, i int) int {
	if !r.tokens[i].is("deletion", "removal", "termination", "eviction") {
		return i
	}
	if r.at(i+1, "of") {
		return r.direct(i, i+2, Gone)
	}
	for _, m := range r.names {
		if m.to == i && m.Name != "" && !r.over(i) {
			r.add(Gone, []Mention{m}, m.from, i+1)
			return i + 1
		}
	}
	return i
}

// at reports whether the token at i is one of the words.
func (r *reader) at(i int, words ...string) bool {
	return i >= 0 && i < len(r.tokens) && r.tokens[i].is(words...)
}

// deniedAt reports whether the word at i is denied, or speaks of what is over.
func (r *reader) deniedAt(i int) bool {
	words := r.words(max(0, r.clauseStart(i), i-3), i)
	return denied(words) || len(words) > 0 && slices.Contains([]string{"stop", "stopped", "skip", "skipping", "done", "finished", "without", "unused"}, words[len(words)-1])
}

// over reports whether the clause of i says that it is done.
func (r *reader) over(i int) bool {
	for at := i; at < len(r.tokens) && !r.ends(at); at++ {
		if r.tokens[at].is("completed", "succeeded", "successful", "successfully", "finished", "done") {
			return true
		}
	}
	return r.at(r.clauseStart(i), "successfully")
}

// ends reports whether a clause ends before the token at i.
func (r *reader) ends(i int) bool {
	t := &r.tokens[i]
	switch {
	case t.is(";", ".", "!", "?"), t.is("\n") && !r.bullet(i+1):
		return true
	case t.is("because", "since", "but", "so", "although", "though", "whereas", "before", "after", "when", "if", "then", "while", "unless", "as", "due"):
		return true
	}
	return false
}

// bullet reports whether an item of a list begins at i.
func (r *reader) bullet(i int) bool {
	for i < len(r.tokens) && r.tokens[i].is("\n") {
		i++
	}
	return r.at(i, "*", "-", "•") || i < len(r.tokens) && r.nameFrom(i) != nil
}

// clauseStart is where the clause of the token at i begins.
func (r *reader) clauseStart(i int) int {
	for i--; i >= 0; i-- {
		if r.ends(i) || r.tokens[i].is(":") {
			return i + 1
		}
	}
	return 0
}

// clauseEnd is where the clause that begins at i ends. A comma ends it once it has
// said what is waited for.
func (r *reader) clauseEnd(i int) int {
	for from := i; i < len(r.tokens); i++ {
		switch {
		case r.ends(i), r.tokens[i].is(":"):
			return i
		case r.tokens[i].is(","), r.tokens[i].is("and") && r.nameFrom(i+1) == nil:
			if r.goal(from, i) != Unsaid {
				return i
			}
		}
	}
	return i
}

// words are those of prose between two tokens, outside of names.
func (r *reader) words(from, to int) []string {
	var out []string
	for i := max(from, 0); i < min(to, len(r.tokens)); i++ {
		if t := &r.tokens[i]; t.low != "" && !r.inName(i) && t.depth == r.tokens[min(from, len(r.tokens)-1)].depth {
			out = append(out, t.low)
		}
	}
	return out
}

func (r *reader) goal(from, to int) Goal { return goalOf(r.words(from, to)) }

func (r *reader) inName(i int) bool {
	return slices.ContainsFunc(r.names, func(m Mention) bool { return m.Name != "" && m.from <= i && i < m.to })
}

// nameFrom is the mention that begins at a token, nil where none does.
func (r *reader) nameFrom(i int) *Mention {
	for n := range r.names {
		if r.names[n].from == i {
			return &r.names[n]
		}
	}
	return nil
}

// forward takes what is named from a token to the end of the clause, or in the list
// behind it. Where nothing is named only a wait that says so itself is one.
func (r *reader) forward(i, from int, goal Goal, itself bool) int {
	end := r.clauseEnd(from)
	names := r.named(from, end)
	if goal == Unsaid {
		goal = r.goalFor(from, end, names)
	}
	if r.at(end, ":") {
		if more, listEnd := r.list(end+1, names); len(more) > 0 {
			names, end = append(slices.DeleteFunc(names, bare), more...), listEnd
		}
	}
	if len(names) == 0 && !itself {
		return i
	}
	r.add(goal, names, i, end)
	return end
}

// goalFor is the goal of a clause: what stands behind the names decides, and what
// stands before them where that says nothing, or only that it has to come to its end.
func (r *reader) goalFor(from, end int, names []Mention) Goal {
	if len(names) == 0 {
		return r.goal(from, end)
	}
	before, after := r.goal(from, names[0].from), r.goal(names[len(names)-1].to, end)
	if after == Unsaid || after == Finished && before == Gone && r.at(names[0].from-1, "of", "the") {
		return before
	}
	return after
}

// backward takes what is named from the beginning of the clause to a word.
func (r *reader) backward(i, to int, goal Goal) int {
	start := r.clauseStart(i)
	names := r.named(start, i)
	if len(names) == 0 {
		return i
	}
	r.add(goal, names, start, to)
	return to
}

// direct takes what is named at once behind a verb.
func (r *reader) direct(i, from int, goal Goal) int {
	at := from
	for at < len(r.tokens) && at < from+4 && r.nameFrom(at) == nil && r.tokens[at].plain() && !place(&r.tokens[at]) && !r.ends(at) {
		at++
	}
	if at >= len(r.tokens) || r.nameFrom(at) == nil || r.over(i) {
		return i
	}
	end := r.clauseEnd(at)
	names := r.named(at, end)
	names = slices.DeleteFunc(names, bare)
	if len(names) == 0 {
		return i
	}
	end = max(names[len(names)-1].to, i+1)
	r.add(goal, names, i, end)
	return end
}

// named are the mentions between two tokens that are no more than the place of
// another. What stands in parentheses counts only where nothing else does.
func (r *reader) named(from, to int) []Mention {
	var plain, aside []Mention
	for _, m := range r.names {
		if m.from < from || m.from >= to || r.placed(m.from, from) {
			continue
		}
		if r.tokens[m.from].depth > r.tokens[min(from, len(r.tokens)-1)].depth {
			aside = append(aside, m)
			continue
		}
		plain = append(plain, m)
	}
	whole := slices.DeleteFunc(slices.Clone(plain), bare)
	if aside = slices.DeleteFunc(aside, bare); len(whole) == 0 && len(aside) > 0 {
		return aside
	}
	if len(whole) > 0 {
		return whole
	}
	return plain
}

// placed reports whether a preposition makes of the mention at i a place, or a part of
// the name of another.
func (r *reader) placed(i, from int) bool {
	for at := i - 1; at >= from && at >= i-3; at-- {
		t := &r.tokens[at]
		switch {
		case t.is("of") && r.at(at-1, "one", "any", "all", "each", "some", "deletion", "removal", "termination", "eviction", "detachment", "completion", "cleanup", "release"):
			return false
		case t.is("at") && r.at(at+1, "least", "most"):
			return r.placed(at, from)
		case place(t):
			return true
		case r.inName(at), !t.plain():
			return false
		}
	}
	return false
}

func place(t *token) bool {
	return t.is("in", "on", "of", "from", "at", "with", "using", "via", "under", "within", "inside", "into", "onto", "to", "through", "against", "per", "by")
}

// list reads the items of a list, one straight after the other: mentions with prose
// before them, bullets, commas. Where it has names alone, they are of the kind that was
// named before it. It returns where it ends.
func (r *reader) list(i int, before []Mention) (names []Mention, end int) {
	if len(before) > 0 && bare(before[len(before)-1]) {
		if names, end = r.namesOf(before[len(before)-1].Kind, i); len(names) > 0 {
			return names, end
		}
	}
	end = i
	for i < len(r.tokens) {
		switch m := r.nameFrom(i); {
		case m != nil && m.Name != "":
			for n := range r.names { // all of one word for a kind begin where it stands
				if r.names[n].from == m.from {
					names, end = append(names, r.names[n]), r.names[n].to
				}
			}
			i = end
		case r.tokens[i].is(",", "\n", "*", "-", "•", "and", "[", "]", "{", "}"), r.tokens[i].plain() && r.itemBegins(i):
			i++
		default:
			return names, end
		}
	}
	return names, end
}

// namesOf reads names of a kind that stands before them.
func (r *reader) namesOf(kind string, i int) (names []Mention, end int) {
	for r.at(i, "[") {
		i++
	}
	for i < len(r.tokens) && nameLike(&r.tokens[i]) && (r.tokens[i].quoted || marked(r.tokens[i].text)) && r.nameFrom(i) == nil {
		m := Mention{Kind: kind, Name: r.tokens[i].text, Loose: true, from: i, to: i + 1}
		if space, name, ok := strings.Cut(m.Name, "/"); ok {
			m.Namespace, m.Name = space, name
		}
		names, end = append(names, m), i+1
		for i++; r.at(i, ",", "and"); i++ {
		}
	}
	return names, end
}

// bare reports whether a mention is of a kind alone.
func bare(m Mention) bool { return m.Name == "" }

// itemBegins reports whether prose at i leads to a further item, such as "control
// plane" to "Machines: a".
func (r *reader) itemBegins(i int) bool {
	if !r.at(i-1, "*", "-", ",", "•", "\n", ":") && !r.tokens[i-1].plain() {
		return false
	}
	for at := i; at < len(r.tokens) && at < i+4; at++ {
		if m := r.nameFrom(at); m != nil && m.Name != "" {
			return true
		}
		if !r.tokens[at].plain() || slices.Contains(functionWords, r.tokens[at].low) || r.ends(at) {
			return false
		}
	}
	return false
}

// add adds a wait, without what is named already.
func (r *reader) add(goal Goal, names []Mention, from, to int) {
	fresh := slices.DeleteFunc(slices.Clone(names), func(m Mention) bool {
		return slices.ContainsFunc(r.found, func(w Wait) bool {
			return slices.ContainsFunc(w.Names, func(known Mention) bool { return known.from == m.from && known.to == m.to })
		})
	})
	if len(fresh) == 0 && len(names) > 0 || to <= from {
		return
	}
	begin, end := r.tokens[from].at, r.tokens[min(to, len(r.tokens))-1].end
	r.found = append(r.found, Wait{For: goal, Names: fresh, Text: strings.TrimSpace(r.text[begin:end])})
}
