package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// purpose is what a request is for, or in which order: an error that begins with what was tried has none of it.
	purpose = regex.New(`(?i)\bto (?:go on|continue|proceed|allow|confirm|consent|force|retry|unblock|release|let)\b|\bfirst\b|\bplease\b|\bmanually\b|\bby hand\b|\bin order to\b|\bif (?:you|it|that|this)\b|\bto (?:0|zero)\b`)
	// wentWrong is how an error tells what came of what was tried.
	wentWrong = regex.New(`(?i)\b(?:fail\w*|errors?|returned|exit\w*|denied|refused|timed out|cannot|could not)\b`)
	// runsCommand is how a text asks to run a command of the cluster.
	runsCommand = regex.New("(?i)\\b(?:run|by running):? [\"'`]?(?:kubectl|oc|helm|[a-z][a-z0-9-]*ctl) [^\"'`;\\n]+[\"'`]?")
	// wasRun is what stands before a command that was tried, or is not to be run.
	wasRun = regex.New(`(?i)(?:\b(?:fail\w*|errors?|unable|cannot|could not|tried|trying|attempt\w*|will|would|not|never)|n't) (?:to )?$`)
)

// Requests is what an error asks its reader to do, empty where it asks for nothing for sure: it often begins with what
// was tried, which is said as a request is.
func Requests(text string) string {
	if at := runsCommand.FindStringIndex(text); at != nil && !wasRun.MatchString(text[:at[0]]) && !forces(text[at[0]:at[1]]) {
		return strings.TrimSpace(text[at[0]:at[1]])
	}
	for _, part := range clauseMark.Split(text, -1) {
		if asked := mark(part); asked != "" {
			return asked
		}
		asked := Asks(part)
		if asked == "" || wentWrong.MatchString(asked) {
			continue
		}
		if _, plain := SettingIn(asked); plain || purpose.MatchString(asked) {
			return asked
		}
	}
	return OfPerson(text)
}

var (
	// closing is what a text asks its reader to do to a thing, as a clause.
	closing = regex.New(`(?i)^(?:(?:please|then|first),? )?(?:` + strings.Join(verbs, "|") + `|turn|switch|insert|plug|clear|reset|replace|lift|sign|enter|unlock|unpin)` +
		` (?:it|this|that|these|those|them|the|all|any|every|each|an?|its|your|both|everything|whatever)\b[^:]*$`)
	// obstacle is how a text says what is in the way.
	obstacle = regex.New(`(?i)\b(?:locked|blocked|cannot|can't|could not|not|no|still|held|holds|in use|needs?|must|required?|requires|wait\w*|refus\w+|den(?:y|ied|ies)|fail\w*|until|missing|protected|paused|open|contains?|has|have|exists?|busy|pinned|jammed|stuck|full|left|unable|closed|offline|down)\b`)
	// betweenSentences is where one ends.
	betweenSentences = regex.New(`;\s+|[.!]\s+`)
)

// Closing is what a text asks its reader to do in its last sentence, behind what it says is in the way; empty where it does
// not, and where that would force what its holder keeps.
func Closing(text string) string {
	parts := betweenSentences.Split(strings.TrimSpace(text), -1)
	last := strings.TrimRight(strings.TrimSpace(parts[len(parts)-1]), ".!")
	before := strings.Join(parts[:len(parts)-1], "; ")
	if len(parts) < 2 || len(last) > longestAsked || !closing.MatchString(last) || !obstacle.MatchString(before) || wentWrong.MatchString(last) || forces(last) || len(Errors(text)) > 0 {
		return ""
	}
	return last
}

// longestAsked is how long what a text asks for is at the most.
const longestAsked = 160

// mark is the part of a clause that says which annotation or label is needed.
func mark(part string) string {
	if at := unlessSet.FindStringIndex(part); at != nil {
		return part[at[0]:at[1]]
	}
	part = part[strings.LastIndex(part, ", ")+1:]
	m := needsMark.FindStringSubmatchIndex(part)
	if m == nil || m[2] >= 0 && needless.MatchString(part[m[2]:m[3]]) {
		return ""
	}
	return strings.TrimSpace(part[m[0]:m[1]])
}
