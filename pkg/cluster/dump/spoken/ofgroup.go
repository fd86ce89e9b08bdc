package spoken

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// groupBeforeKind is a kind as programs write it behind its group and version: zorg.io/v1, Kind=Gear.
	groupBeforeKind = regex.New(`([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+)/v\d\w*,? [Kk]ind[=:] ?\\*["']?([A-Za-z][A-Za-z0-9]*)`)
	// kindBeforeGroup is a kind of which the API server says that it does not know it: kind "Gear" in version "zorg.io/v1".
	kindBeforeGroup = regex.New(`\bkind \\*"([A-Za-z][A-Za-z0-9]*)\\*" in (?:version|group) \\*"([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+)(?:/v\d\w*)?\\*"`)
	// groupOfType is a type with its group: gears.zorg.io. What is part of an address is none, and in a sentence it may be a
	// host.
	groupOfType = regex.New(`(?:^|[^\w./:@-])([a-z][a-z0-9]*)\.([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:$|[^\w.:-]|[.:](?:\s|$))`)
	// typeAwaited is what stands before a type: it is told to be one, or somebody asks kubectl about it.
	typeAwaited = regex.New(`(?i:\b(?:CRDs?|api ?versions?|resources?|kinds?|types?)|\bcustom ?resource ?definitions?(?:\.apiextensions\.k8s\.io)?)[\s:="'\x60\\/]+$|\b(?:kubectl|oc|k) (?:\S+ ){0,3}(?:get|describe|delete|edit|patch|wait|annotate|label) (?:-\S+ )*$`)
	// hostAwaited is what stands before a host.
	hostAwaited = regex.New(`(?i)\b(?:at|to|from|via|lookup|hosts?|hostname|server|address|domain|endpoints?|urls?|docs?|documentation)(?: is| are)?[\s:="'\x60\\]+$`)
	// printedError is how kubectl says that something is wrong.
	printedError = regex.New(`^\s*(?:Error from server|error:)`)
)

// GroupOf is the one group in which lines show a kind, and how they spell that; empty where they show none, or several.
func GroupOf(kind string, lines []string) (group, spelled string) {
	if kind == "" {
		return "", ""
	}
	plural := phrase.PluralOf(strings.ToLower(kind))
	var groups []string
	take := func(of string) {
		if !slices.Contains(groups, of) && !ofHost(of) {
			groups = append(groups, of)
		}
	}
	named := func(as, of string) {
		if strings.EqualFold(as, kind) {
			spelled = moreCapitals(spelled, as)
			take(of)
		}
	}
	for _, line := range lines {
		for _, m := range groupBeforeKind.FindAllStringSubmatch(line, -1) {
			named(m[2], m[1])
		}
		for _, m := range kindBeforeGroup.FindAllStringSubmatch(line, -1) {
			named(m[1], m[2])
		}
		for _, m := range groupOfType.FindAllStringSubmatchIndex(line, -1) {
			if line[m[2]:m[3]] == plural && isType(line, m[2], m[5]) {
				take(line[m[4]:m[5]])
			}
		}
	}
	if len(groups) != 1 {
		return "", ""
	}
	return groups[0], spelled
}

// InOtherGroup reports whether lines show a kind, or have one of some words for it, in another group than this one.
func InOtherGroup(group, kind string, words, lines []string) bool {
	words = append(words, strings.ToLower(kind), phrase.PluralOf(strings.ToLower(kind)))
	for _, line := range lines {
		for _, m := range groupOfType.FindAllStringSubmatch(line, -1) {
			if m[2] != group && slices.Contains(words, m[1]) {
				return true
			}
		}
	}
	shown, _ := GroupOf(kind, lines)
	return shown != "" && shown != group
}

// isType reports whether what a line has from one place to another, and what may be a host, is a type: a program has
// printed it, it is marked as code, or what stands before it tells.
func isType(line string, from, to int) bool {
	before := line[:from]
	if hostAwaited.MatchString(before) {
		return false
	}
	marked := from > 0 && to < len(line) && line[from-1] == line[to] && strings.IndexByte("`\"'", line[to]) >= 0
	return marked || notProse(line) || printedError.MatchString(line) || typeAwaited.MatchString(before)
}

// moreCapitals is the one of two spellings of a kind that tells more of its words.
func moreCapitals(one, other string) string {
	capitals := func(word string) (n int) {
		for _, c := range word {
			if unicode.IsUpper(c) {
				n++
			}
		}
		return n
	}
	if one == "" || capitals(other) > capitals(one) {
		return other
	}
	return one
}

// ofHost reports whether a name is that of a Service or a host of the cluster, and no group.
func ofHost(name string) bool {
	return strings.HasSuffix(name, ".svc") || strings.HasSuffix(name, ".local") || strings.Contains(name, ".svc.")
}
