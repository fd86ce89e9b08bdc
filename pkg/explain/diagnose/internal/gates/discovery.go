package gates

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// ofDiscovery is how programs say that they could not list what the server serves.
var ofDiscovery = []string{"complete list of server APIs", "stale GroupVersion discovery"}

// DiscoveryFails names what serves the API groups that the words say do not answer, where
// that is still so.
func DiscoveryFails(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if !strings.Contains(words, ofDiscovery[0]) && !strings.Contains(words, ofDiscovery[1]) {
		return n
	}
	for _, group := range GroupsIn(words) {
		if !Answers(ctx, h.View, group) {
			d := DeadGroup(ctx, h.View, group)
			n.Join(BlockDeadAPI(ctx, h, &d))
		}
	}
	return n
}
