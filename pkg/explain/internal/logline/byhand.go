package logline

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// byClient is how clients begin that end with what a server has answered.
	byClient = regex.New(`^\s*(?:Error from server(?: \((?:[^()]|\([^()]*\))*\))?: |FATA\[\d{4}\] (rpc error: ))(.+)$`)
	// changeRefused is how they say that it has refused a change.
	changeRefused = regex.New(`\berror when (?:replacing|applying|patching|creating|deleting)\b|\bdenied the request\b|\bis invalid: |\bcould not be patched\b`)
	// byNobody is how they say that nobody was there to decide on it: whoever asks is answered the same.
	byNobody = regex.New(`\bfailed calling webhook\b|\bconversion webhook\b|\bInternal error\b`)
)

// ByHand is what a person was answered whose own change of something was refused.
func ByHand(line string) (said string, is bool) {
	m := byClient.FindStringSubmatch(line)
	if m == nil || byNobody.MatchString(line) || m[1] == "" && !changeRefused.MatchString(line) {
		return "", false
	}
	return m[1] + m[2], true
}
