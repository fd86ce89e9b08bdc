package failure

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// notAnIdentity is how providers say that what was named to them can be the identity of nothing: 'arn:x' is
	// not a valid target group ARN; the gear ID 'x' is not valid.
	notAnIdentity = regex.New(`(?i)['"]([^'"\s]+)['"] is not a valid ((?:[a-z]+ ){0,3}?)(?:arn|id|identifier)\b` +
		`|\binvalid ((?:[a-z]+ ){0,3}?)(?:arn|id|identifier)(?: format)?:? ['"]([^'"\s]+)['"]`)
	isNoIdentity = regex.New(`(?i)\b(?:the )?((?:[a-z]+ ){0,3}?)(?:arn|id|identifier) \\?['"]([^'"\s\\]+)\\?['"] (?:is not valid|is invalid|is malformed|must be an? )`)
	// deletedAt is the request that asks a provider for a deletion, with the sort and the name at which its address ends.
	deletedAt = regex.New(`\b(?:DELETE|Delete) "?https?://[^\s"?]*/([A-Za-z]+)/([^\s"/?:]+)`)
	// refusedName is the code by which it finds the name in that not valid.
	refusedName = regex.New(`\b(?:Invalid|Malformed)([A-Z][A-Za-z]*?)(?:Id|ID|Name|Arn|ARN|Identifier)(?:Format)?\b`)
	// asWrong is how it answers what is wrong in itself.
	asWrong = regex.New(`\b400\b`)
)

// InvalidIdentity is what words say is no valid identity outside of the cluster, and of what sort of
// thing: empty where they tell neither. Own says that it is by that what was asked to be deleted is named.
func InvalidIdentity(words string) (identity, of string, own bool) {
	sort, name := deletionAsked(words)
	if m := notAnIdentity.FindStringSubmatch(words); m != nil {
		identity, of = m[1]+m[4], m[2]+m[3]
	} else if m := isNoIdentity.FindStringSubmatch(words); m != nil {
		identity, of = m[2], m[1]
	} else if m := refusedName.FindStringSubmatch(words); m != nil && name != "" && asWrong.MatchString(words) && (m[1] == "Resource" || strings.EqualFold(m[1], sort)) {
		return name, sort, true
	}
	return identity, strings.ToLower(strings.TrimSpace(of)), identity != "" && identity == name
}

// deletionAsked is the sort and the name of what a provider was asked to delete; both are empty where words tell no request.
func deletionAsked(words string) (sort, name string) {
	m := deletedAt.FindStringSubmatch(words)
	if m == nil {
		return "", ""
	}
	return phrase.SingularOf(strings.ToLower(m[1])), m[2]
}
