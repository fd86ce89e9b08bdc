package signs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// besideIt is where lines of a log stand that were copied beside the object, textBeside where those may be a person's.
const besideIt, textBeside = holder.LogBeside, "text copied beside it"

// asideWords are what was copied beside the object and names it: lines of a log, of
// which nothing tells who printed them. Where it is the only one that goes, errors that
// name nothing else are told too.
func asideWords(h *hearing.Case) []Word {
	if len(h.View.Logs.Aside) == 0 || !h.Node.State.Going() {
		return nil
	}
	a := aside{h: h, subject: hearing.SubjectOf(h), sole: h.GoesAlone(), alone: spokenOnly(h), speakers: shown.Speakers(h), heading: h.Heading(linesBeside(h))}
	typed := sentence.HelmTyped(h.View.Logs.Aside.Texts())
	for _, l := range linesBeside(h) {
		if !typed || !sentence.ByHelm(l.Message) { // who has typed the command was answered so, and not the holder
			a.hear(&l)
		}
	}
	said := append(a.answers.all(), personSays(h, a.sole)...)
	return reportedWords(h, append(a.words(), said...), a.sole)
}

// words are those that name the object. Where none of them fails, those go with them that name nothing: of a deletion that
// fails, which is not told of something else or for what is still used, or any where none names the object.
func (a *aside) words() []Word {
	named := a.surely.words(a.h, true)
	if slices.ContainsFunc(named, func(w Word) bool { return w.fails }) {
		return named
	}
	unnamed := a.perhaps.words(a.h, false)
	if len(named) > 0 {
		unnamed = slices.DeleteFunc(unnamed, func(w Word) bool {
			m := failure.Of(w.Text)
			return !w.fails || !ofDeletion(w) || m != nil && m.Used || strings.Contains(w.Text, " of a ") || strings.Contains(w.Text, " of an ") || namesOther(a.h, deletes, w.Text, false)
		})
	}
	return append(named, unnamed...)
}

// aside is what was heard of the lines beside the object.
type aside struct {
	h                        *hearing.Case
	subject                  *logline.Subject
	sole, alone              bool
	speakers                 map[string]string
	heading                  string
	surely, perhaps, answers lines
}

func (a *aside) hear(l *logline.Line) {
	if l.Answer != "" {
		if w, told := serverSaid(a.h, l); told && a.sole {
			a.answers.take(&w)
		}
		return
	}
	_, ofAnother := anotherIn(a.h, l)
	if ofAnother && awaitsThis(a.h, l.Said()) {
		return // that one waits, and not this
	}
	w := wordBeside(l, a.heading)
	if a.speakers[l.Message] != "" {
		if w.author = somebodyElse; a.subject.In(l) < logline.Nearly {
			return
		}
	}
	naming := namingOf(a.h, a.subject, l, a.alone)
	if naming == logline.Surely || naming == logline.Nearly {
		w.author = cmp.Or(w.author, authorAside(a.h, l))
		a.surely.put(a.h, l, w)
		return
	}
	w.unnamed = true
	if w.author == unknownAuthor && a.sole && !ofAnother && rights.HolderRefused(a.h, l.Said()) {
		w.author = theHolder
	}
	if naming == logline.Perhaps || a.sole && l.Level >= logline.Error && !ofAnother && !ofItsKind(a.h, l) && (a.h.Node.Name == explain.NoName || !a.subject.NotIn(l)) {
		a.perhaps.put(a.h, l, w)
	}
}

// wordBeside is a word that stood beside the object: in a log, or in what has no mark of one.
func wordBeside(l *logline.Line, heading string) Word {
	if l.At.IsZero() && l.Level == logline.Unknown && len(l.Fields) == 0 && (asProse(l.Message) || l.Message != "" && strings.Contains(heading, l.Message)) {
		return Word{source: textBeside, by: "the " + textBeside, aside: true, prose: true}
	}
	return Word{source: besideIt, by: "the " + besideIt, aside: true}
}

// authorAside is who printed a line that names the object: Kubernetes' own parts are seldom asked for their log.
func authorAside(h *hearing.Case, l *logline.Line) author {
	if h.Holder.BuiltIn && h.Health != explain.Hidden {
		return unknownAuthor
	}
	return printerOf(h, l)
}

