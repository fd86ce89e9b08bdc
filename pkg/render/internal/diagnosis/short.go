package diagnosis

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// How much of a text the short form shows, in columns, and how many of a kind.
const (
	causeColumns = 240
	stepColumns  = 240
	otherColumns = 180 // an alternative, a loss
	alsoColumns  = 100 // one of many causes
	shownParts   = 2   // with more, all but the first have a line each
	mostLines    = 20
	wholeColumns = 600 // of a text that is left whole where there is room for it
	ampleLines   = 16  // up to so many, texts stay whole, and in a longer answer what is quoted
	pipeColumns  = 140 // of a line where no terminal tells
	listedParts  = 6
	shownCaution = 2
	shownWays    = 2
	shownBriefly = 2 // of what is known
	chainWhole   = 5 // of a longer chain, the first two and the last two
)

// answer is a headline, and for each cause a few lines, each behind its label. Two causes
// are told alike, unless that fills the terminal; of more, all but the worst have a line. What
// a status claims goes where there is still too little room.
func (t *teller) answer(b *explain.Brief) {
	whole := len(b.Parts)
	if whole > shownParts {
		whole = 1
	}
	most := 0 // columns of what is known of a holder, none where nothing is
	if slices.ContainsFunc(b.Parts, func(p explain.Part) bool { return slices.ContainsFunc(p.Hold.Evidence, isKnown) }) {
		most = wholeColumns
	}
	t.room, t.known = lavish, most
	if slices.ContainsFunc(b.Parts[:whole], func(p explain.Part) bool { return wayOut(&p) > 0 && (whole == 1 || actsAfter(&p)) }) {
		t.room = boundless
	}
	if t.anew(b, whole); t.room == boundless && t.rows(t.lineColumns()) > mostLines {
		t.room = lavish
		t.anew(b, whole)
	}
	for ; t.room < boundless && t.rows(t.lineColumns()) > ampleLines && (t.room > scarce || t.known > 0); t.anew(b, whole) {
		switch {
		case t.known == wholeColumns:
			t.known = alsoColumns
		case t.known > 0:
			t.known = 0
		default:
			t.room, t.known = t.room-1, most
		}
	}
	if whole > 1 && t.rows(t.layout.Width) > mostLines {
		whole = 1
		t.anew(b, whole)
	}
	if t.rows(t.layout.Width) > mostLines {
		t.tight = true
		t.anew(b, whole)
	}
}

// anew tells it once more from the beginning.
func (t *teller) anew(b *explain.Brief, whole int) {
	t.layout.Out.Reset()
	t.unsaid, t.brief = 0, 0
	t.parts(b, whole)
}

// rows is how many rows of so many columns the answer takes so far, none where there are no columns.
func (t *teller) rows(columns int) int {
	n := 0
	for line := range strings.Lines(t.layout.Out.String()) {
		if columns > 0 {
			n += max(1, (paper.Width(strings.TrimSuffix(line, "\n"))+columns-1)/columns)
		}
	}
	if t.layout.Width == 0 {
		return n - t.brief
	}
	return n
}

// room is how much the short form may take.
type room int

const (
	scarce    room = iota
	ample          // what is quoted as a cause stays whole
	plenty         // so does all else
	lavish         // a second alternative is told too
	boundless      // and what is left where a holder never comes back
)

// lineColumns are those by which the rows of an answer are counted: none in a pipe, where what is quoted always
// stays whole.
func (t *teller) lineColumns() int {
	if t.layout.Width == 0 && t.room >= plenty {
		return pipeColumns
	}
	return t.layout.Width
}

// upTo is in how many columns a text is told that has so many where there is not plenty of room. One that quotes what
// was quoted as the cause has no more.
func (t *teller) upTo(columns int, text string) int {
	if t.room >= plenty && !strings.Contains(text, `"`) {
		return wholeColumns
	}
	return columns
}

// parts tells some of the causes in a block each, and the others in a line.
func (t *teller) parts(b *explain.Brief, whole int) {
	t.shortHead(b)
	if len(t.d.Incomplete) > 0 {
		text := words.Incomplete(t.d.Incomplete)
		if t.layout.Width > 0 && paper.Width(text)+2 > t.layout.Width {
			text = "incomplete: " + words.Count(len(t.d.Incomplete), "thing") + " could not be read: -o wide"
		}
		t.single(paper.Flag.Of("! "), paper.Plain.Of(text))
	}
	if len(b.Parts) == 0 {
		t.labelled("Because", paper.Message.Of(unheld(t.d)))
	}
	for i := range b.Parts[:whole] {
		if i > 0 {
			t.layout.Gap()
		}
		t.part(b, &b.Parts[i], whole > 1)
	}
	t.also(b, whole)
	t.careless()
	if len(b.Parts) < shownParts && !t.tight {
		t.statusLine(b)
	}
	if left := len(t.d.Causes) - reachedCauses(t.d); left > 0 {
		t.labelled("Nearby", paper.Quiet.Of(words.Count(left, "other cause")+", not seen to hold it: -o wide"))
	}
}

