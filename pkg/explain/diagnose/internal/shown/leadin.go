package shown

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// programName is what controllers are called: in one word with hyphens, or in several of which the last tells what it is.
const programName = "[`\"'*_]*((?:[A-Za-z][A-Za-z0-9]*-)+(?:operator|controller|manager|provisioner|attacher|snapshotter|driver|agent)(?:-\\d+)?|" +
	"[A-Za-z][A-Za-z0-9-]*[ -](?:operator|controller[ -]manager|controller|provisioner))[`\"'*_]*"

var (
	// logsOf is how people say whose log follows: gear-controller logs:, logs of the gear operator, gear-operator says this.
	logsOf = regex.New(`(?i)(?:^|[\s(#>*-])` + programName + `(?:'s|’s)?(?: (?:pod|container|deployment)(?:'s)?)?,? (?:has |have |had |is |keeps )?(?:logs?|logging|says?|prints?|reports?|shows?|throws?|spits out)\b` +
		`|\b(?:logs?|output|errors?) (?:of|from|in|for) (?:the |my |our )?` + programName + `(?:\W|$)`)
	// logsCommand is the command that reads a log, and of what.
	logsCommand = regex.New(`\b(?:kubectl|oc|k)\b.*\slogs\b.*?\s(?:(?:pods?|deploy\w*(?:\.apps)?|statefulsets?|sts|ds)[/ ])?((?:[a-z][a-z0-9]*-)+(?:operator|controller|manager|provisioner)(?:-\d+)?)(?:\s|$)`)
	// fencing sets off what is copied.
	fencing = regex.New("^\\s*(?:```\\S*|~~~\\S*|<[^<>]+>)?\\s*$")
	// ofEnd is how lines speak of a deletion.
	ofEnd = regex.New(`(?i)delet|finali[sz]|terminat|deprovision|drain|clean ?up|\bremov|\bdrop(?:s|ping|ped)?\b|destroy|revok`)
	// failing is how they say that something goes wrong.
	failing = regex.New(`(?i)\b(?:errors?|fail\w*|unable|cannot|could not|denied|forbidden|refused|not found)\b`)
	// noNames are words before what a program is that do not tell which one it is.
	noNames = strings.Fields("the this that these my our your its their his a an any some no each every all both other same in of from on and or with for by when " +
		"following relevant corresponding main custom new old latest current running kubernetes k8s cluster another several multiple two new see")
	// askers are programs that ask for deletions and watch what comes of them, and hold nothing of others.
	askers = strings.Fields("argocd argo flux helm kustomize fleet terraform pulumi scheduler dashboard kubelet apiserver rancher olm webhook descheduler autoscaler garbage namespace")
)

// farthest is how many lines behind the words that lead to a log this may begin.
const farthest = 3

// Speaker is the one program that says in a log, of which is told whose that is, or in an event that it deletes the
// object. It is empty where there is none, or several, and for who only asks for deletions. Surely says that its words
// name the object, or its kind where nobody told its name.
func Speaker(ctx context.Context, h *hearing.Case) (name string, surely bool) {
	if !h.View.Copied || !h.Kind.MayBeCustom() && !h.Kind.Ungrouped() || strings.HasSuffix(h.Kind.Group, ".k8s.io") {
		return "", false // many programs have to do with kinds of Kubernetes' own
	}
	found := map[string]bool{}
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		if e.Warning && ofEnd.MatchString(e.Reason+" "+e.Message) && isProgram.MatchString(e.Component) && !asks(e.Component) {
			found[e.Component] = true
		}
	}
	lines := h.View.Logs.Aside.Texts()
	told := map[string]bool{}
	for at, line := range lines {
		program := ledTo(line)
		if told[program] = true; program == "" || asks(program) || !logFollows(lines[at+1:]) {
			continue
		}
		if deletes, named := deletesIn(lines[at+1:], h, program); deletes {
			found[program] = found[program] || named
		}
	}
	if len(found) != 1 || len(told) > 2 && movedApart(lines) {
		return "", false
	}
	for name, surely = range found {
	}
	return name, surely
}

// movedApart reports whether an entry in JSON is among lines, which no longer stands where it was.
func movedApart(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "{") })
}

// isProgram is a controller that calls itself by a name of its own.
var isProgram = regex.New(`^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:operator|controller|manager|provisioner)$`)

// asks reports whether a program is one that asks for deletions of others, or is of Kubernetes itself or told by no name.
func asks(program string) bool {
	parts := strings.FieldsFunc(strings.ToLower(program), func(c rune) bool { return c == '-' || c == ' ' || c == '_' })
	return manifest.GenericManager(program) || CommonName(strings.Join(parts, "-")) || slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(askers, part) }) ||
		len(parts) > 1 && parts[0] == "kube" && !strings.HasSuffix(parts[len(parts)-1], "operator")
}

