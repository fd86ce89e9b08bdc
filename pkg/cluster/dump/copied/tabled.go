package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// tabled are the objects that tables show on their way out, where nothing else was copied.
func (q *Question) tabled(lines []string, rows []beside.Row) (*document, error) {
	going := slices.DeleteFunc(slices.Clone(rows), func(r beside.Row) bool { return !r.Going })
	if len(going) == 0 {
		going = q.untyped(lines)
	}
	if len(going) == 0 {
		return nil, nil
	}
	lacks := lackf("only a table was copied, and of finalizers none tells; %s", advice)
	if q.finalizersSaid(going, lines) {
		lacks = lackf("only a table was copied, and of finalizers what is said beside it; %s", advice)
	}
	likewise := func(r beside.Row) bool { return r.Failed() && r.Kind == going[0].Kind }
	if n := len(going); n > 1 && len(slices.DeleteFunc(slices.Clone(going), likewise)) == 0 && slices.ContainsFunc(lines, spoken.Logged) {
		going = going[:1]
		lacks = lackf("a table shows %d such objects of which the deletion fails, and the log beside it is taken for that of the first; %s", n, advice)
	}
	d := newList()
	if of := loggedFor(lines, &going[0]); len(going) == 1 && of.Name != "" {
		d.append(objectSpoken(of))
		return d, lackf("a table shows only %s %s on its way out, and the log beside it tells of the deletion of %s %s, which names that; of its finalizers none tells; %s", going[0].Kind, going[0].Name, of.Kind, of.Name, advice)
	}
	if namespace := namespaceTold(going, lines); namespace != nil {
		d.append(namespace)
	}
	for i := range going[:min(len(going), mostCopied)] {
		going[i].Kind = q.respelled(spoken.Of{APIVersion: going[i].APIVersion, Kind: going[i].Kind}, lines).Kind
		d.append(objectOf(&going[i]))
	}
	return d, lacks
}

// loggedFor is the one object of another kind of which a log says that its deletion goes on and that it fails, and names
// the object of a row beside it: that belongs to it.
func loggedFor(lines []string, row *beside.Row) (of spoken.Of) {
	goes, fails := map[spoken.Of]bool{}, map[spoken.Of]bool{}
	for _, line := range lines {
		found := spoken.SubjectOf(line)
		if found.Name == "" || trace.GroupOf(found.APIVersion) == "" || strings.EqualFold(found.Kind, row.Kind) || !spoken.Names(line, row.Name) {
			continue
		}
		goes[found] = goes[found] || spoken.EndingLine(line, found)
		fails[found] = fails[found] || spoken.Fails(line)
	}
	for found := range goes {
		switch {
		case !goes[found] || !fails[found]:
		case of.Name != "":
			return spoken.Of{}
		default:
			of = found
		}
	}
	return of
}

// finalizersSaid gives the rows, where they are of one kind and none tells its finalizers, those that are called so beside
// the table. It reports whether there are some.
func (q *Question) finalizersSaid(rows []beside.Row, lines []string) bool {
	kind := rows[0].Kind
	if slices.ContainsFunc(rows, func(r beside.Row) bool { return r.Kind != kind || len(r.Finalizers) > 0 }) {
		return false
	}
	names := spoken.FinalizersOf(kind, lines, q.kindOf)
	for i := range rows {
		rows[i].Finalizers = names
	}
	return len(names) > 0
}

// untyped are the objects on their way out of tables of which neither a command nor the head tells the type: of the one
// kind of which sentences say that some hang now, or of any where none is said.
func (q *Question) untyped(lines []string) []beside.Row {
	if !q.Alone || !q.Hangs {
		return nil
	}
	present := spoken.Present(lines)
	words := spoken.HangingWords(present, false)
	of := q.kindHanging(words, lines, beside.HasHead)
	isKind := func(word string) bool { return q.wordFor(word, lines).Kind != "" }
	if !spoken.SaysHanging(present) || of.Kind == trace.Untyped && slices.ContainsFunc(words, isKind) {
		return nil // that are of something else
	}
	rows := beside.Rows(lines, func(name string) (apiVersion, kind string) {
		if name == "" {
			return of.APIVersion, of.Kind
		}
		return q.typeIn(name)
	})
	return scoped(slices.DeleteFunc(rows, func(r beside.Row) bool { return !r.Going }))
}

// kindHanging is the one kind for which there are words in sentences that say so, none of those that are left out.
func (q *Question) kindHanging(words, lines []string, leftOut func(kind string) bool) spoken.Of {
	of := spoken.Of{APIVersion: trace.Unstated, Kind: trace.Untyped}
	for _, word := range words {
		found := q.wordFor(word, lines)
		switch {
		case found.Kind == "" || found.Kind == of.Kind || leftOut(found.Kind):
		case of.Kind != trace.Untyped:
			return spoken.Of{APIVersion: trace.Unstated, Kind: trace.Untyped}
		default:
			of = found
		}
	}
	return of
}
