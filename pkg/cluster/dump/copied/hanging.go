package copied

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// hanging is an object that no line of a log, no command and no table of objects names: the one of which sentences say
// that it hangs, that rows of events are about, or that sentences name.
func (q *Question) hanging(of spoken.Of, lines []string) spoken.Of {
	if of.Name != "" {
		return of
	}
	said, hangs := spoken.Hanging(lines, q.kindOf)
	takes := []spoken.Of{said, q.rowed(lines)}
	if !hangs {
		slices.Reverse(takes)
	}
	for _, found := range takes {
		if of.Kind == "" || of.Kind == trace.Untyped || strings.EqualFold(of.Kind, found.Kind) {
			of = joinedWith(of, found)
		}
	}
	return q.grouped(of, lines)
}

// longhand is an object of a type that a command has by its short name, with the one kind of several words which the
// text names and for which that may be short; or else the one of which the text has the plural, as in the name of a webhook.
func (q *Question) longhand(of spoken.Of, lines []string) spoken.Of {
	if _, known := q.kindOf(of.Kind); known != "" || of.Kind == "" || of.APIVersion != trace.Unstated {
		return of
	}
	found := q.named(lines, severalWords, withoutS, func(kind string) bool { return beside.Shortens(of.Kind, kind) })
	if found.Kind == "" {
		found = q.named(lines, smallLetters, phrase.SingularOf, func(kind string) bool { return innerCapital.MatchString(kind) && beside.Shortens(of.Kind, kind) })
	}
	if found.Kind != "" {
		of.APIVersion, of.Kind = found.APIVersion, found.Kind
	}
	return of
}

// smallLetters are words that are long enough for the plural of a kind of several words.
var smallLetters = regex.New(`\b[a-z]{8,}s\b`)

// severalWords is a kind that is called so in several words.
var severalWords = regex.New(`\b[A-Z]+[a-z]+(?:[A-Z][A-Za-z]*)+\b|\b[A-Z]{2,}[a-z]{2,}\b`)

// kindSaid is an object of which nothing tells the kind but sentences that say it of one that hangs.
func (q *Question) kindSaid(of spoken.Of, lines []string) spoken.Of {
	if of.Kind != "" && of.Kind != trace.Untyped {
		return of
	}
	said := func(lines []string) spoken.Of { return spoken.HangingKind(lines, q.kindOf) }
	for _, take := range []func([]string) spoken.Of{said, q.titled, q.ofWriter, q.ofSort, q.ofDeleted, q.undeletable, q.ofProject} {
		if of.Kind != "" && of.Kind != trace.Untyped {
			break
		}
		if found := take(lines); !meansLonger(lines, found.Kind) {
			of = joinedWith(of, found)
		}
	}
	if of.Kind == "" || of.Kind == trace.Untyped {
		return of
	}
	return q.inGroup(of, lines)
}

// inGroup is an object of a kind that several groups have, in that of the one project of which lines tell.
func (q *Question) inGroup(of spoken.Of, lines []string) spoken.Of {
	if of.Kind != "" && of.APIVersion == trace.Unstated && q.Grouped != nil {
		of.APIVersion = strings.TrimPrefix(q.Grouped(of.Kind, lines)+"/"+trace.Unstated, "/")
	}
	return of
}

// meansLonger reports whether a kind of several words, which a person has called by them, is not spelled so anywhere, and
// one is that begins with the same words: then that one is spoken of, whatever has it.
func meansLonger(lines []string, kind string) bool {
	longer := false
	for _, line := range lines {
		for _, word := range severalWords.FindAllString(line, -1) {
			if strings.TrimSuffix(word, "s") == kind {
				return false
			}
			longer = longer || len(word) > len(kind)+1 && strings.EqualFold(word[:len(kind)], kind)
		}
	}
	return longer && severalWords.MatchString(kind)
}

// ofSort is an object of the one kind of several words that the text names and that ends in the word by which a log calls
// what it cannot delete.
func (q *Question) ofSort(lines []string) (of spoken.Of) {
	sort := spoken.SortDeleted(lines)
	return q.named(lines, severalWords, withoutS, func(kind string) bool { return sort != "" && strings.HasSuffix(strings.ToLower(kind), sort) })
}

