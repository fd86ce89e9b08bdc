package failure

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// notAnIdentity is how providers say that what was named to them can be the identity of nothing: 'arn:x' is
// not a valid target group ARN.
var notAnIdentity = regex.New(`(?i)['"]([^'"\s]+)['"] is not a valid ((?:[a-z]+ ){0,3}?)(?:arn|id|identifier)\b` +
	`|\binvalid ((?:[a-z]+ ){0,3}?)(?:arn|id|identifier)(?: format)?:? ['"]([^'"\s]+)['"]`)

// InvalidIdentity is what words say is no valid identity outside of the cluster, and of what sort of
// thing: empty where they tell neither.
func InvalidIdentity(words string) (identity, of string) {
	m := notAnIdentity.FindStringSubmatch(words)
	if m == nil {
		return "", ""
	}
	return m[1] + m[4], strings.ToLower(strings.TrimSpace(m[2] + m[3]))
}
