package acts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// wanting is how one says that a request lacks a field.
	wanting = regex.New(`(?i)\b(?:is|are) (?:required|mandatory)\b|\b(?:must|has to|have to) be (?:set|specified|given|provided|supplied)\b|\b(?:required|mandatory) (?:fields?|parameters?|arguments?|propert(?:y|ies))\b`)
	// wantsOne is the same of one field, which it names.
	wantsOne = regex.New(`\b([A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)["'\x60]? (?:is (?:required|mandatory)\b|(?:must|has to) be (?:set|specified|given|provided|supplied)\b)|(?i:\b(?:required|mandatory) (?:field|parameter|argument|property),? )["'\x60]?([A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+)\b`)
	// oneOf is how one says which values a field may have.
	oneOf = regex.New(`(?i)\b(?:set to|one of|either)\b`)
	// several is how one names more of these than one.
	several = regex.New(`(?i)\b(?:one of|either)\b| or `)
	// deletesIt is a value of which something is deleted.
	deletesIt = regex.New(`(?i)\b(?:delete|destroy|purge|remove|wipe)\b`)
	// fieldName is how fields are called by more than one word.
	fieldName = regex.New(`\b(?:[A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+|[a-z0-9]+(?:_[a-z0-9]+)+)\b`)
	// leavesOut is how fields are called that have something left out, or done whatever it takes.
	leavesOut = regex.New(`(?i)^(?:skip|force|without|disable|ignore|purge|destroy|delete|allow|bypass|no_|no[A-Z])`)
)

// input is a field of the spec that words name.
type input struct {
	path  string
	value any
	found bool
}

// now is the field with what it is.
func (i input) now() string {
	if i.value == nil {
		return phrase.OneLine(i.path) + " (not set now)"
	}
	if i.value == "" {
		return phrase.OneLine(i.path) + " (empty now)"
	}
	switch i.value.(type) {
	case bool, int64, float64:
		return phrase.OneLine(fmt.Sprintf("%s (%v now)", i.path, i.value))
	}
	return phrase.OneLine(i.path) // what it holds may be nobody's business
}

func isEmpty(value any) bool { return value == nil || value == "" || value == false }

// InputWanted sets the fields of the spec that words say a request lacks. What keeps something comes before what leaves that out.
func InputWanted(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if !wanting.MatchString(words) || h.Object == nil || h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return n
	}
	all := inputsIn(h, words)
	if !slices.ContainsFunc(all, func(i input) bool { return i.found }) {
		return unset(h, words)
	}
	var keeps, leaves []string
	for _, i := range all {
		out := leavesOut.MatchString(i.path[strings.LastIndex(i.path, ".")+1:])
		if i.value == true { // to switch off what is on may be to give up what keeps something
			return hearing.Notes{}
		}
		if !isEmpty(i.value) && (!oneOf.MatchString(words) || !several.MatchString(words)) {
			return hearing.Notes{} // these words are of before
		}
		if out {
			leaves = append(leaves, i.now())
		} else {
			keeps = append(keeps, i.now())
		}
	}
	text := "set " + phrase.And(keeps) + ", as these words ask"
	if len(leaves) > 0 {
		only := "only where nobody needs what that leaves out, set " + phrase.And(leaves)
		if len(keeps) == 0 {
			text = only
		} else {
			text += "; " + only + ", in its place"
		}
	}
	n.Do(explain.Act(explain.Changes, h.Node.Ref, text, h.View.Command(h.Node.Ref, "edit")...).For(explain.Mends))
	return n
}

// unset has a field set that words call for, and that nothing of the spec is called like.
func unset(h *hearing.Case, words string) (n hearing.Notes) {
	m := wantsOne.FindStringSubmatch(words)
	if len(specOf(h)) == 0 || m == nil || failure.RecordEmpty(words) != "" {
		return n
	}
	care := ""
	if oneOf.MatchString(words) && deletesIt.MatchString(words) {
		care = "; one by which something is deleted only where nobody needs that"
	}
	n.Do(explain.Look("set what gives "+m[1]+m[2]+", which these words call for"+care+": no field of its spec is called so now; this lists those that there may be",
		"kubectl", "explain", h.Kind.Resource+"."+h.Kind.Group+".spec").For(explain.Mends))
	return n
}

// inputsIn are the fields that words name. One that is not set stands beside one that is.
func inputsIn(h *hearing.Case, words string) (out []input) {
	spec := fieldsOf(specOf(h), "spec", deepRecord)
	parent := "spec"
	for _, at := range fieldName.FindAllStringIndex(words, -1) {
		name := words[at[0]:at[1]]
		if strings.HasPrefix(words[at[1]:], ":") || slices.ContainsFunc(out, func(i input) bool { return sameField(i.path[strings.LastIndex(i.path, ".")+1:], name) }) {
			continue // the code of an error, or once more
		}
		i := input{path: strings.ToLower(name[:1]) + name[1:]}
		for _, f := range spec {
			if sameField(f.key, name) && !strings.Contains(f.path, "[]") {
				parent, i = strings.TrimSuffix(f.path, "."+f.key), input{f.path, f.value, true}
				break
			}
		}
		out = append(out, i)
	}
	for k := range out {
		if !out[k].found {
			out[k].path = parent + "." + out[k].path
		}
	}
	return out
}

// sameField reports whether two names of a field are one, however their words are set together.
func sameField(a, b string) bool {
	joined := strings.NewReplacer("_", "", "-", "")
	return strings.EqualFold(joined.Replace(a), joined.Replace(b))
}

// SortOf is the way of failing that words tell of. Where the object has the ID of what was made, its record is not empty:
// then it is something else that a request lacks.
func SortOf(h *hearing.Case, words string) *failure.Mechanism {
	m := failure.Of(words)
	if m != nil && m.Name == failure.EmptyRecord && emptyIn(h, failure.RecordEmpty(words)) == "" && recordIn(h) != "" {
		return failure.Called(failure.NotValid)
	}
	return m
}
