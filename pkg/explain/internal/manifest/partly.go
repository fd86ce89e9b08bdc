package manifest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// ending are the stems of the verbs for what is done with parts of an object that goes.
const ending = `(?:delet|remov|releas|drain|terminat|finaliz|detach|evict|destroy|purg|eras|wip|clean|uninstall|(?:de|un)regist(?:er)?|decommission|deprovision|unmount|revok)`

// toEnd are verbs for that, but those that stand for a thing as well.
const toEnd = `(?:delete|remove|drain|terminate|finalize|detach|evict|destroy|purge|erase|wipe|clean ?up|tear ?down|uninstall|(?:de|un)register|decommission|deprovision|unmount|revoke)`

var (
	// goneState is a state of a part that is not there any more.
	goneState = regex.New(`(?i)^(?:` + ending + `ed(?:[- ]?up)?|gone|torn[- ]?down)$`)
	// doneState is a state of a part with which nothing is left to do, whatever that was.
	doneState = regex.New(`(?i)^(?:done|completed?|succe(?:eded|ss|ssful)|finished)$`)
	// endsIt is how a part, or the field of all, is called after what is done with it at the end, in words: a verb at its end,
	// which may only be followed by a word for steps. What is only called so, as a release or an eviction policy, is none.
	endsIt = regex.New(`(?:^| )(?:` + ending + `(?:ed|ing|ions?|als?|r?ations?)|` + toEnd + `)(?: (?:steps?|tasks?|phases?|stages?|jobs?|progress|operations?|actions?))?$`)
	// endsSome is how a part is called after what is done to something at the end.
	endsSome = regex.New(`^` + toEnd + ` `)
	// madeState is a state of a part that is made: none of one that goes.
	madeState = regex.New(`(?i)^(?:(?:re-?)?(?:install|creat|build|provision|deploy|start|initiali[sz]|updat|upgrad|configur|schedul|bootstrapp|download|pull|bind)ing|pending(?:[- _]?(?:install|upgrade|creation))?|queued)$`)
)

// partly takes up which parts of a field are left, where the others are done with. It does so where they are taken apart, by
// what they or the field are called: a part may as well be done that was built.
func (r *statusReader) partly(value any, n node) {
	switch value.(type) {
	case []any, map[string]any:
	default:
		return
	}
	ends := afterEnd(n.path[len(n.path)-1])
	var left []string
	all, known := 0, true
	each(value, func(name string, fields map[string]any) {
		done, gone, state, told := howFar(fields)
		name = cmp.Or(name, nameOf(fields))
		atEnd := afterEnd(name) || endsSome.MatchString(inWords(name))
		all, known, ends = all+1, known && told && name != "" && (atEnd || !madeState.MatchString(state)), ends || gone || atEnd
		switch {
		case done:
		case state != "" && !Bad(state): // a bad one is told by itself
			left = append(left, name+" ("+state+")")
		default:
			left = append(left, name)
		}
	})
	done := all - len(left)
	if !known || !ends || done == 0 || done == all || len(r.out) >= mostStatements {
		return
	}
	r.out = append(r.out, Statement{Path: n.path, State: true, Share: true, Text: fmt.Sprintf("%d%s%d done, and not %s", done, shareOfAll, all, phrase.Names(left))})
}

// each calls with each object of a list, or of a map with its name. One that is none counts as an empty one.
func each(value any, call func(name string, fields map[string]any)) {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			fields, _ := entry.(map[string]any)
			call("", fields)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields, _ := v[name].(map[string]any)
			call(name, fields)
		}
	}
}

// howFar reads how far a part is: by a flag that is called after what is done with it, or by its state. Gone says that it is
// not there any more.
func howFar(fields map[string]any) (done, gone bool, state string, told bool) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		flag, is := fields[key].(bool)
		words := wordsOf(key)
		if !is || len(words) == 0 {
			continue
		}
		last := words[len(words)-1]
		if gone = goneState.MatchString(last); gone || doneState.MatchString(last) {
			return flag, gone, "", true
		}
	}
	state = besideOf(fields).state
	gone = goneState.MatchString(state)
	return gone || doneState.MatchString(state), gone, state, state != ""
}

func afterEnd(name string) bool { return endsIt.MatchString(inWords(name)) }

func inWords(name string) string { return strings.Join(wordsOf(name), " ") }
