// Package spoken tells which object the words are about that people copy where they copy no
// object: lines of logs, answers of the server, commands. It knows nothing of dumps; only
// dump imports it.
package spoken

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// logLine is how lines of logs begin: a level, a time, a pair or an object of JSON, behind
	// what was put before it; or an answer of the API server as kubectl prints it.
	logLine = regex.New(`^(?:[\[(]?[A-Za-z0-9][\w./:@\[\]-]*[\])]?:?[ \t]+[|>]?[ \t]*){0,6}?(?:[IWEF]\d{4} \d\d:|\[?\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:|(?:time|ts|level)=|\{ ?"|(?:DEBU|INFO|WARN|ERRO|FATA)\[)|^Error from server(?: \([^()]*\))?: `)
	// failing is how lines say that something goes wrong.
	failing = regex.New(`(?i)\b(?:error|errors|fail|failed|failure|fatal|panic|unable|cannot|could not|denied|forbidden|refused)\b|^E\d{4} |"?level"?[=:] ?"?(?:error|fatal)| E \| `)
	// word is what a text must hold to say anything.
	word = regex.New(`[A-Za-z]{3,}`)
	// when is a deletionTimestamp in a line.
	when = regex.New("(?i:deletion ?timestamp)[`\"']*(?: (?:is|was|has|been|set|to|of|at|stays|remained))*[:=]? *[`\"']?(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:Z|[+-]\\d\\d:\\d\\d))")
)

// refused is how the API server says which finalizers it has not put on an object.
const refused = "no new finalizers can be added"

// Logged reports whether a line is one of a log.
func Logged(line string) bool { return logLine.MatchString(strings.TrimSpace(line)) }

// LoggedAtMargin reports whether a line that was not trimmed is one.
func LoggedAtMargin(line []byte) bool { return logLine.Match(line) }

// HasLog reports whether a text has a line of a log at the margin.
func HasLog(text []byte) bool {
	for line := range bytes.Lines(text) {
		if len(line) > 0 && line[0] != ' ' && line[0] != '{' && LoggedAtMargin(bytes.TrimRight(line, "\r\n")) {
			return true
		}
	}
	return false
}

// Fails reports whether a line says that something goes wrong.
func Fails(line string) bool { return failing.MatchString(line) }

// Says reports whether there is a word among the lines.
func Says(lines []string) bool { return slices.ContainsFunc(lines, word.MatchString) }

// OfEnd reports whether lines speak of a deletion.
func OfEnd(lines []string) bool { return slices.ContainsFunc(lines, ofEnd.MatchString) }

// Subject is the object that lines speak of: that which was asked about, where that is known,
// or else the one of the line that tells most. The line of an error does, and among those
// one of a deletion.
func Subject(lines []string, about Of) (of Of) {
	of = telling(lines, SubjectOf)
	if about.Name != "" {
		of = about
	}
	for _, line := range lines {
		if of.Name != "" {
			of.learn(SubjectOf(line))
			of.learn(inWordsOf(line)) // which may tell the group
		}
	}
	if loosely := telling(lines, looselyIn); of.Name == "" && (of.Kind == "" || loosely.Name != "") {
		of = loosely
	}
	several := len(namesMarked(lines)) > 1
	for _, line := range lines {
		of.Finalizer = cmp.Or(of.Finalizer, finalizerAmong(line, several))
	}
	of.deletedBy(lines)
	return of
}

// telling is the object of the line that tells most, as it is found in one: a name tells more than a kind alone.
func telling(lines []string, find func(line string) Of) (of Of) {
	most := 0
	for _, line := range lines {
		found := find(line)
		if found.Kind == "" {
			continue
		}
		weight := 1
		if failing.MatchString(line) {
			weight += 4
		}
		if ofEnd.MatchString(line) {
			weight += 2
		}
		if found.Name != "" {
			weight += 8
		}
		if weight > most {
			most, of = weight, found
		}
	}
	return of
}

// finalizerOf is the finalizer that a line calls so, empty where there is none, or where it tells that
// this is not on the object.
func finalizerOf(line string) string {
	m := finalizerIn.FindStringSubmatch(line)
	if m == nil || strings.Contains(line, refused) || notOnIt.MatchString(line) {
		return ""
	}
	name := m[1] + m[2]
	if (strings.Contains(name, "/") || strings.Count(name, ".") > 1) && !repository.MatchString(name) { // "e.g" is none
		return name
	}
	return ""
}

// finalizerAmong is the finalizer that a line calls so, where several objects are named only in a sentence that names
// none of them: else nothing tells whose it is.
func finalizerAmong(line string, several bool) string {
	name := finalizerOf(line)
	if before, _, _ := strings.Cut(line, name); several && name != "" && sentenceNames(before) {
		return ""
	}
	return name
}

// notOnIt is how lines tell of a finalizer that is not on an object, or not any more.
var notOnIt = regex.New(`(?i)\b(?:removed|cleared|no finalizer|add(?:ed|ing)?)\b`)

// FinalizerIn is the one finalizer that lines call so, empty where there is none, or several.
func FinalizerIn(lines []string) string {
	names := map[string]bool{}
	several := len(namesMarked(lines)) > 1
	for _, line := range lines {
		names[finalizerAmong(line, several)] = true
	}
	return only(names)
}

