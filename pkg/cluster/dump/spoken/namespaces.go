package spoken

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const marks = "[\"'`*]*"

var (
	// beforeWord is a word before namespace, and behindWord one behind it with what follows that.
	beforeWord = regex.New(`(?:^|[\s(,:])(` + marks + `)([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(` + marks + `) [Nn]amespace(?:[^\w/-]|$)`)
	behindWord = regex.New(`(?:^|[\s(,:-])(?:(?i:delet\w*)(?: of)?(?: the)? )?[Nn]amespace:? +(` + marks + `)([a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(` + marks + `)(?:\W|$)`)
	// saidOf is what goes on behind a namespace, deletes the word that stands before one, and ofSuch what stands before that
	// where it only tells which namespaces are meant: every deleted namespace.
	saidOf  = regex.New(`^[,;:]? ?(?:is|was|has|hangs|stays|remains|stuck|cannot|can't|which)\b`)
	deletes = regex.New(`^\W*(?i:delet)`)
	ofSuch  = regex.New(`(?i)\b(?:an?|the|this|that|these|those|my|our|your|every|each|any|all|some|no|one|another)$`)
	// plain are words that stand beside namespace and are no name of one.
	plain = strings.Fields("a an the this that these those my your our their its his her any each every all some no one same other another such which what whose own whole entire single given certain new old " +
		"stuck stale empty above below current specific particular different dedicated target related parent " +
		"terminating terminated deleting deleted remaining following hanging failing failed existing missing created affected namespaced " +
		"to of in on at by for from with into and or but not is was be if when while until kubernetes k8s openshift cluster project per via also then just only more than delete get describe remove force " +
		"finalizer finalizers condition conditions status deletion controller object resource resources stays hangs waits")
	// saying are verbs, and words beside them, that follow a namespace or come before one, and are no name of one either.
	saying = strings.Fields("goes go going went gone gets got getting keeps keep kept remains remain remained stay stayed hang hung hanged becomes become became turns turn turned " +
		"enters enter entered falls fall fell ends end ended starts start started stops stop stopped begins began fails fail refuses refused sits sit sat shows show showed shown says say said reports reported " +
		"has have had having does do did done are were been being can could cannot will would should shall may might must never always still again now there here too either already yet soon forever " +
		"blocks blocked waited waiting takes took makes made seems seem seemed appears appear appeared looks looked lists listed needs needed contains contained holds held vanishes vanished disappears disappeared " +
		"moves moved changes changed transitions transitioned comes came works worked results resulted leaves left wants tried tries try trying using uses used creates creating deletes removes removed removing " +
		"whenever since as because so during before after within without inside through like even though although however")
)

// NamespacesSaid are the namespaces that a sentence speaks of: the shop namespace, namespace `shop`. A word behind
// it that is not marked has to look like a name, or stands behind a word of deletion or before what is said of it.
func NamespacesSaid(line string) (names []string) {
	if Logged(line) {
		return nil
	}
	take := func(word string, marked bool) {
		if !slices.Contains(plain, word) && (marked || !slices.Contains(saying, word)) && !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	for _, m := range beforeWord.FindAllStringSubmatch(line, -1) {
		take(m[2], m[1] != "" && m[3] != "")
	}
	for _, m := range behindWord.FindAllStringSubmatchIndex(line, -1) {
		marked := m[2] < m[3] && m[6] < m[7]
		if word := line[m[4]:m[5]]; marked || strings.ContainsAny(word, "-0123456789") || saidOf.MatchString(line[m[7]:]) || deletes.MatchString(line[m[0]:]) && !ofSuch.MatchString(line[:m[0]]) {
			take(word, marked)
		}
	}
	return names
}

// withinOne is how a sentence tells in which namespace something is.
var withinOne = regex.New(`(?i)\b(?:in|from|inside|within|into|to) (?:(?:the|my|our|a|its) )*` + marks + `(?:[a-z0-9-]+` + marks + ` )?namespace\b`)

// NamespacesHanging are those of which sentences of a line say that one hangs on its way out.
func NamespacesHanging(line string) (names []string) {
	if notProse(line) {
		return nil
	}
	for _, sentence := range sentenceEnd.Split(line, -1) {
		if hangsGoing.MatchString(sentence) && !supposed.MatchString(sentence) && !withinOne.MatchString(sentence) {
			names = append(names, NamespacesSaid(sentence)...)
		}
	}
	return names
}

// inPath is the namespace that a path of the API names.
var inPath = regex.New(`/namespaces/([a-z0-9][a-z0-9-]*)`)

// NamespacesIn are those that paths of the API in a line name.
func NamespacesIn(line string) (names []string) {
	for _, m := range inPath.FindAllStringSubmatch(line, -1) {
		names = append(names, m[1])
	}
	return names
}

// NamespacesClosed are those of which an answer of the API server in a line says that they go.
func NamespacesClosed(line string) (names []string) {
	for _, m := range notMade.FindAllStringSubmatch(line, -1) {
		names = append(names, m[1])
	}
	return names
}

// NamespaceGoing reports whether a sentence of a line says that a namespace is on its way out, and not yet gone: not what
// is in one.
func NamespaceGoing(line string) bool {
	return slices.ContainsFunc(sentenceEnd.Split(line, -1), func(sentence string) bool {
		return namespaceGoing.MatchString(sentence) && !supposed.MatchString(sentence) && (!withinOne.MatchString(sentence) || whichGoes.MatchString(sentence))
	})
}

// whichGoes is how it says so of a namespace in which something is: in a namespace with status Terminating.
var whichGoes = regex.New(`(?i)\bnamespaces? (?:with (?:the )?(?:status|state|phase)|(?:which|that) is)\b`)

// namespaceGoing is how it does.
var namespaceGoing = regex.New(`(?i)\bnamespaces?\b[^.;?!]{0,40}?(?:\bterminating\b|\bstuck\b|\bhangs?\b|\bnot yet (?:cleaned|deleted|gone|removed))`)