// ofDeleted is an object of the one kind of several words of which sentences say that somebody deletes something.
func (q *Question) ofDeleted(lines []string) (of spoken.Of) {
	for _, word := range spoken.DeletedWords(lines) {
		apiVersion, kind := q.kindOf(word)
		if kind == "" && spelledOut.MatchString(word) { // nobody else's word
			apiVersion, kind = trace.Unstated, strings.TrimSuffix(word, "s")
		}
		switch {
		case kind == "" || builtin.VersionOf(kind) == apiVersion || !innerCapital.MatchString(kind):
		case of.Kind != "" && of.Kind != kind:
			return spoken.Of{}
		default:
			of.APIVersion, of.Kind = apiVersion, kind
		}
	}
	return of
}

// undeletable is an object of the kind with which the first sentence begins that says that it cannot be deleted, or that it
// was not. What is no kind of Kubernetes itself is called so by several words, by one behind it, or where lines tell of
// the one project that has it.
func (q *Question) undeletable(lines []string) spoken.Of {
	words := spoken.Undeletable(lines, true)
	for i, word := range words {
		called := i+1 < len(words) && spoken.AnyKind(words[i+1])
		if !called && i+1 < len(words) && !spoken.TellsWhich(words[i+1]) {
			continue // a GearBox app is no GearBox
		}
		of := q.wordFor(word, lines)
		plain := of.APIVersion == trace.Unstated && !innerCapital.MatchString(of.Kind)
		if of.Kind != "" && (called || !plain) {
			return of
		}
	}
	return spoken.Of{}
}

// ofProject is an object of the kind of which a sentence says that some of it hang, by a plain word that lines tell the one
// project of.
func (q *Question) ofProject(lines []string) spoken.Of {
	for _, word := range spoken.HangingWords(lines, false) {
		if of := q.wordFor(word, lines); of.Kind != "" && of.APIVersion != trace.Unstated && builtin.VersionOf(of.Kind) == "" {
			return of
		}
	}
	return spoken.Of{}
}

// wordFor is the kind that a word is for, one or several: a known one, in the group that the lines tell where the word is a
// plain one, or what is spelled as no more than a kind is.
func (q *Question) wordFor(word string, lines []string) (of spoken.Of) {
	one := phrase.SingularOf(word)
	if of.APIVersion, of.Kind = q.kindOf(word); of.Kind == "" {
		of.APIVersion, of.Kind = q.kindOf(one)
	}
	switch {
	case of.Kind != "" && !innerCapital.MatchString(of.Kind) && builtin.VersionOf(of.Kind) != of.APIVersion:
		of.APIVersion = trace.Unstated // anybody's
	case of.Kind == "" && spelledOut.MatchString(one):
		of.APIVersion, of.Kind = trace.Unstated, one
	}
	return q.inGroup(of, lines)
}

// spelledOut is the name of a kind of several words, none of them in capitals.
var spelledOut = regex.New(`^(?:[A-Z][a-z]+){2,}$`)

// innerCapital is the name of a kind that is of several words.
var innerCapital = regex.New(`^[A-Z]\w*[A-Z]`)

// named is the one known kind among such words of lines, each made one of what it is for, of which something is so; nothing
// where several are.
func (q *Question) named(lines []string, words *regex.Regexp, singular func(word string) string, is func(kind string) bool) (of spoken.Of) {
	for _, line := range lines {
		for _, word := range words.FindAllString(line, -1) {
			apiVersion, kind := q.kindOf(singular(word))
			switch {
			case kind == "" || !is(kind) || kind == of.Kind:
			case of.Kind != "":
				return spoken.Of{}
			default:
				of = spoken.Of{APIVersion: apiVersion, Kind: kind}
			}
		}
	}
	return of
}

// withoutS is what a word is the plain plural of.
func withoutS(word string) string { return strings.TrimSuffix(word, "s") }