// shortHead is the verdict, how long, and the object as one types it.
func (t *teller) shortHead(b *explain.Brief) {
	o := &t.d.Objects[b.Object]
	said := strings.ToUpper(b.Verdict.Words())
	clock := t.d.Clock()
	plain := !clock.AtLeast && !clock.Copied() && !b.Since.IsZero()
	switch {
	case o.State == trace.Grace && plain:
		said += " " + words.Age(clock.At, b.Since)
	case o.State == trace.Deleting && plain:
		said += " " + clock.Age(b.Since)
	}
	place := ""
	if o.Namespace != "" {
		place = " -n " + paper.Identifier(o.Namespace)
	}
	ref := o.Ref
	if name := said + "  " + words.KindName(ref) + place; t.layout.Width > 0 && paper.Width(name) > t.layout.Width {
		ref.Group = "" // kubectl takes it so too
	}
	spans := []paper.Span{verdictRole(b.Verdict).Of(said), paper.Plain.Of("  "), paper.Asked.Of(words.KindName(ref)), paper.Plain.Of(place)}
	switch {
	case o.State == trace.Grace && plain:
		spans = append(spans, paper.Aside(paper.Quiet, "left of its grace period")...)
	case o.State == trace.Live:
		spans = append(spans, paper.Aside(paper.Quiet, "not being deleted")...)
	case !plain:
		if ref.Name == explain.NoName {
			spans = append(spans, paper.Aside(paper.Quiet, "its name was not copied")...)
		}
		spans = append(spans, paper.Plain.Of("  "), paper.Quiet.Of(words.AskedSince(&o.Node, o.AskedBy, clock)))
	}
	t.layout.Para(paper.Para{Spans: spans, Hang: 2})
}

// single writes what fits on a line.
func (t *teller) single(mark, text paper.Span) {
	if t.layout.Width > 0 {
		text.Text = paper.Fit(text.Text, t.layout.Width-paper.Width(mark.Text), t.layout.Sheet.Marks.Ellipsis)
	}
	t.layout.Line("", paper.Line{mark, text})
}

// part tells one cause. One of two leaves out what is not needed at once.
func (t *teller) part(b *explain.Brief, p *explain.Part, one bool) {
	onWay := len(p.Chain) > 2 || len(p.Chain) > 0 && !one
	if onWay {
		t.shown = p.Chain
	}
	defer func() { t.shown = nil }()
	t.labelled("Because", append(t.root(b, p), paper.Message.Of(paper.Tell(paper.Prose(p.Because), t.upTo(causeColumns, p.Because), t.room >= ample, t.layout.Sheet.Marks.Ellipsis)))...)
	if onWay {
		t.labelled("Chain", t.way(p.Chain)...)
	}
	t.labelled("Held by", t.heldBy(p)...)
	t.awaited(p.Hold)
	if about := related(p.Hold); about != "" {
		t.labelled("Related", paper.Message.Of(t.fit(about, alsoColumns)))
	}
	t.besides(p.Hold)
	if p.First != nil {
		t.act(doFirst, "", p.First, t.upTo(stepColumns, p.First.Text))
	}
	if p.Keep != nil {
		t.act("", "", p.Keep, t.upTo(otherColumns, p.Keep.Text))
	}
	if len(p.Or) > 0 && (!one || actsAfter(p)) {
		t.alternatives(p, one)
	}
	for i := range p.Cautions {
		if w := &p.Cautions[i]; i < shownCaution && (!one || i == 0 && w.Never) {
			t.caution(p.At.Object, w, "")
		} else {
			t.unsaid++
		}
	}
	t.forced(p.At.Object, p.Forced, t.upTo(otherColumns, ""))
}

// alternatives are what else may be done. Where there is room for a second one, that is none that takes a risk; the last
// then is what is left where the holder never comes back, which by itself changes nothing.
func (t *teller) alternatives(p *explain.Part, one bool) {
	last := wayOut(p)
	for i := range p.Or {
		s := &p.Or[i]
		if i == 0 || i == last && t.room == boundless || t.room >= lavish && !one && i < shownWays && s.Aim != explain.Guarded {
			t.act(otherLabel(p, i), "", s, t.upTo(otherColumns, s.Text))
		}
		if i == last && t.room == boundless && i > 0 {
			return
		}
	}
}