// reportedWords are those there, and what a person quotes: where there are none, or of the use of what is waited for in vain.
func reportedWords(h *hearing.Case, out []Word, sole bool) []Word {
	if !sole || !h.View.Copied || slices.ContainsFunc(out, func(w Word) bool { return !w.inVain() && !w.prose }) {
		return out
	}
	tells := func(w Word) bool {
		return w.quotedUse() && slices.ContainsFunc(out, func(vain Word) bool { return vain.inVain() && sentence.MayUse(w.Text, vain.Text, h.Node.Name) })
	}
	return append(out, slices.DeleteFunc(quotedWords(h, len(out) > 0), func(w Word) bool { return len(out) > 0 && !tells(w) })...)
}

// quotedWords are what a person quotes: the deletion fails with it, a program says it, beside others of nothing else.
func quotedWords(h *hearing.Case, beside bool) (out []Word) {
	w := Word{Text: redact.Text(sentence.FailsWith(h.View.Logs.Aside.Texts(), func(said string) bool { return acts.NamesIt(h, said) })), source: holder.TextBeside, by: "the " + holder.TextBeside, fails: true, since: true, count: 1, aside: true}
	if w.Text != "" {
		return []Word{w}
	}
	for _, l := range h.View.Logs.Aside {
		by, words, told := sentence.Reported(strings.TrimSpace(l.Text))
		w.Text, w.by, w.unnamed = redact.Text(words), "the "+by+", as is written beside it,", true
		ofMore := sentence.OfManyOrElse(strings.Replace(l.Text, words, "", 1))
		w.fails = errorLike(words) || w.quotedUse() && !ofMore
		if told && (!beside || !ofMore) && len(out) < mostTold && (w.fails || saysWaits(Word{Text: words})) {
			out = append(out, w)
		}
	}
	return out
}

// inVain reports whether words tell of no more than a wait that has ended in vain.
func (w Word) inVain() bool {
	m := failure.Of(w.Text)
	return m != nil && m.Name == failure.NotInTime
}

// quotedUse reports whether a person quotes with them that something is still used.
func (w Word) quotedUse() bool {
	m := failure.Of(w.Text)
	return m != nil && m.Used && w.unnamed && w.source == holder.TextBeside
}

// asProse reports whether a line is a sentence of a person for itself: what programs say often begins without a capital.
func asProse(line string) bool { return sentence.IsProse(line) && capital.MatchString(line) }

var capital = regex.New(`^[^A-Za-z]*[A-Z]`)

// mostTold is how many sentences of a person are told.
const mostTold = 2

// personSays are the sentences in which a person says that the controller is gone, or what the object waits for:
// nobody else has said so, and nothing shows whether it is so by now.
func personSays(h *hearing.Case, sole bool) (out []Word) {
	if !sole || !h.View.Copied {
		return nil
	}
	for _, l := range h.View.Logs.Aside {
		if !asProse(l.Text) {
			continue
		}
		for _, said := range sentence.Split(strings.TrimSpace(l.Text)) {
			if len(out) < mostTold && !logline.Typed.MatchString(said) && sentence.TellsGone(said) {
				out = append(out, Word{Text: redact.Text(said), source: holder.TextBeside, by: "a person", author: somebodyElse, count: 1, aside: true})
			}
		}
	}
	return out
}

// asideMemory keeps the lines beside an object, by the hold: whose words count as its holder's is no matter of them.
type asideMemory struct {
	lines sight.Memo[[2]string, []logline.Line]
}

// linesBeside are the lines of a log among what was copied beside the object. The list is not to be changed.
func linesBeside(h *hearing.Case) []logline.Line {
	return sight.Memory[asideMemory](h.View).lines.Get(holdID(h), func() []logline.Line { return readBeside(h) })
}

func readBeside(h *hearing.Case) (out []logline.Line) {
	alone, of, others := spokenOnly(h), "", h.OthersNamed(akin)
	for _, e := range holder.EntriesBefore(explain.Log{Lines: h.View.Logs.Aside}, yearOf(h)) {
		l := e.Line
		if m := listing.FindStringSubmatch(e.Printed[0].Text); m != nil {
			of = m[1]
		}
		if read, is := besideEntry(h, &e, of, alone, others); is {
			out = append(out, read)
			continue
		}
		if cells, is := logline.Cells(e.Printed[0].Text); is && l.At.IsZero() && l.Level == logline.Unknown {
			l.Message = ofRow(cells, h.Node.Name, h.Node.Name == explain.NoName || !h.Kind.Namespaced && h.Kind.IsNamespace())
		}
		if l.At.Before(earliest(h)) {
			l.At = time.Time{} // somebody has made it up
		}
		prose, printed := l.At.IsZero() && l.Level == logline.Unknown, e.Printed[0].Text
		if prose && !tellsInProse(&l, printed, alone) || logline.Typed.MatchString(printed) || sentence.OwnWait(printed) {
			continue
		}
		out = append(out, l)
	}
	return logline.Whole(out)
}

