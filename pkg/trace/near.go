package trace

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/spelling"
)

// alikeTo is a place of which nothing has the name, with the names that are most like it.
type alikeTo struct {
	place
	spelling.Nearest
}

// near returns the names that the person may have meant by those that do not
// exist. A list that cannot be read suggests nothing. Its error is the context's.
func (b *builder) near(ctx context.Context, missing []place) (map[place][]string, error) {
	together := map[scopeKey][]*alikeTo{}
	names := make(map[place][]string, len(missing))
	for _, at := range missing {
		if b.kinds.list[at.kind].Listable {
			key := scopeKey{at.kind, at.namespace}
			together[key] = append(together[key], &alikeTo{at, spelling.Nearest{Name: at.name}})
		}
	}
	for key, group := range together {
		scopes := []Scope{{Kind: b.kinds.list[key.kind], Namespace: key.namespace}}
		b.Reader.Scan(ctx, scopes, Want{}, func(_ Kind, row *Row) {
			for _, n := range group {
				n.Offer(row.Name)
			}
		})
		for _, n := range group {
			names[n.place] = n.List()
		}
	}
	return names, ctx.Err()
}