// wayOut is which alternative, after the first, is what is left where the holder never comes back; 0 where none is.
func wayOut(p *explain.Part) int {
	if !unseen(p.Hold) {
		return 0
	}
	for i := range p.Or {
		if s := &p.Or[i]; i > 0 && s.Aim == explain.Guarded && s.Effect == explain.Reads {
			return i
		}
	}
	return 0
}

// unseen reports whether the holder may be gone: it was neither seen nor heard, and is no part of Kubernetes.
func unseen(h *explain.Hold) bool {
	return !h.Holder.BuiltIn && h.Health != explain.Running && !h.Heard && h.Spoke.IsZero()
}

// root names the object at the root where it is not the one that was asked about, and
// says what the part's verdict is where it is not that of the object.
func (t *teller) root(b *explain.Brief, p *explain.Part) []paper.Span {
	var spans []paper.Span
	if p.Verdict != b.Verdict {
		spans = append(spans, paper.Verdict.Of(p.Verdict.Words()+": "))
	}
	if p.At.Object != b.Object {
		spans = append(append(spans, t.title(p.At.Object)...), paper.Plain.Of(": "))
	}
	return spans
}

// heldBy names what holds the root, who has to take it off, how sure that is, and how well
// that one is.
func (t *teller) heldBy(p *explain.Part) []paper.Span {
	who := holderInShort(p.Hold)
	if len(p.Finalizers) == 0 {
		if holderName(&p.Hold.Holder) == "" {
			return []paper.Span{paper.Plain.Of("no finalizer")}
		}
		if p.Hold.Presumed() {
			who += " (presumed)"
		}
		return []paper.Span{paper.Plain.Of(who)}
	}
	if len(p.Hold.Maybe) > 0 && p.Finalizers[0] == explain.NotCopied {
		return append(t.maybe(p.Hold.Maybe), paper.Plain.Of(" (not copied; "+who+")"))
	}
	var spans []paper.Span
	for i, name := range p.Finalizers {
		if i > 0 {
			spans = append(spans, paper.Plain.Of(", "))
		}
		spans = append(spans, words.Finalizer(name))
	}
	if len(p.Finalizers) == 1 && p.Finalizers[0] != explain.NotCopied && p.Hold.Presumed() {
		who = "not copied; " + who
	}
	return append(spans, paper.Plain.Of(" ("+who+")"))
}

// maybe names those of which one holds. A domain that they have in common is written once.
func (t *teller) maybe(names []string) []paper.Span {
	spans := []paper.Span{paper.Plain.Of("probably ")}
	domain, _, _ := strings.Cut(names[0], "/")
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			spans = append(spans, paper.Plain.Of(" or "))
		default:
			spans = append(spans, paper.Plain.Of(", "))
		}
		if rest, same := strings.CutPrefix(name, domain+"/"); same && i > 0 {
			name = t.layout.Sheet.Marks.Ellipsis + "/" + rest
		}
		spans = append(spans, words.Finalizer(name))
	}
	return spans
}

// awaited tells, where all else leaves room for it, what the holder is known to wait for, and what else is known of such an
// object: some of that in any answer that is not too long for a screen, where it is said in a line.
func (t *teller) awaited(h *explain.Hold) {
	for i := range h.Evidence {
		e, most := &h.Evidence[i], t.known
		if e.Kind == explain.Known && !t.tight && t.brief < shownBriefly && paper.Width(e.Fact) <= alsoColumns {
			most, t.brief = max(most, alsoColumns), t.brief+1
		}
		if isKnown(*e) && most > 0 {
			t.labelled("Known", paper.Message.Of(t.fit(e.Fact, most)))
		}
	}
}

func isKnown(e explain.Evidence) bool {
	return e.Kind == explain.Awaited || e.Kind == explain.Known
}

// besides tells, where there is room, what stands beside a copied object and nothing of the answer rests on.
func (t *teller) besides(h *explain.Hold) {
	label := "Said"
	for i := range h.Evidence {
		if e := &h.Evidence[i]; e.Kind == explain.Besides && t.room >= ample {
			t.labelled(label, paper.Message.Of(t.fit(phrase.Quoted(e.Words), causeColumns)), paper.Quiet.Of(" ["+e.Source+"]"))
			label = ""
		}
	}
}

