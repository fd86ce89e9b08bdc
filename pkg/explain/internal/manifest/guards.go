package manifest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Guard is a field by which an object is not to be deleted, or its deletion not to go on, as its name and its value say.
type Guard struct {
	// Path leads to it from the object.
	Path []string
	// Value is what it is, and Off what ends that: nil where its name does not tell.
	Value, Off any
}

var (
	// protects is how a field is called that guards against the deletion of its object: the names that lead to it, of which
	// only a noun and what it has stand apart. One of what is to happen at the deletion is none.
	protects = regex.New(`^(?:lifecycle\.)?(?:enable )?(?:(?:deletion|termination|destruction|teardown)[ .](?:protection|protected|prevention)(?:[ .]enabled?)?|delete protection(?: enabled)?|` +
		`(?:prevent|protect from|protect against) (?:accidental )?(?:deletion|termination|destruction|delete|destroy|teardown)|(?:forbid|disallow|disable) deletion)$`)
	// halts is how one is called by which a deletion stands still.
	halts = regex.New(`^(?:deletion|termination|teardown)[ .](?:paused?|suspended|halted|on hold)$`)
	// disposes is how one is called that says how to delete, and refusing is what refuses that.
	disposes = regex.New(`^(?:deletion|termination) policy$`)
	refusing = strings.Fields("Protect Prevent DoNotDelete DoNotTerminate Forbid Deny")
	// ofOthers is how a kind is called by which the deletion of something else is ruled.
	ofOthers = regex.New(`(?:Polic(?:y|ies)|Rules?|Role|Protection|Permissions?|Access|Grant|Guard)$`)
)

// GuardsDeletion reads a field by the names that lead to it: it guards against the deletion of the very object, which is of the
// kind, or, where a pause is looked for, has that stand still. Off is what ends it, nil where that is not told.
func GuardsDeletion(names []string, value any, kind string, pause bool) (off any, guards bool) {
	parts := make([]string, 0, len(names))
	for _, name := range names {
		parts = append(parts, strings.Join(wordsOf(strings.ReplaceAll(name, "tearDown", "teardown")), " "))
	}
	own := strings.Join(wordsOf(kind), " ") + " "
	name := strings.ReplaceAll(strings.Join(parts, "."), own, "")
	switch text, _ := value.(string); {
	case pause && halts.MatchString(name), !pause && protects.MatchString(name):
		return switched(value)
	default:
		return nil, !pause && disposes.MatchString(name) && slices.Contains(refusing, text)
	}
}

// switched reports whether a value is on, and what turns it off, written alike.
func switched(value any) (off any, on bool) {
	if v, flag := value.(bool); flag {
		return false, v
	}
	text, _ := value.(string)
	for _, s := range [][2]string{{"true", "false"}, {"yes", "no"}, {"on", "off"}, {"enabled", "disabled"}, {"1", "0"}} {
		switch text {
		case s[0]:
			return s[1], true
		case strings.ToUpper(s[0]):
			return strings.ToUpper(s[1]), true
		case strings.ToUpper(s[0][:1]) + s[0][1:]:
			return strings.ToUpper(s[1][:1]) + s[1][1:], true
		}
	}
	return nil, false
}

// GuardOf is the first field of the spec by which the deletion of an object is guarded, or the first one by which it stands
// still, of its status too.
func GuardOf(object map[string]any, kind string, pause bool) (g Guard, found bool) {
	for _, part := range []string{"spec", "status"} {
		fields, _ := object[part].(map[string]any)
		if part == "spec" && !ofOthers.MatchString(kind) || part == "status" && pause {
			if g, found = guardIn(fields, []string{part}, kind, pause); found {
				return g, true
			}
		}
	}
	return g, false
}

// deepestGuard is how far below the spec one is looked for.
const deepestGuard = 3

