package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// notReady is how controllers say that one thing, or one of several kinds, is not ready.
	notReady = regex.New(`\b((?:[A-Z]\w+(?:, | or | and ))*[A-Za-z]\w{3,}) (?:is|are) not (?:yet )?ready\b`)
	joined   = regex.New(`, | or | and `)
)

// Unready is what a text says is not ready, as it calls that.
func Unready(text string) []string {
	m := notReady.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return joined.Split(m[1], -1)
}
