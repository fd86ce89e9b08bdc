package spoken

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// listedPair is an item of a list by which people tell of an object, or what stands in bold before its value.
	listedPair = regex.New("^\\s*(?:[-*+•] +[*_`]*|[*_]{2})([A-Za-z][A-Za-z ]{1,20}?)[*_`]*\\s*[:=][*_`]*\\s*[`\"']?([^`\"'\\s,()]+)[`\"']?[*_]*\\s*(?:\\([^()]*\\))?[.,;]?\\s*$")
	// typedPath is an object with its type, and with its namespace between these where it has one.
	typedPath = regex.New(`^([A-Za-z][A-Za-z0-9.]*)/(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*)$`)
	// listedFinalizers are those that such an item tells.
	listedFinalizers = regex.New("^\\s*(?:[-*+•] +)?[*_`]*[Ff]inali[sz]ers?[*_`]*\\s*[:=][*_`]*\\s+(\\S.*)$")
)

// noneOf are words for that there is no such thing.
var noneOf = strings.Fields("none nil null no unset empty - <none> <nil> n/a")

// ListedNot reports whether such a list tells of an object that it has none of something.
func ListedNot(lines []string, key string) bool {
	return slices.Contains(noneOf, strings.ToLower(listedIn(lines)[key]))
}

// listedIn are what the items of a list tell, none where one is there twice.
func listedIn(lines []string) map[string]string {
	told := map[string]string{}
	for _, line := range lines {
		m := listedPair.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		key := strings.ReplaceAll(strings.ToLower(m[1]), " ", "")
		if told[key] != "" && told[key] != m[2] {
			return nil
		}
		told[key] = m[2]
	}
	return told
}

// Listed is the object that a list of what it is tells: a resource, or a kind and a name, each once.
func Listed(lines []string) (of Of) {
	told := listedIn(lines)
	path := typedPath.FindStringSubmatch(cmp.Or(told["resource"], told["object"]))
	switch {
	case path != nil && typeLike(path[1]):
		of.typed(path[1])
		of.Namespace, of.Name = path[2], path[3]
	case kindKey.MatchString(told["kind"]) && plainName.MatchString(told["name"]):
		of.typed(told["kind"])
		of.Name = told["name"]
	default:
		return of
	}
	if k, known := builtin.Named(of.Kind); !known || k.Namespaced {
		of.Namespace = cmp.Or(of.Namespace, plainName.FindString(cmp.Or(told["namespace"], told["ns"])))
	}
	if m := when.FindStringSubmatch("deletionTimestamp: " + told["deletiontimestamp"]); m != nil {
		of.Deleted = inUTC(m[1])
	}
	return of
}

// typeLike reports whether a word may be a type and nothing else: it has its group, is spelled as a kind, or built in.
func typeLike(word string) bool {
	_, known := builtin.Named(word)
	return known || strings.Contains(word, ".") || word != strings.ToLower(word)
}

// finalizersItem are the finalizers of a line that tells nothing else.
func finalizersItem(line string) []string {
	m := listedFinalizers.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	words := strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune("`\"', ", c) })
	if slices.ContainsFunc(words, func(word string) bool { return !wholeFinalizer.MatchString(word) }) {
		return nil
	}
	return words
}