func guardIn(fields map[string]any, path []string, kind string, pause bool) (g Guard, found bool) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		at := append(slices.Clip(path), key)
		if inner, is := fields[key].(map[string]any); is && len(at) <= deepestGuard {
			if g, found = guardIn(inner, at, kind, pause); found {
				return g, true
			}
			continue
		}
		if off, guards := GuardsDeletion(at[1:], fields[key], kind, pause); guards {
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

// ofTheEnd is what is done at the end, as names of fields tell it.
const ofTheEnd = `(?:delet(?:e|ion)|remov(?:e|al)|clean ?up|finali[sz](?:e|ers?|ation)|tear ?down|destroy|destruction|deprovision(?:ing)?|uninstall|drain(?:ing)?|purge)`

var (
	// asksEnd is how a switch is called, in words, that asks who deletes an object to force that, to skip a part of it, or to
	// leave in place what the object stands for.
	asksEnd = regex.New(`^(?:(?:force|skip|no ?op|bypass) (?:\w+ )?` + ofTheEnd + `|(?:orphan|abandon)(?: (?:resources?|dependents?|(?:on )?(?:delete|deletion)))?|(?:keep|retain|detach|leave) (?:\w+ )?on (?:delete|deletion|removal))$`)
	// destroys is such a switch by which what is in it goes too: that is no way out.
	destroys  = regex.New(`^force (?:\w+ )?(?:destroy|destruction|purge)$`)
	endPolicy = regex.New(`^(?:\w+ )?(?:deletion|delete|removal|reconcile|management|cleanup|termination) policy: (?:orphan(?:delete)?|abandon|retain|keep|detach(?:-on-delete)?)$`)
	// onTheWay is, beside madeState, a state of what is not ready for the first time.
	onTheWay = regex.New(`(?i)^(?:progressing|in[- _]?progress|initial|not[- _]?created)$`)
	// wasMade is what stands in a status of what is there, in JSON: a good state, a count, a condition that is true, an identity.
	wasMade = regex.New(`(?i):"(?:` + strings.Join(fines, "|") + `)"|"(?:ready|available|active|running|bound|updated|current)\w*":(?:true|[1-9])|` +
		`"(?:\w*arn|(?:(?:external|instance|resource|provider|physical|remote)[-_]?)?(?:id|name)|\w*(?:ids|handle|identifier|link)|(?:\w*[a-z])(?-i:I[Dd])|ur[il]|\w*ip|\w*host(?:name)?|\w*endpoints?|\w*address(?:es)?)":(?:"[^"]|\[[^\]])`)
)

// AskedAtEnd is the annotation or label of a domain that speaks to the holder, or the field of the spec, by which that is asked
// already to force the deletion, to skip a part of it, or to leave in place what the object stands for; empty for none.
func AskedAtEnd(obj *unstructured.Unstructured, speaks func(host string) bool) (field, value string) {
	all := map[string]any{}
	spec, _ := obj.Object["spec"].(map[string]any)
	maps.Copy(all, spec)
	for _, marks := range []map[string]string{obj.GetAnnotations(), obj.GetLabels()} {
		for key, value := range marks {
			if host, _, of := strings.Cut(key, "/"); of && speaks(host) {
				all[key] = value
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		name := inWords(key[strings.LastIndexByte(key, '/')+1:])
		text, _ := all[key].(string)
		if _, on := switched(all[key]); on && asksEnd.MatchString(name) && !destroys.MatchString(name) || endPolicy.MatchString(name+": "+strings.ToLower(text)) {
			return key, fmt.Sprint(all[key])
		}
	}
	return "", ""
}

// Unmade is the state by which a status says that the object is still being made. It is empty where any of that says that it
// was ready, works, or has an identity by then.
func Unmade(object map[string]any, kind string) string {
	status, _ := object["status"].(map[string]any)
	text, err := json.Marshal(status)
	if err != nil || wasMade.MatchString(string(text)) || strings.Contains(strings.ToLower(string(text)), strings.ToLower(`"`+kind+`ID":"`)) {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(status)) {
		if state, _ := status[key].(string); meaningOf(key) == aState && (madeState.MatchString(state) || onTheWay.MatchString(state)) {
			return key + ": " + state
		}
	}
	return ""
}