// deletedBy takes when the object was asked to go from the lines that name it.
func (of *Of) deletedBy(lines []string) {
	for _, line := range lines {
		if m := when.FindStringSubmatch(line); m != nil && of.Deleted == "" && of.in(line) {
			of.Deleted = inUTC(m[1])
		}
	}
}

// DeletedIn is the one deletionTimestamp that lines tell, empty where they tell none, or several.
func DeletedIn(lines []string) string {
	times := map[string]bool{}
	for _, line := range lines {
		for _, m := range when.FindAllStringSubmatch(line, -1) {
			times[inUTC(m[1])] = true
		}
	}
	return only(times)
}

// inUTC is a time as the API server writes it.
func inUTC(at string) string {
	if t, err := time.Parse(time.RFC3339, at); err == nil {
		return t.UTC().Format(time.RFC3339)
	}
	return at
}

// in reports whether a line is about the object, or names it where nothing tells what it is about.
func (of *Of) in(line string) bool {
	if found := SubjectOf(line); found.Name != "" {
		return found.Name == of.Name && (found.Namespace == "" || of.Namespace == "" || found.Namespace == of.Namespace) &&
			(found.Kind == trace.Untyped || of.Kind == trace.Untyped || of.Kind == "" || strings.EqualFold(found.Kind, of.Kind))
	}
	return of.Name != "" && Names(line, of.Name)
}

// Names reports whether a name is one of the words of a line.
func Names(line, name string) bool {
	return slices.Contains(strings.FieldsFunc(line, func(c rune) bool {
		return !strings.ContainsRune("-.", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}), name)
}

// learn takes over what a line tells of the object beside its name.
func (of *Of) learn(found Of) {
	if found.Name != of.Name || found.Kind != trace.Untyped && !strings.EqualFold(found.Kind, of.Kind) {
		return
	}
	of.Namespace = cmp.Or(of.Namespace, found.Namespace)
	if trace.GroupOf(of.APIVersion) == "" && trace.GroupOf(found.APIVersion) != "" {
		of.APIVersion, of.Kind = found.APIVersion, found.Kind
	}
}

var (
	// attachment is what the attach-detach controller calls a VolumeAttachment.
	attachment = regex.New(`\bcsi-[0-9a-f]{64}\b`)
	// ofPod is how kubelets name a pod: "web-0_shop", pod="shop/web-0".
	ofPod = regex.New(`\bpod:?(?: \S+)? ?[\\"(=]+([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)[\\"(]|\bpod="([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*)"`)
	// sandbox is what container runtimes call the sandbox of a pod: k8s_web-0_shop_UID_0, or with
	// the container before that.
	sandbox = regex.New(`\bk8s_(?:[A-Za-z0-9-]+_)?([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)_[0-9a-f]{8}[0-9a-f-]*_\d+`)
	// fromNetwork is how CRI-O names a pod whose network it takes down, mostly with its namespace before it.
	fromNetwork = regex.New(`\bremoving pod (?:([a-z0-9][a-z0-9-]*)_)?([a-z0-9][a-z0-9.-]*) from CNI network\b`)
	// podAlone is how kubelets name a pod without its namespace: pod "web-0" (UID: "x").
	podAlone = regex.New(`\bpod \\?"([a-z0-9][a-z0-9.-]*)\\?" \(UID: `)
	// ofPath is the path of an object: /apis/zorg.io/v1/namespaces/shop/gears/g1.
	ofPath = regex.New(`/(?:api|apis/[a-z0-9.-]+)/v\d\w*(?:/namespaces/([a-z0-9-]+))?/([a-z]+)/([a-z0-9][a-z0-9.-]*)`)
	// convertingOld is how the API server named an object that it could not convert, before it named the kind.
	convertingOld = regex.New(`conversion webhook for &\{map\[apiVersion:(\S+) kind:(\w+) .*?\bname:(\S+)(?: namespace:([a-z0-9-]+))?`)
	// workedAt is how sentences name what is worked at: syncing replica shop/a, sync wheel for shop/a.
	workedAt = regex.New(`(?i)\b(?:syncing|sync|reconcil\w+|processing|deleting|delete|finaliz\w+) (?:[A-Z]\w+ )??([a-z]{3,})(?: (?:for|of|with|in|from|to|on))? ([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*[a-z0-9])`)
	// pathPair is a namespace and a name under a word that ends in name or key.
	pathPair = regex.New(`(?i)\b(?:[\w.-]*name|[\w./-]*key|object|request|resource|trigger|target|item)"?[=:] ?"?([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*)`)
)

// askedOf is the host that a program has asked by a name, without changing anything there.
var askedOf = regex.New(`\b(?:Get|Head|Post) \\?"?https?://([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?::\d+)?/`)

// placeOnly reports whether a path goes on behind a namespace, to the list of what is in that, or is on a server of
// another name than the one that a cluster has within itself.
func placeOnly(line string, path []string) bool {
	if m := askedOf.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[1], "kubernetes.default") {
		return true
	}
	_, behind, _ := strings.Cut(line, path[0])
	return path[2] == "namespaces" && strings.HasPrefix(behind, "/") && !strings.HasPrefix(behind, "/finalize") && !strings.HasPrefix(behind, "/status")
}