// tellsInProse reports whether what a person writes tells of the object, which is alone, more than that it does not
// go or that all is well, and leaves that out.
func tellsInProse(l *logline.Line, printed string, alone bool) bool {
	tells := func(said string) bool { return errorLike(said) || saysWaits(Word{Text: said}) }
	l.Message = sentence.WithoutDenials(sentence.WithoutComplaints(sentence.WithoutForcing(sentence.WithoutStories(l.Message))), tells)
	if !alone || !tells(l.Message) || personallySaid(printed, l.Message) {
		return false
	}
	l.Message = strings.TrimRight(l.Message, ":") // nothing follows
	return true
}

// besideEntry reads what was printed and is no line of a log, or is about another object that the text names.
func besideEntry(h *hearing.Case, e *holder.Entry, of string, alone bool, others []trace.Ref) (logline.Line, bool) {
	if read, is := besideLine(h, e.Printed[0].Text, of, &e.Line, alone); is {
		return read, true
	}
	return h.OfAnotherNamed(e.Line, e.Printed, others, yearOf(h))
}

// besideLine reads what was printed and is no line of a log: what a person was answered, an event, or a row about
// the very object, where more of that was copied than words.
func besideLine(h *hearing.Case, printed, of string, l *logline.Line, alone bool) (logline.Line, bool) {
	if said, is := logline.ByHand(printed); is {
		return logline.Line{At: l.At, Level: logline.Error, Answer: refusedByHand, Message: said}, true
	}
	if m := bareEvent.FindStringSubmatch(printed); m != nil {
		return logline.Line{Level: levelOfEvent[m[1]], Message: m[2]}, true
	}
	row, is := rowOfItself(h, printed, of)
	return row, is && !alone && l.At.IsZero() && l.Level == logline.Unknown
}

// personallySaid reports whether a line is a sentence of the person who asks, or leads to something.
func personallySaid(printed, message string) bool {
	seen := leftBehind.MatchString(message) || bulleted.MatchString(printed)
	return personal.MatchString(sentence.WithoutAdvice(message)) || sentence.Heads(message) || seen && !errorLike(message)
}

// leftBehind is how people tell of what they see stay, which no program says of what it waits for.
var leftBehind = regex.New(`(?i)\b(?:will be|was|were|is|are|gets?|been) left\b|\b(?:remain(?:s|ed)?|stay(?:s|ed)?) (?:stuck|there|forever|in )`)

// bulleted is a sentence of a list that a person writes: what was done, and what was seen of it.
var bulleted = regex.New(`^\s*(?:[-*]|\d+[.)]) +[A-Z][a-z]+ [a-z]`)

// listing is a command that prints objects of a type as a table.
var listing = regex.New(`\b(?:kubectl|oc|k) get (?:-\S+ )*([a-z][a-z0-9.-]*)`)

// rowOfItself is what a row of a table tells of the very object that was copied beside it, as its kind has that
// printed. Of is the type of the table, where a command tells it.
func rowOfItself(h *hearing.Case, row, of string) (l logline.Line, is bool) {
	cells, is := logline.Cells(row)
	at := slices.Index(cells, h.Node.Name)
	plural, _, _ := strings.Cut(of, ".")
	switch {
	case !is, at < 0, at > 1, at == 1 && apart(h, cells[0]):
		return l, false
	case of != "" && !slices.ContainsFunc(hearing.SubjectOf(h).Kinds, func(k string) bool { return strings.EqualFold(k, plural) }):
		return l, false
	}
	l.Message = tellingCell(cells[at+1:])
	if !ofDeletion(Word{Text: l.Message}) && slices.ContainsFunc(cells[at+1:], func(cell string) bool { return hearing.HasRun[cell] }) {
		return l, false // what it failed at is what it was made for
	}
	l.Fields = []logline.Field{{Key: "kind", Value: h.Kind.Kind}, {Key: "namespace", Value: h.Node.Namespace}, {Key: "name", Value: h.Node.Name}}
	return l, strings.Contains(l.Message, " ")
}

// namingOf says how surely a line speaks of the object. Where nothing was copied but words, those are of it.
func namingOf(h *hearing.Case, subject *logline.Subject, l *logline.Line, alone bool) logline.Naming {
	naming := subject.In(l)
	if alone && naming < logline.Nearly && !ofItsKind(h, l) && !ofOther(h, l) {
		return logline.Surely
	}
	return naming
}

