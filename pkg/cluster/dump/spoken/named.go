package spoken

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nameOrWord is a name, or a word that somebody has put in its place: <name>, XXXX, my-NAME. No name has capitals.
const nameOrWord = `[a-z0-9][a-z0-9.-]*|<[^<>"\\]+>|[A-Za-z0-9_.-]*[A-Z]{2}[A-Za-z0-9_.-]*`

// nameOf is a name, empty where it is a word in its place.
func nameOf(word string) string {
	if strings.HasPrefix(word, "<") || word != strings.ToLower(word) {
		return ""
	}
	return word
}

var (
	// inWords is a kind before a name in quotes: GearBox "g1", and as the API server has it gear.zorg.io "shop/g1",
	// of which the first part is the kind and all the rest its group.
	inWords = regex.New(`(?:^|[^\w./-])([A-Z][a-z]+(?:[A-Z][a-z]+)+|[A-Za-z]+\.[a-z0-9-]+\.[a-z0-9.-]+):? \\*"(?:([a-z0-9][a-z0-9-]*)/)?(` + nameOrWord + `)\\*"`)
	// refusedAs is how the API server begins an answer that refuses what somebody does to an object.
	refusedAs = regex.New(`(?:^|[^\w./-])([A-Z][A-Za-z0-9]+(?:\.[a-z0-9.-]+)?) \\*"(` + nameOrWord + `)\\*" is (?:invalid|forbidden):`)
	// notMade is how the API server refuses to make something in a namespace that goes.
	notMade = regex.New(`\bunable to create new content in namespace ([a-z0-9][a-z0-9-]*) because it is being terminated\b`)
	// failsToGo is how clients say that they could not delete an object: deleting GearBox g1 failed.
	failsToGo = regex.New(`\b[Dd]elet(?:e|ing) ([A-Z][a-z]+(?:[A-Z]+[a-z]*)+|[A-Z]{2,}[a-z]+[A-Za-z]*) \\*"?(` + nameOrWord + `)\\*"? failed\b`)
	// marked is how controllers say that an object was asked to go: namespace shop-a has deletion mark.
	marked = regex.New("\\b([A-Za-z]{3,}) \\\\*[\"'`]?([a-z0-9][a-z0-9.-]*)\\\\*[\"'`]? has (?:an? |the |its )?(?:deletion ?[Tt]imestamp|deletion mark)\\b")
	// objectRef is how kube-runtime calls an object: Gear.v1.zorg.io/g1.shop, of the core group Pod.v1./web-0.shop.
	objectRef = regex.New(`\bobject\.ref"?[=:] ?"?([A-Z][A-Za-z0-9]*)\.(v\d\w*)\.([a-z0-9.-]*)/([a-z0-9][a-z0-9.-]*[a-z0-9]|[a-z0-9])`)
	// ofKopf is what kopf puts before what it says of an object: its namespace, where it is in one, and its name.
	ofKopf = regex.New(`\bkopf\.objects\s+(?:\[[A-Z]+ *\]\s+)?\[(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*)\] `)
	// warnedOf is a Warning as kubectl get events prints it, with the object that it is about.
	warnedOf = regex.New(`^\s*(?:([a-z0-9][a-z0-9-]*)\s+)?(?:(?:\d+[smhdy])+(?: \(x\d+ over \w+\))?|<unknown>)\s+Warning\s+[A-Z]\w+\s+([a-z][a-z0-9.-]*)/([a-z0-9][a-z0-9.-]*)\s`)
	// deniedOf is how a webhook names, by its kind alone, what it refuses a change of: once the GearBox is shut, ...
	deniedOf = regex.New(`denied the request: .*?\b[Tt]he ([A-Z][a-z]+(?:[A-Z][a-z]+)+) (?:is|are|was|has|must|may|can|cannot|does)\b`)
	// byController is an event of a controller that is called after a kind, and what it says of an object in a namespace.
	byController = regex.New(`^\s*(?:Warning|Normal)\s+[A-Z]\w+\s+\d[^()]*(?:\(x\d+ over \w+\))?\s+([a-z][a-z0-9]{2,})[-_]controller\s.*?\b([A-Z][A-Za-z]+) "?([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*[a-z0-9])`)
	// calledAs is an event of a controller that calls itself as its kind, in several words: gearBox, gearBoxController.
	calledAs = regex.New(`^\s*(?:Warning|Normal)\s+[A-Z]\w+\s+\d[^()]*(?:\(x\d+ over \w+\))?\s+([a-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\s`)
)

// managed is what the controllers of Crossplane call themselves, after the type: managed/gear.zorg.io, and those that
// Upjet makes: managed/zorg.io/v1, kind=gear.
var managed = regex.New(`(?:^|[\s"=])(?:managed|claim|composite|providerconfig)/(?:([a-z0-9.-]+\.[a-z0-9.-]+)/(v\d\w*), kind=([A-Za-z]+)|([a-z][a-z0-9]*\.[a-z0-9.-]+))(?:[\s"]|$)`)

// Managed is the kind that a controller of Crossplane is for which an event or a line names.
func Managed(line string) (of Of) {
	m := managed.FindStringSubmatch(line)
	if m == nil {
		return of
	}
	if of.APIVersion, of.Kind = builtin.TypeIn(m[4]); m[4] != "" {
		return of
	}
	return Of{APIVersion: m[1] + "/" + m[2], Kind: strings.ToUpper(m[3][:1]) + m[3][1:]}
}

