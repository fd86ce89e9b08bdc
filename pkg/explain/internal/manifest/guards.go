package manifest

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Guard is a field by which an object is not to be deleted, or its deletion not to go on, as its name and its value say.
type Guard struct {
	// Path leads to it from the object.
	Path []string
	// Value is what it is, and Off what ends that: nil where its name does not tell.
	Value, Off any
}

var (
	ofGoing    = strings.Fields("delet terminat teardown destroy destruct remov cleanup finaliz")
	ofGuarding = strings.Fields("protect prevent guard lock forbid deny disallow block")
	ofPause    = strings.Fields("paus suspend hold halt freez frozen disabl")
	ofConsent  = strings.Fields("allow permit confirm approv")
	// ofNothing are words of such names and of what holds them that name nothing else which is guarded.
	ofNothing = strings.Fields("from on is be enable enabled accidental self resource object lifecycle policy policies settings options config mode of the against")
)

// GuardsDeletion reads a field by the names that lead to it: all of them speak of the deletion of the very object, which is of
// the kind. Off is what ends it, nil where that is not told.
func GuardsDeletion(names []string, value any, kind string) (off any, guards bool) {
	words := wordsOf(strings.ReplaceAll(strings.ReplaceAll(strings.Join(names, "-"), "tearDown", "teardown"), "tear-down", "teardown"))
	found := map[string]bool{}
	for _, word := range words {
		of := ""
		for name, stems := range map[string][]string{"going": ofGoing, "guard": ofGuarding, "pause": ofPause, "consent": ofConsent} {
			if slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
				of = name
			}
		}
		if of == "" && !slices.Contains(ofNothing, word) && word != strings.ToLower(kind) {
			return nil, false // of something else
		}
		found[of] = true
	}
	text, _ := value.(string)
	switch last := len(words) - 1; {
	case !found["going"], found["guard"] && found["pause"]: // which ends a guard
		return nil, false
	case slices.Contains([]string{"policy", "mode"}, words[last]):
		first := strings.Join(wordsOf(text), " ")
		return nil, slices.ContainsFunc(append([]string{"do not ", "donot", "reject"}, ofGuarding...), func(stem string) bool { return strings.HasPrefix(first, stem) })
	case found["guard"] || found["pause"]:
		return switched(value, true)
	case found["consent"]:
		return switched(value, false)
	}
	return nil, false
}

// switches are the words by which something is on, and off.
var switches = [][2]string{{"true", "false"}, {"yes", "no"}, {"on", "off"}, {"enabled", "disabled"}, {"1", "0"}}

// switched reports whether a value is on, or off, and what turns it over.
func switched(value any, on bool) (other any, is bool) {
	if v, flag := value.(bool); flag {
		return !v, v == on
	}
	text, _ := value.(string)
	for _, s := range switches {
		if !on {
			s[0], s[1] = s[1], s[0]
		}
		if strings.EqualFold(text, s[0]) {
			return s[1], true
		}
	}
	return nil, false
}

// GuardOf is the first field by which the deletion of an object is guarded: of its spec, or a pause of its deletion in its status.
func GuardOf(object map[string]any, kind string) (g Guard, found bool) {
	for _, part := range []string{"spec", "status"} {
		fields, _ := object[part].(map[string]any)
		if g, found = guardIn(fields, []string{part}, kind); found {
			return g, true
		}
	}
	return g, false
}

// deepestGuard is how far below the spec one is looked for.
const deepestGuard = 3

func guardIn(fields map[string]any, path []string, kind string) (g Guard, found bool) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		at := append(slices.Clip(path), key)
		if inner, is := fields[key].(map[string]any); is && len(at) <= deepestGuard {
			if g, found = guardIn(inner, at, kind); found {
				return g, true
			}
			continue
		}
		off, guards := GuardsDeletion(at[1:], fields[key], kind)
		paused := slices.ContainsFunc(ofPause, func(stem string) bool { return strings.Contains(strings.ToLower(key), stem) })
		if guards && (path[0] == "spec" || paused) {
			return Guard{Path: at, Value: fields[key], Off: off}, true
		}
	}
	return g, false
}

// Patch is the merge patch that sets one field.
func Patch(path []string, value any) string {
	for _, name := range slices.Backward(path) {
		value = map[string]any{name: value}
	}
	patch, err := json.Marshal(value)
	if err != nil {
		return "{}" // of plain values it cannot fail
	}
	return string(patch)
}