// ofOther reports whether a line is about an object that a person names beside the one which goes, or by its fields
// about one that has to do with it: of its kind for a platform, or of another one with its group.
func ofOther(h *hearing.Case, l *logline.Line) bool {
	at, another := anotherIn(h, l)
	if kind, _, _ := l.Object(); another && kind != "" && !h.Kind.IsUntyped() && akin(h, at) && (at.Group != "" || sight.SameStem(kind, h.Kind.Kind)) {
		return true
	}
	return another && slices.ContainsFunc(h.OthersNamed(akin), func(ref trace.Ref) bool { return ref.Name == at.Name && strings.EqualFold(ref.Kind, at.Kind) })
}

// ofItsKind reports whether a line is about another object of the same kind.
func ofItsKind(h *hearing.Case, l *logline.Line) bool {
	at, another := anotherIn(h, l)
	return another && strings.EqualFold(at.Kind, h.Kind.Kind) || l.InOther(h.Node.Namespace, h.Node.Name) || namesOther(h, kindAndPath, l.Said(), true) || namesOther(h, deletes, l.Said(), true)
}

// namesOther reports whether words in such a form name another object by its kind and its name.
func namesOther(h *hearing.Case, form *regex.Regexp, said string, sameKind bool) bool {
	for at := form.FindStringSubmatchIndex(said); at != nil; at = form.FindStringSubmatchIndex(said) {
		m := form.FindStringSubmatch(said)
		own := strings.EqualFold(m[1], h.Kind.Kind)
		named := m[2] != "" || m[4] != "" && (m[4] != `"` || strings.Contains(m[0], ` "`)) && !slices.Contains(plainBehind, m[3]) || strings.ContainsAny(m[3], "-0123456789")
		if named && (own && h.Node.Name != explain.NoName && (m[3] != h.Node.Name || apart(h, m[2])) || !own && !sameKind) {
			return true
		}
		said = said[at[3]:] // the next word may be the kind
	}
	return false
}

// plainBehind are words that stand behind a kind and are no name of one.
var plainBehind = strings.Fields("finalizer finalizers resource resources object status failed")

// kindAndPath is a kind before a name, and perhaps its namespace.
var kindAndPath = regex.New(`\b([A-Za-z]+) "?(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*[a-z0-9])("?)`)

// deletes is a verb of deletion before a kind and a name, which ends with a quote, a colon or the whole.
var deletes = regex.New(`(?i)\b(?:delet(?:e|ing|ion of)|remov(?:e|ing|al of)|clean(?:ing)? up|finali[sz](?:e|ing)|terminat(?:e|ing)|destroy(?:ing)?) (?:the |an? )?([\w.]+) ["']?(?:([\w.-]+)/)?([\w.-]*\w)(["':]|\s*$)?`)

// bareEvent is a row of events without its age and without who says so.
var bareEvent = regex.New(`^\s*(Warning|Normal)\s{2,}[A-Z][A-Za-z]+\s{2,}([A-Za-z]\S*(?: \S+){2,})\s*$`)

var levelOfEvent = map[string]logline.Level{"Warning": logline.Warning, "Normal": logline.Info}

// personal is a sentence of the person who asks, a step for who is to do the same, or the head of a part of an object. A
// name such as my-gear is no word of one.
var personal = regex.New(`(?:^|[^\w.-])(?:I|I'm|I've|[Ww]e|[Mm]y|[Oo]ur|[Aa]nyone|[Pp]lease)(?:[^\w-]|$)|\b(?:is|was) the (?:problem|culprit)\b|^\W*(?:\d+[.)] *)?Wait (?:for|until|till)\b.* (?:reconciled?|created|ready|running|available|deployed|up|started|provisioned|installed|healthy)\b|^(?i:events|status|spec|metadata|conditions):(?:\s|$)`)

// spokenOnly reports whether nothing of the object was copied but words that speak of it, and
// perhaps its finalizers.
func spokenOnly(h *hearing.Case) bool {
	if !h.View.Copied || h.Object == nil || !h.GoesAlone() || h.Node.UID != "" && h.Object.GetUID() != "" {
		return false
	}
	for field, value := range h.Object.Object {
		if text, is := value.(string); is && text != "" && field != "apiVersion" && field != "kind" {
			return false // describe has printed it
		}
		if m, is := value.(map[string]any); is && field != "metadata" && len(m) > 0 && h.Kind.Kind != "Namespace" {
			return false
		}
	}
	if at := h.Object.GetDeletionTimestamp(); h.Finalizer != explain.NotCopied && at != nil && at.Unix() > 1 {
		return false // the object itself was copied, in part
	}
	created := h.Object.GetCreationTimestamp()
	return created.IsZero()
}