// typed gives an object the kind of a type as the API server names one: Gear.zorg.io, gears.zorg.io, Gear.
func (of *Of) typed(as string) {
	of.APIVersion, of.Kind = builtin.TypeIn(as)
	kind, group, _ := strings.Cut(as, ".")
	switch {
	case kind == strings.ToLower(kind), strings.EqualFold(kind, of.Kind) && builtin.VersionOf(of.Kind) == of.APIVersion:
	case group == "":
		of.APIVersion, of.Kind = versionOf("", kind), kind
	default:
		of.APIVersion, of.Kind = group+"/"+trace.Unstated, kind
	}
}

// inWordsOf is the object that words name after its kind.
func inWordsOf(line string) (of Of) {
	if notMade.MatchString(line) {
		return of // what could not be made does not hang
	}
	if m := refusedAs.FindStringSubmatch(line); m != nil {
		of.typed(m[1])
		of.Name = nameOf(m[2])
		return of
	}
	if m := failsToGo.FindStringSubmatch(line); m != nil {
		of.typed(m[1])
		of.Name = nameOf(m[2])
		return of
	}
	if m := inWords.FindStringSubmatch(line); m != nil && !strings.Contains(line, m[0]+" not found") {
		of.typed(m[1])
		of.Namespace, of.Name = m[2], nameOf(m[3])
	}
	if m := deniedOf.FindStringSubmatch(line); m != nil && of.Kind == "" {
		of.typed(m[1])
	}
	return of
}

// referred is the object that a reference of kube-runtime names. Names have dots and namespaces have none.
func referred(line string) (of Of) {
	m := objectRef.FindStringSubmatch(line)
	if m == nil {
		return of
	}
	of = Of{APIVersion: strings.TrimPrefix(m[3]+"/"+m[2], "/"), Kind: m[1], Name: m[4]}
	at := strings.LastIndexByte(of.Name, '.')
	k, known := builtin.Named(of.Kind)
	if clustered := known && !k.Namespaced && k.Group == m[3]; at > 0 && !clustered {
		of.Name, of.Namespace = of.Name[:at], of.Name[at+1:]
	}
	return of
}

// markedToGo is the object of a built-in kind of which a line says that it has the mark of a deletion.
func markedToGo(line string) (of Of) {
	m := marked.FindStringSubmatch(line)
	if m == nil {
		return of
	}
	if k, known := builtin.Named(m[1]); known && nameLike.MatchString(m[2]) { // "a pod that has" names none
		return Of{APIVersion: builtin.VersionOf(k.Kind), Kind: k.Kind, Name: m[2]}
	}
	return of
}

var (
	// volumeNamed is a volume that a provisioner has made, which calls it after its claim's UID.
	volumeNamed = regex.New(`\b(?:volume|delete|PV) \\*"(pvc-` + phrase.UUID + `)\\*"`)
	// onNodes is what is done to a volume on nodes, where it is a pod that waits.
	onNodes = regex.New(`(?i)mount|attach|detach|\bpods?\b`)
)

// provisioned is the PersistentVolume that a line about a deletion names as a provisioner does.
func provisioned(line string) (of Of) {
	if m := volumeNamed.FindStringSubmatch(line); m != nil && ofEnd.MatchString(line) && !onNodes.MatchString(line) {
		return Of{APIVersion: "v1", Kind: "PersistentVolume", Name: m[1]}
	}
	return of
}

// refusedOf is an object that the fields of a line name in two ways, by the name under which the server has refused a
// change of it: that is the one of the cluster.
func (of Of) refusedOf(fields map[string]any, line string) Of {
	m := refusedAs.FindStringSubmatch(line)
	if m == nil || m[2] == of.Name || m[2] != Text(fields, "name") {
		return of
	}
	if kind, _, _ := strings.Cut(m[1], "."); strings.EqualFold(kind, of.Kind) {
		of.Name = m[2]
	}
	return of
}

// warned is the object of which an event warns that its deletion fails.
func warned(line string) (of Of) {
	if m := warnedOf.FindStringSubmatch(line); m != nil && ofEnd.MatchString(line) {
		of.APIVersion, of.Kind = builtin.TypeIn(m[2])
		of.Namespace, of.Name = m[1], m[3]
	}
	return of
}

// reconciled is what an event is about that the controller of a kind has written, in the namespace of what it speaks of.
// Kubernetes' own controllers write events about other kinds too.
func reconciled(event string) (of Of) {
	m := byController.FindStringSubmatch(event)
	if m == nil {
		return calledAfter(event)
	}
	if _, known := builtin.Named(m[1]); known {
		return of
	}
	of.APIVersion, of.Kind = singular(m[1], event)
	of.Namespace = m[3]
	if strings.EqualFold(m[2], of.Kind) {
		of.Name = m[4]
	}
	return of
}

// calledAfter is what an event is about that a controller has written which calls itself as its kind.
func calledAfter(event string) (of Of) {
	m := calledAs.FindStringSubmatch(event)
	if m == nil {
		return of
	}
	word := strings.TrimSuffix(m[1], "Controller")
	if _, known := builtin.Named(strings.ToLower(word)); known || word == strings.ToLower(word) {
		return of // as Kubernetes' own do, of whatever they see
	}
	return Of{APIVersion: trace.Unstated, Kind: strings.ToUpper(word[:1]) + word[1:]}
}

// singular is the kind of which a logger has the name in small letters, as the line spells it where it does.
func singular(word, line string) (apiVersion, kind string) {
	if k, known := builtin.Named(word); known {
		return builtin.VersionOf(k.Kind), k.Kind
	}
	for found := range strings.FieldsFuncSeq(line, func(c rune) bool { return !phrase.Alphanumeric(c) }) {
		if strings.EqualFold(found, word) && found != strings.ToLower(found) && found != strings.ToUpper(found) {
			return trace.Unstated, found
		}
	}
	return trace.Unstated, strings.ToUpper(word[:1]) + word[1:]
}
