package failure

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// endsClause is what stands behind words where that is all that is said of what they name, and not for what it is none.
const endsClause = `\s*(?:$|[\n.,;:()\]}"'\\]|status code\b|request id\b)`

var (
	// notAnIdentity is how providers say that what was named to them can be the identity of nothing: 'arn:x' is
	// not a valid target group ARN.
	notAnIdentity = regex.New(`(?i)['"]([^'"\s]+)['"] is not a valid ((?:[a-z]+ ){0,3}?)(?:arn|id|identifier)` + endsClause +
		`|\binvalid ((?:[a-z]+ ){0,3}?)(?:arn|id|identifier)(?: format)?:? ['"]([^'"\s]+)['"]` + endsClause)
	// isNoIdentity is how they say of which form it should be: the gear ID 'x' is not valid. It must be a GUID.
	isNoIdentity = regex.New(`(?i)\b((?:[a-z]+ ){0,3}?)(?:arn|id|identifier) \\?['"]([^'"\s\\]+)\\?['"] (?:(?:is not valid|is invalid)[.,;:]? (?:(?:it|the (?:[a-z]+ ){0,3}(?:arn|id|identifier)) )?)?` +
		`(?:is malformed|must be an? (?:guid|uuid|number|integer|arn|valid (?:guid|uuid|number|integer|arn|id|identifier)))` + endsClause)
	// deletedAt is the request that asks a provider for a deletion, with the sort and the name at which its address ends.
	deletedAt = regex.New(`\b(?:DELETE|Delete) "?https?://[^\s"?]*/([A-Za-z]+)/([^\s"/?:]+)`)
	// refusedName is the code by which it finds a name not valid, with the name that is called so first behind that.
	refusedName = regex.New(`\b(?:Invalid|Malformed)([A-Z][A-Za-z]*?)(?:Id|ID|Name|Arn|ARN|Identifier)(?:Format)?\b(?s:.*?)\b(?:[Nn]ame|id|ID|identifier|ARN) \\?['"]([^'"\s\\]+)\\?['"] is (?:not valid|invalid|malformed|not allowed)` + endsClause)
	// asWrong is how it answers what is wrong in itself.
	asWrong = regex.New(`\b400\b`)
)

// InvalidIdentity is what words say is no valid identity outside of the cluster, and of what sort of
// thing: empty where they tell neither. Own says that it is by that what was asked to be deleted is named.
func InvalidIdentity(words string) (identity, of string, own bool) {
	if m := notAnIdentity.FindStringSubmatch(words); m != nil {
		return m[1] + m[4], sortCalled(m[2] + m[3]), false
	}
	sort, name := deletionAsked(words)
	if m := isNoIdentity.FindStringSubmatch(words); m != nil && m[2] == name && strings.ReplaceAll(sortCalled(m[1]), " ", "") == sort {
		return name, sortCalled(m[1]), true
	}
	if m := refusedName.FindStringSubmatch(words); m != nil && m[2] == name && asWrong.MatchString(words) && (m[1] == "Resource" || strings.EqualFold(m[1], sort)) {
		return name, sort, true
	}
	return "", "", false
}

// sortCalled is the sort of a thing as the words before its identity call it.
func sortCalled(words string) string {
	words = strings.ToLower(strings.TrimSpace(words))
	if at := strings.LastIndex(" "+words, " the "); at >= 0 {
		words = words[at+len("the "):]
	}
	return words
}

// deletionAsked is the sort and the name of what a provider was asked to delete; both are empty where words tell no request.
func deletionAsked(words string) (sort, name string) {
	m := deletedAt.FindStringSubmatch(words)
	if m == nil {
		return "", ""
	}
	return phrase.SingularOf(strings.ToLower(m[1])), m[2]
}