// respelled is an object of a kind that a program has written in small letters, as the text writes it elsewhere.
func (q *Question) respelled(of spoken.Of, lines []string) spoken.Of {
	if of.Kind == "" || innerCapital.MatchString(of.Kind) || builtin.VersionOf(of.Kind) == of.APIVersion {
		return of
	}
	for _, line := range lines {
		for _, word := range capitals.FindAllString(line, -1) {
			if !strings.EqualFold(word, of.Kind) {
				word = phrase.SingularOf(word)
			}
			if strings.EqualFold(word, of.Kind) && innerCapital.MatchString(word) {
				of.Kind = word
				return of
			}
		}
	}
	return of
}

// capitals is a word with a capital.
var capitals = regex.New(`\b[A-Z][A-Za-z0-9]+\b`)

// byKinds is an event that the controller of a kind has written, which calls itself after that.
var byKinds = regex.New("^[\\s`]*(?:Warning|Normal)\\s+[A-Z]\\w+\\s+\\d[^()]*(?:\\(x\\d+ over \\w+\\))?\\s+([a-z][a-z0-9]{2,})-controller\\s")

// ofWriter is an object of the kind after which the one controller is called that has written the events about it.
// Kubernetes' own controllers write events about other kinds too.
func (q *Question) ofWriter(lines []string) (of spoken.Of) {
	writer := ""
	for _, line := range lines {
		m := byKinds.FindStringSubmatch(line)
		if m == nil || m[1] == writer {
			continue
		}
		if writer != "" {
			return spoken.Of{}
		}
		writer = m[1]
	}
	if _, known := builtin.Named(writer); known || writer == "" {
		return of
	}
	of.APIVersion, of.Kind = q.kindOf(writer)
	return of
}

// grouped is an object of a kind that several groups have, in the group to which that of another kind belongs which
// the text names: that of a platform is below it.
func (q *Question) grouped(of spoken.Of, lines []string) spoken.Of {
	if of.Kind == "" || of.APIVersion != trace.Unstated {
		return of
	}
	for _, other := range spoken.Mentioned(lines, q.kindOf) {
		for group := trace.GroupOf(other.APIVersion); strings.Contains(group, "."); _, group, _ = strings.Cut(group, ".") {
			if apiVersion, kind := q.kindOf(of.Kind + "." + group); kind != "" {
				of.APIVersion, of.Kind = apiVersion, kind
				return of
			}
		}
	}
	return of
}

var (
	// ofVersion is a line that asks for the version of a program, as the forms do in which problems are reported, or tells it.
	ofVersion = regex.New(`(?i)^[\s#>*_-]*(?:(?:what |which )?(?:is the )?version of(?: [\w.()&/-]+){1,5}|(?:[\w.()&/-]+ ){1,5}version)\s*[*_]*\s*(?:\([^()]*\)\s*)?(?:[:?]|$)`)
	// inProse is a word that such a line has not.
	inProse = regex.New(`(?i)\b(?:with|on|since|after|before|in|from|to|for|not|no|my|our|it|this|that|if|when)\b`)
)

// reportedTo is an object of a kind that several groups have, in that of the one project whose version is told beside it:
// to that one it is reported.
func (q *Question) reportedTo(of spoken.Of, lines []string) spoken.Of {
	var told []string
	for _, line := range lines {
		if m := ofVersion.FindString(line); m != "" && !inProse.MatchString(m) {
			told = append(told, m)
		}
	}
	return q.inGroup(of, told)
}

// asSpelled is an object of a kind as the lines spell it, in its group: the one in which they show that kind, or else that
// of the project that lists it, or else that of the project to which they are reported.
func (q *Question) asSpelled(of spoken.Of, lines []string) spoken.Of {
	of = shownInGroup(q.longhand(q.respelled(q.answeredAs(of, lines), lines), lines), lines)
	if of.APIVersion == trace.Unstated {
		if group := q.listed(of.Kind); group != "" {
			of.APIVersion = group + "/" + trace.Unstated
		}
	}
	return q.reportedTo(of, lines)
}