// earliest is the moment before which nothing was printed of the object.
func earliest(h *hearing.Case) time.Time {
	if h.Object == nil || h.Object.GetCreationTimestamp().Unix() <= 0 {
		return firstRelease
	}
	return h.Object.GetCreationTimestamp().AddDate(0, 0, -1)
}

// firstRelease is when Kubernetes was first released.
var firstRelease = time.Date(2015, 7, 1, 0, 0, 0, 0, time.UTC)

// failingAnswers are those that tell of more than how it was asked.
var failingAnswers = []string{"InternalError", "ServiceUnavailable", "Timeout", "ServerTimeout", "Invalid", "Forbidden"}

// serverSaid is what the API server has answered to somebody who asked it about what is
// around the object, as kubectl printed it beside that. What a person may not do, and that
// the object itself is not there by now, tells nothing of why it stayed.
func serverSaid(h *hearing.Case, l *logline.Line) (w Word, told bool) {
	w = Word{Text: redact.Text(l.Message), reason: l.Answer, source: answerBeside, by: "the API server", since: true, count: 1, aside: true}
	switch {
	case l.Answer == refusedByHand:
		// Who asked knows what was to be changed, which may be anything: its holder does not fail at that. That
		// no finalizer is added to what goes is so for everybody, and nothing has to be done about it.
		w.reason, w.source, w.author = "", answerByHand, somebodyElse
		w.fails = !strings.Contains(w.Text, noNewFinalizers)
		return w, true
	case l.Answer == "NotFound":
		return w, !strings.Contains(w.Text, `"`+h.Node.Name+`"`)
	case strings.Contains(w.Text, "User \"") && !strings.Contains(w.Text, "User \"system:"):
		return w, false
	}
	w.fails = slices.Contains(failingAnswers, l.Answer)
	return w, w.fails
}

// answerBeside is where an answer of the API server stands that was copied beside the object.
const answerBeside = "answer copied beside it"

const (
	// answerByHand is where stands what a person was answered who has tried to change something.
	answerByHand = "answer to a command of a person"
	// refusedByHand is the class of such an answer, in the place of those of the API server.
	refusedByHand = "RefusedByHand"
	// noNewFinalizers is how the API server refuses to put a finalizer on what is being deleted.
	noNewFinalizers = "no new finalizers can be added"
)

// SpokeAside reports whether a log that was copied beside the object names it, so that its controller runs, or ran.
func SpokeAside(h *hearing.Case) bool {
	return slices.ContainsFunc(asideWords(h), func(w Word) bool { return w.author == theHolder })
}

// yearOf is the moment before which lines were printed that leave the year out. What was
// copied beside an object was so after it was asked to go, and not for ever after.
func yearOf(h *hearing.Case) time.Time {
	switch asked := h.AskedAt(); {
	case h.View.Clock.Copied() || asked.IsZero():
		return time.Time{}
	case h.View.Clock.AtLeast:
		return asked.AddDate(0, monthsAside, 0)
	}
	return h.View.Clock.At
}

// monthsAside is how long after the deletion a line may have been printed.
const monthsAside = 11

// KubeletSaid is the line that the kubelet of a node, or the container runtime there, printed of
// why it cannot end a pod, and that was copied beside that: an error first, and of those the last.
func KubeletSaid(h *hearing.Case) (said string, found bool) {
	if len(h.View.Logs.Aside) == 0 {
		return "", false
	}
	subject, alone, most := hearing.SubjectOf(h), spokenOnly(h), 0
	for _, l := range linesBeside(h) {
		text := redact.Text(l.Said())
		weight := 1
		if l.Level >= logline.Error {
			weight = 2
		}
		if weight < most || l.Answer != "" || !lineFails(&l) || !explain.KubeletEnds(text) || namingOf(h, subject, &l, alone) < logline.Nearly {
			continue
		}
		said, found, most = text, true, weight
	}
	return said, found
}

// NodeBeside is the node whose journal the lines of a kubelet were copied from, empty where they do
// not tell.
func NodeBeside(h *hearing.Case) string {
	for _, l := range h.View.Logs.Aside {
		if node := logline.NodeOfJournal(l.Text); node != "" {
			return node
		}
	}
	return ""
}
