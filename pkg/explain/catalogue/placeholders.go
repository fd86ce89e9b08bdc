package catalogue

import (
	"regexp"
	"slices"
)

// What a step may hold for what is known only of a case. Those of the first sort
// stand anywhere in a text or a word.
const (
	NamePlace      = "{name}"
	NamespacePlace = "{namespace}"
	ResourcePlace  = "{resource}"
	FinalizerPlace = "{finalizer}"
	NowPlace       = "{now}"
	ClusterPlace   = "{cluster}"
	GonePlace      = "{gone}"
)

// Those of the second sort are a word of a command, and stand for an object.
const (
	ObjectWord    = "{object}"
	OtherWord     = "{other}"
	BlockerWord   = "{blocker}"
	ComponentWord = "{component}"
)

var objectWords = []string{ObjectWord, OtherWord, BlockerWord, ComponentWord}

// StandsForObject reports whether a word of a command is a placeholder for an
// object.
func StandsForObject(word string) bool { return slices.Contains(objectWords, word) }

func placeholders() []string {
	return append([]string{NamePlace, NamespacePlace, ResourcePlace, FinalizerPlace, NowPlace, ClusterPlace, GonePlace}, objectWords...)
}

// placeholder matches what looks like one. In a Go template braces stand in pairs,
// and JSON and JSONPath go on with something else than a letter.
var placeholder = regexp.MustCompile(`\{+[A-Za-z]+\}`)
