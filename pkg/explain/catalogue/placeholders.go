package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// What a step may hold for what is known only of a case. Those of the first sort
// stand anywhere in a text or a word.
const (
	NamePlace      = "{name}"
	NamespacePlace = "{namespace}"
	ResourcePlace  = "{resource}"
	FinalizerPlace = "{finalizer}"
	NowPlace       = "{now}"
	GonePlace      = "{gone}"
)

// Those of the second sort are a word of a command, and stand for an object.
const (
	ObjectWord  = "{object}"
	OtherWord   = "{other}"
	BlockerWord = "{blocker}"
	HolderWord  = "{holder}"
)

var objectWords = []string{ObjectWord, OtherWord, BlockerWord, HolderWord}

// Where a check or an edge looks for others, these stand for the group and the kind of the
// object itself.
const (
	GroupPlace = "{group}"
	KindPlace  = "{kind}"
)

// StandsForObject reports whether a word of a command is a placeholder for an
// object.
func StandsForObject(word string) bool { return slices.Contains(objectWords, word) }

func placeholders() []string {
	return append([]string{NamePlace, NamespacePlace, ResourcePlace, FinalizerPlace, NowPlace, GonePlace}, objectWords...)
}

// placeholder matches what looks like one. In a Go template braces stand in pairs,
// and JSON and JSONPath go on with something else than a letter.
var placeholder = regex.New(`\{+[A-Za-z]+\}`)

// fieldPlace is the path of a field in braces, such as {spec.names.kind} or
// {metadata.labels[example.com/a]}. A path has more than one part.
var fieldPlace = regex.New(`\{[a-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*|\[[^\[\]{}]+\])+\}`)

// plainName is what a field may say to stand in a command: anybody may have written it.
var plainName = regex.New(`^[A-Za-z0-9][A-Za-z0-9._:-]*$`)

// FillFields puts the object's fields where a text names them in braces. It returns false
// where one of them is not there, or is no name.
func FillFields(text string, object map[string]any) (string, bool) {
	all := true
	filled := fieldPlace.ReplaceAllStringFunc(text, func(place string) string {
		value, ok := manifest.FieldAt(object, strings.Trim(place, "{}"))
		name := fmt.Sprint(value)
		all = all && ok && plainName.MatchString(name)
		return name
	})
	return filled, all
}

// filledWords are the words of a command with the fields that the object tells, and none where it does not tell one.
func filledWords(words []string, object map[string]any) (filled []string) {
	for _, word := range words {
		word, told := FillFields(word, object)
		if !told {
			return nil
		}
		filled = append(filled, word)
	}
	return filled
}

// namedByObject reports whether a group or kind to look for is told by the object.
func namedByObject(name string) bool {
	return name == GroupPlace || name == KindPlace || fieldPlace.FindString(name) == name
}
