package copied

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

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