// looselyIn is the object that a line names in a way that is no log's alone. What a program has made up
// to tell things apart is no name.
func looselyIn(line string) Of {
	of := loosely(line)
	if of.Kind == "Pod" && phrase.IsUUID(of.Name) {
		of.Name = ""
	}
	if of.Kind == "" && Logged(line) && failing.MatchString(line) {
		return ofController(line)
	}
	return of
}

func loosely(line string) (of Of) {
	if m := attachment.FindString(line); m != "" && failing.MatchString(line) {
		return Of{APIVersion: "storage.k8s.io/v1", Kind: "VolumeAttachment", Name: m}
	}
	if m := ofPod.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: "v1", Kind: "Pod", Namespace: m[2] + m[3], Name: m[1] + m[4]}
	}
	if m := sandbox.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: "v1", Kind: "Pod", Namespace: m[2], Name: m[1]}
	}
	if m := fromNetwork.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: "v1", Kind: "Pod", Namespace: m[1], Name: m[2]}
	}
	if m := podAlone.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: "v1", Kind: "Pod", Name: m[1]}
	}
	if of = reconciled(line); of.Kind != "" {
		return of
	}
	if of = warned(line); of.Name != "" {
		return of
	}
	if group, version, kind, told := apiwords.Unconverted(line); told {
		return Of{APIVersion: group + "/" + version, Kind: kind}
	}
	if m := convertingOld.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: m[1], Kind: m[2], Namespace: m[4], Name: strings.TrimRight(m[3], "]")}
	}
	if m := workedAt.FindStringSubmatch(line); m != nil {
		of.APIVersion, of.Kind = builtin.TypeIn(m[1])
		of.Namespace, of.Name = m[2], m[3]
		return of
	}
	if m := ofPath.FindStringSubmatch(line); m != nil && !strings.Contains(line, "webhook") && !placeOnly(line, m) {
		of.APIVersion, of.Kind = builtin.TypeOfLink(m[0])
		of.Namespace, of.Name = m[1], m[3]
		return of
	}
	if m := ofKopf.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: trace.Unstated, Kind: trace.Untyped, Namespace: m[1], Name: m[2]}
	}
	if m := pathPair.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: trace.Unstated, Kind: trace.Untyped, Namespace: m[1], Name: m[2]}
	}
	if m := quotedName.FindStringSubmatch(line); m != nil {
		return Of{APIVersion: versionOf("", m[1]), Kind: m[1], Namespace: m[2], Name: m[3]}
	}
	if of = inTail(line); of.Name != "" {
		return of
	}
	for _, take := range []func(string) Of{markedToGo, provisioned, printedInGo} {
		if of = take(line); of.Name != "" {
			return of
		}
	}
	return inWordsOf(line)
}

// tailOfEntry is the end of an entry in JSON of which the beginning was not copied.
var tailOfEntry = regex.New(`^[^{}]*"[^"{}]*"(?:, ?"[^"\\]+": ?(?:"(?:[^"\\]|\\.)*"|[\w.+-]+))+ ?\}\s*$`)

// inTail is the object of an entry about a deletion of which no more than the end was copied.
func inTail(line string) (of Of) {
	if !tailOfEntry.MatchString(line) || !ofEnd.MatchString(line) || !failing.MatchString(line) {
		return of
	}
	m := namePair.FindStringSubmatch(line)
	if m == nil {
		return of
	}
	of = Of{APIVersion: trace.Unstated, Kind: trace.Untyped, Name: m[1]}
	if ns := namespacePair.FindStringSubmatch(line); ns != nil {
		of.Namespace = ns[1]
	}
	return of
}

// Common is what is the same of all: nothing where not even their kind is. A name or a namespace
// that one of them does not tell, the others do.
func Common(all []Of) (of Of) {
	names, namespaces := map[string]bool{}, map[string]bool{}
	for _, one := range all {
		switch {
		case of.Kind == "" || trace.GroupOf(of.APIVersion) == "" && strings.EqualFold(of.Kind, one.Kind):
			of.APIVersion, of.Kind = one.APIVersion, one.Kind
		case !strings.EqualFold(of.Kind, one.Kind):
			return Of{}
		}
		names[one.Name], namespaces[one.Namespace] = true, true
	}
	of.Name, of.Namespace = only(names), only(namespaces)
	return of
}

// only is the one word of a set beside the empty one.
func only(words map[string]bool) string {
	delete(words, "")
	for word := range words {
		if len(words) == 1 {
			return word
		}
	}
	return ""
}

// Joined is an object with what is known of it from elsewhere, unless that is of another kind.
func (of Of) Joined(other Of) Of {
	switch {
	case of.Kind == "":
		return other
	case !strings.EqualFold(of.Kind, other.Kind):
		return of
	}
	of.Name, of.Namespace = cmp.Or(of.Name, other.Name), cmp.Or(of.Namespace, other.Namespace)
	return of
}
