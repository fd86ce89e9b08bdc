package copied

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// fragment is the object of which only the list of its finalizers was copied, where a table
// or a command tells what it is.
func (q *Question) fragment(lines []string, rows []beside.Row) (*document, error) {
	list := beside.FinalizersIn(lines)
	if len(list) == 0 {
		return nil, nil
	}
	of, other := q.ofOtherKind(list, lines, rows)
	if other {
		of.Name = cmp.Or(of.Name, explain.NoName)
	} else if len(rows) == 1 {
		of = spoken.Of{APIVersion: rows[0].APIVersion, Kind: rows[0].Kind, Namespace: rows[0].Namespace, Name: rows[0].Name}
	} else if of.APIVersion, of.Kind = builtin.TypeIn(beside.TypeIn(lines)); of.Kind == "" {
		return nil, nil
	} else if of.SyncedBy(lines); of.Name == "" {
		of.Namespace, of.Name = beside.NameIn(lines)
		of.Name = cmp.Or(of.Name, explain.NoName)
	}
	obj := objectSpoken(of)
	if len(rows) == 1 && !other {
		rows[0].Fill(obj)
	}
	if meta, _ := obj["metadata"].(map[string]any); meta != nil {
		meta["finalizers"] = list
	}
	d := newList()
	d.append(obj)
	for i := range rows {
		if other && rows[i].Going && len(d.Items) < mostCopied {
			d.append(objectOf(&rows[i])) // what is left below it
		}
	}
	if of.Name == explain.NoName {
		return d, lackf("of a %s only its finalizers were copied, and %s stands for its name; %s", of.Kind, explain.NoName, advice)
	}
	return d, lackf("of %s %s only parts were copied; %s", of.Kind, of.Name, adviceFor(of))
}

// ofOtherKind is the object that has finalizers of which it is known that none has them that a table shows beside them: of the
// one kind that has, with the name that a log gives it which says that something fails for it.
func (q *Question) ofOtherKind(list []any, lines []string, rows []beside.Row) (of spoken.Of, other bool) {
	if q.Kinds == nil || len(rows) == 0 {
		return of, false
	}
	var names []string
	for _, name := range list {
		names = append(names, fmt.Sprint(name))
	}
	group, kind := q.Kinds(names, nil)
	if kind == "" || slices.ContainsFunc(rows, func(r beside.Row) bool { return strings.EqualFold(r.Kind, kind) }) {
		return of, false
	}
	of = spoken.Of{APIVersion: strings.TrimPrefix(group+"/"+trace.Unstated, "/"), Kind: kind}
	found := ""
	for _, line := range lines {
		m := failsFor.FindStringSubmatch(line)
		if m == nil || !spoken.Logged(strings.Trim(line, "` ")) || q.isWord(m[1]) {
			continue
		}
		if found != "" && found != m[0] {
			return spoken.Of{APIVersion: of.APIVersion, Kind: kind}, true
		}
		found, of.Namespace, of.Name = m[0], m[1], m[2]
	}
	return of, true
}

// failsFor is how an error ends that tells for which object something is not done.
var failsFor = regex.New("\\b(?:for|of) ([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*[a-z0-9])[\"})\\s`]*$")

var (
	// titleOfPart is a title that tells of which kind the part of an object below it is: from gear status, Gear resource
	// finalizers.
	titleOfPart = regex.New("(?i)^[\\s#*]*(?:(?:from|of|in|the|my|our|this|its) +){0,2}[`\"']?([a-z]+)[`\"']?(?:['’]s)?(?: +(?:resource|object|instance|cr|yaml))? +(?:status|metadata|conditions|finalizers?)\\**:\\**\\s*$")
	// beginsPart is how a part of an object begins.
	beginsPart = regex.New(`^\s*(?:"?(?:finalizers|conditions|phase|status|metadata|deletionTimestamp)"?:|- *["']?(?:[\w.-]+[./][\w./-]+|(?:last\w+Time|message|reason|status|type):))`)
	// between is a line that only sets off what is copied.
	between = regex.New("^\\s*(?:(?:```|~~~)\\w*)?\\s*$")
)

// titled is an object of the one kind that titles give to parts of it, right above these. A kind that somebody's group has
// too is of that group where the finalizers are.
func (q *Question) titled(lines []string) (of spoken.Of) {
	for i, line := range q.lines {
		m := titleOfPart.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		below := slices.DeleteFunc(slices.Clone(q.lines[i+1:min(len(q.lines), i+4)]), between.MatchString)
		if len(below) == 0 || !beginsPart.MatchString(below[0]) {
			continue
		}
		found := q.inGroupOfFinalizers(m[1], lines)
		if found.Kind == "" {
			continue
		}
		if of.Kind != "" && of != found {
			return spoken.Of{}
		}
		of = found
	}
	return of
}

// inGroupOfFinalizers is the kind that a word means in the group that the finalizers beside it have for their domain, or
// else at all.
func (q *Question) inGroupOfFinalizers(word string, lines []string) (of spoken.Of) {
	for _, name := range beside.FinalizersIn(lines) {
		domain, _, _ := strings.Cut(fmt.Sprint(name), "/")
		if of.APIVersion, of.Kind = q.kindOf(word + "." + domain); of.Kind != "" && strings.Contains(domain, ".") {
			return of
		}
	}
	of.APIVersion, of.Kind = q.kindOf(word)
	return of
}