// related names what else a copied object is about, which nothing else tells whoever reads
// the copy: whose data it is, and where.
func related(h *explain.Hold) string {
	var names []string
	for i := range h.Evidence {
		if e := &h.Evidence[i]; e.Kind == explain.Related {
			names = append(names, e.Words)
		}
	}
	return strings.Join(names, "; ")
}

// holderInShort is the holder without what runs it.
func holderInShort(h *explain.Hold) string {
	who := &h.Holder
	name := holderName(who)
	switch {
	case name == "":
		return "holder not known"
	case h.Reason == explain.NobodyRemoves:
		return "nobody; made by " + name
	case who.Confidence == explain.Possible:
		return "holder not known, possibly " + name
	}
	health, sure := healthText(h), ""
	switch untold := h.Health == "" || h.Health == explain.Hidden; {
	case untold && !h.Spoke.IsZero():
		health = "it ran " + trace.Clock{}.When(h.Spoke) // a copy tells no ages
	case untold && h.Heard:
		health = "it ran, by its words"
	}
	if who.Confidence == explain.Likely {
		sure = string(explain.Likely)
	}
	if who.BuiltIn && h.Health == explain.Hidden {
		health = "a part of Kubernetes"
	}
	return explain.Joined(", ", name, sure, health)
}

// way names the objects from the one that was asked about down to the root.
func (t *teller) way(chain []explain.Place) []paper.Span {
	var spans []paper.Span
	link := func(s ...paper.Span) {
		if len(spans) > 0 {
			spans = append(spans, paper.Quiet.Of(" > "))
		}
		spans = append(spans, s...)
	}
	for at, p := range chain {
		switch {
		case len(chain) <= chainWhole, at < 2, at >= len(chain)-2:
			link(t.inChain(chain, p)...)
		case at == 2:
			link(paper.Quiet.Of(words.Thousands(len(chain)-4) + " more"))
		}
	}
	return spans
}

// inChain names an object without its group, unless another kind of the chain has the same
// name.
func (t *teller) inChain(chain []explain.Place, p explain.Place) []paper.Span {
	o := &t.d.Objects[p.Object]
	ref := o.Ref
	if !slices.ContainsFunc(chain, func(q explain.Place) bool {
		other := t.d.Objects[q.Object].Ref
		return other.Kind == ref.Kind && other.Group != ref.Group
	}) {
		ref.Group = ""
	}
	return words.Named(words.NameRole(&o.Node), ref, t.home)
}

// also has a line for each of many causes after the first.
func (t *teller) also(b *explain.Brief, from int) {
	label := "Also"
	rest := b.Parts[from:]
	for i := range rest[:min(len(rest), listedParts)] {
		p := &rest[i]
		spans := t.root(b, p)
		if p.At.Object == b.Object && len(p.Finalizers) > 0 {
			spans = append(spans, words.Finalizer(p.Finalizers[0]), paper.Plain.Of(": "))
		}
		t.labelled(label, append(spans, paper.Message.Of(t.fit(p.Because, alsoColumns)))...)
		label = ""
	}
	if left := len(rest) - listedParts; left > 0 {
		t.labelled("", paper.Quiet.Of("and "+words.Count(left, "more cause")+": -o wide"))
	}
}

// statusLine says of the first object on the way what its status claims beside the truth.
func (t *teller) statusLine(b *explain.Brief) {
	on := []int{b.Object}
	for i := range b.Parts {
		for _, p := range b.Parts[i].Chain {
			on = append(on, p.Object)
		}
		on = append(on, b.Parts[i].At.Object)
	}
	for _, i := range on {
		claim := t.claims(i, true)
		if claim == "" {
			continue
		}
		var spans []paper.Span
		if i != b.Object {
			spans = append(t.title(i), paper.Plain.Of(" "))
		}
		t.labelled("Status", append(spans, paper.Plain.Of(t.fit(claim, causeColumns)))...)
		return
	}
}

// claims is what the status of an object claims beside the truth and, where that is to be told, what is known of how old
// it is.
func (t *teller) claims(object int, dated bool) string {
	o := &t.d.Objects[object]
	claim, bygone := paper.Prose(o.Disagreement), ""
	if dated {
		bygone = paper.Prose(o.Bygone)
	}
	switch {
	case claim == "", strings.HasPrefix(bygone, claim+" "), strings.HasPrefix(bygone, claim+","):
		return bygone
	case strings.Contains(claim, emptied):
		return claim + notEmpty
	}
	return claim + although + phrase.Prefixed("; it ", bygone)
}

// fit takes a text from the cluster down to so many columns, so that its point stays.
func (t *teller) fit(text string, columns int) string {
	return paper.Shorten(paper.Prose(text), columns, t.layout.Sheet.Marks.Ellipsis)
}