// answered is what kubectl answers that it has asked to go, by its type.
var answered = regex.New(`^([a-z][a-z0-9]*)((?:\.[a-z0-9-]+)*) "([^"\s]+)" (?:force )?deleted\b`)

// answeredAs is an object of a type that a command has by its short name, by what kubectl has answered to that.
func (q *Question) answeredAs(of spoken.Of, lines []string) spoken.Of {
	if of.Name == "" || of.APIVersion != trace.Unstated {
		return of
	}
	for _, line := range lines {
		m := answered.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || m[3] != of.Name || !beside.Shortens(of.Kind, m[1]) {
			continue
		}
		if of.APIVersion, of.Kind = q.kindOf(m[1] + m[2]); of.Kind == "" {
			of.APIVersion, of.Kind = builtin.TypeIn(m[1] + m[2])
		}
		break
	}
	return of
}

// shownInGroup is an object of a kind of which nobody has told the group, or the version of it, in the one group in which
// the lines show that kind.
func shownInGroup(of spoken.Of, lines []string) spoken.Of {
	if of.Kind == trace.Untyped || !strings.HasSuffix(of.APIVersion, trace.Unstated) {
		return of
	}
	if group, spelled := spoken.GroupOf(of.Kind, lines); group != "" {
		of.APIVersion, of.Kind = group+"/"+trace.Unstated, cmp.Or(spelled, of.Kind)
	}
	return of
}

// joinedWith is an object with what is found of it, or that alone where nothing is known of it.
func joinedWith(of, found spoken.Of) spoken.Of {
	if found.Kind == "" {
		return of
	}
	if trace.GroupOf(of.APIVersion) == "" {
		of.APIVersion, of.Kind = cmp.Or(found.APIVersion, of.APIVersion), found.Kind
	}
	of.Name, of.Namespace = cmp.Or(of.Name, found.Name), cmp.Or(of.Namespace, found.Namespace)
	return of
}

// kindOf is the kind that a word means: a built-in one, or another that is known.
func (q *Question) kindOf(word string) (apiVersion, kind string) {
	if k, known := builtin.Named(word); known {
		return builtin.VersionOf(k.Kind), k.Kind
	}
	if q.Spelled == nil {
		return "", ""
	}
	answer, asked := q.spelled[word]
	if !asked {
		if q.spelled == nil {
			q.spelled = map[string][2]string{}
		}
		answer[0], answer[1] = q.Spelled(word)
		if answer[0] == "" && answer[1] != "" {
			answer[0] = q.listed(answer[1])
		}
		q.spelled[word] = answer
	}
	group, kind := answer[0], answer[1]
	if kind == "" {
		return "", ""
	}
	return strings.TrimPrefix(group+"/"+trace.Unstated, "/"), kind
}

// listed is the group of a kind that one project lists of which the text tells, and not that it is somebody else's.
func (q *Question) listed(kind string) (group string) {
	if q.Listed == nil {
		return ""
	}
	if group = q.Listed(kind, q.lines); group == "" || q.ofOther(group, kind) {
		return ""
	}
	return group
}

// rowed is the object that rows of events are about, those that warn where some do: of several it is what is the same
// of all. Of rows that name none it is the kind that their reasons tell.
func (q *Question) rowed(lines []string) spoken.Of {
	var all, warned []spoken.Of
	events, _ := beside.Events(slices.Clone(lines))
	for i := range events {
		of := spoken.Of{Namespace: events[i].Namespace, Name: events[i].Name}
		if of.APIVersion, of.Kind = q.kindOf(events[i].Kind); of.Kind == "" {
			of.APIVersion, of.Kind = builtin.TypeIn(events[i].Kind)
		}
		if all = append(all, of); events[i].Type == "Warning" {
			warned = append(warned, of)
		}
	}
	for _, line := range lines {
		if e, is := described.Row(line); is {
			if of := spoken.OfReason(e.Reason, e.Message, q.kindOf); of.Kind != "" {
				all = append(all, of)
			}
		}
	}
	if len(warned) > 0 {
		return spoken.Common(warned)
	}
	return spoken.Common(all)
}
