package trace

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/spelling"
)

// near returns the names that the person may have meant by those that do not
// exist. A list that cannot be read suggests nothing. Its error is the context's.
func (b *builder) near(ctx context.Context, missing []place) (map[place][]string, error) {
	together := map[scopeKey]map[place]*spelling.Nearest{}
	names := make(map[place][]string, len(missing))
	for _, at := range missing {
		key := scopeKey{at.kind, at.namespace}
		if b.kinds.list[at.kind].Listable && together[key] == nil {
			together[key] = map[place]*spelling.Nearest{}
		}
		if b.kinds.list[at.kind].Listable {
			together[key][at] = &spelling.Nearest{Name: at.name}
		}
	}
	for key, group := range together {
		scopes := []Scope{{Kind: b.kinds.list[key.kind], Namespace: key.namespace}}
		b.Reader.Scan(ctx, scopes, Want{}, func(_ Kind, row *Row) {
			for _, n := range group {
				n.Offer(row.Name)
			}
		})
		for at, n := range group {
			names[at] = n.List()
		}
	}
	return names, ctx.Err()
}