// ledTo is the program whose log follows by the words of a line, empty where it tells none.
func ledTo(line string) (program string) {
	if m := logsCommand.FindStringSubmatch(line); m != nil {
		return ordinal.ReplaceAllString(m[1], "")
	}
	m := logsOf.FindStringSubmatch(line)
	if m == nil || logged(line) {
		return ""
	}
	program = ordinal.ReplaceAllString(strings.ToLower(m[1]+m[2]), "")
	first, _, several := strings.Cut(program, " ")
	if several && (slices.Contains(noNames, first) || strings.HasSuffix(first, "ing") || strings.HasSuffix(first, "ed")) {
		return ""
	}
	return program
}

// ordinal is what tells the pods of a StatefulSet apart.
var ordinal = regex.New(`-\d+$`)

// entry is how the entries of logs begin, behind what was put before them.
var entry = regex.New(`^\W{0,3}(?:[\w./:@-]+ +\|? *){0,4}?(?:[IWEF]\d{4} \d\d:|\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:|\{ ?"|(?:time|ts|level|lvl)=|\d\d:\d\d:\d\d\b|\d{10}\.\d+|\d\.\d+e\+09|(?:ERROR|INFO|WARN|WARNING|DEBUG|FATAL)\b)|^"[^"]+" \w+=`)

// logged reports whether a line is one of a log.
func logged(line string) bool { return entry.MatchString(line) }

// logFollows reports whether the lines go on with a log.
func logFollows(lines []string) bool {
	for _, line := range lines[:min(len(lines), farthest)] {
		switch {
		case fencing.MatchString(line):
		case ledTo(line) != "":
			return false
		case logged(line):
			return true
		}
	}
	return false
}

// deletesIn reports whether a log, up to the words that lead to the next one, says that its program deletes the object,
// and whether it names that. Of an object that has a name only lines that name it tell, and those of its kind.
func deletesIn(lines []string, h *hearing.Case, program string) (deletes, named bool) {
	for _, line := range lines {
		if ledTo(line) != "" {
			break
		}
		kind := kindField.FindStringSubmatch(line)
		of := kind == nil || h.Kind.IsUntyped() || strings.EqualFold(kind[1], h.Kind.Kind)
		if !of || !ofEnd.MatchString(line) || leaves.MatchString(line) || !logged(line) {
			continue
		}
		switch {
		case h.Node.Name != explain.NoName:
			if mentions(line, h.Node.Name) {
				deletes, named = true, named || tellsKind(h, line)
			}
		case failing.MatchString(line) || logline.Parse(line, time.Time{}).Level >= logline.Error:
			deletes, named = true, named || ofItsKind(h, line) && tells(h, program+" "+line)
		}
	}
	return deletes, named
}

// ofItsKind reports whether a line has the kind of an object as a word of its own, or the plural of that.
func ofItsKind(h *hearing.Case, line string) bool {
	kind := strings.ToLower(h.Kind.Kind)
	line = strings.ToLower(line)
	return !h.Kind.IsUntyped() && (mentions(line, kind) || mentions(line, phrase.PluralOf(kind)))
}

// tells reports whether words have that by which a kind is told from those of others: of a kind of one word its group, or
// where nobody told that, the kind as a part of a program's name.
func tells(h *hearing.Case, words string) bool {
	words = strings.ToLower(words)
	switch kind := h.Kind.Kind; {
	case strings.ToLower(kind[1:]) != kind[1:]:
		return true
	case h.Kind.Group == "":
		return strings.Contains(words, strings.ToLower(kind)+"-")
	default:
		own, _, _ := strings.Cut(h.Kind.Group, ".")
		return slices.Contains(strings.FieldsFunc(words, func(c rune) bool { return !phrase.Alphanumeric(c) }), own)
	}
}

// tellsKind reports whether a line names the kind of an object: else it may be about what else is called after it.
func tellsKind(h *hearing.Case, line string) bool {
	return !h.Kind.IsUntyped() && strings.Contains(strings.ToLower(line), strings.ToLower(h.Kind.Kind))
}

var (
	// kindField is the kind of what a line is about, by a field of it.
	kindField = regex.New(`\b(?:controllerKind|reconciler ?[kK]ind|kind)"?[=:] ?"?([A-Za-z]+)`)
	// leaves is how one says that one leaves it to others, or alone.
	leaves = regex.New(`(?i)\b(?:skip(?:s|ped|ping)?|ignor(?:e|es|ed|ing)|wait(?:s|ing)? (?:for|until)|not being deleted)\b`)
)

// mentions reports whether a line has a name as a word of its own.
func mentions(line, name string) bool {
	return slices.Contains(strings.FieldsFunc(line, func(c rune) bool { return !strings.ContainsRune("-.", c) && !phrase.Alphanumeric(c) }), name)
}
