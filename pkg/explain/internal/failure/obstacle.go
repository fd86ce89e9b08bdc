package failure

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// lasting is how they are called that have to go first.
	lasting = `(?:(?:still |currently |other )?(?:existing|active|associated|remaining|attached|dependent|linked|bound|related|undeleted) )`
	// counted are several of a sort, after their number.
	counted = `((?:[a-z]+ )?[A-Za-z]{2,}s)(?:$|["')\]]|[.,;:](?:\s|$)| (?:attached|running|left|remaining|in|of|on|for|which|that|and|to|bound|from|still)\b)`
	// obstacleDue is how one says that others keep something from being deleted, with or without how many they are, and
	// obstacleHad how many something still has, or is used by.
	obstacleDue = `(?i)\b(?:due to|because of|because it (?:still )?has|as it (?:still )?has|blocked by|prevented by) (?:the )?(?:[1-9]\d* )?` + lasting + counted
	// obstacleThere is how one says that they are there.
	obstacleThere = `(?i)\bthe(?:re|ir) are (?:still )?(?:[1-9]\d* )?` + lasting + `((?:[a-z]+ )?[A-Za-z]{2,}s)\b`
	obstacleHad   = `(?i)\b(?:still has|still have|still contains|in use by|used by) [1-9]\d* ` + lasting + `?` + counted
)

var (
	there     = regex.New(obstacleThere)
	obstacles = []*regex.Regexp{regex.New(obstacleDue), regex.New(obstacleHad), there}
	// noObstacles are nouns of what is no thing that could go.
	noObstacles = strings.Fields("errors failures attempts retries seconds minutes hours days times issues problems reasons conditions restrictions limitations locks operations changes requests updates finalizers permissions rights bytes")
	// notThere is how it is only asked or supposed that they are there, and how something is told not to be, which comes first.
	notThere = regex.New(`(?i)\b(?:if|whether|unless|that|check|in case)(?: \w+){0,2} there are\b|\bnot found\b|\b(?:does|do) not exist\b|\bno such\b`)
	// kept are nouns of what nobody ends so that something else may go.
	kept = strings.Fields("backups credentials users accounts secrets keys events")
)

// obstructed reports whether a text that speaks of a deletion counts what has to go first, or says of which sort that is.
func obstructed(text string) bool {
	text = phrase.OneLine(text)
	return sentence.Deletes(text) && slices.ContainsFunc(obstacles, func(how *regex.Regexp) bool {
		m := how.FindStringSubmatch(text)
		if m == nil {
			return false
		}
		noun := m[1][strings.LastIndexByte(m[1], ' ')+1:]
		return !slices.Contains(noObstacles, noun) && (how != there || !notThere.MatchString(text) && !slices.Contains(kept, noun))
	})
}
