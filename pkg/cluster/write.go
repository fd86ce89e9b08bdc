package cluster

import (
	"context"
	"encoding/json"
	"net/url"
)

// fieldManager is the name under which every write is noted in the object.
const fieldManager = "kubectl-finalizers"

// writeQuery is the query of a write, or of one that the server only tries out.
func writeQuery(dryRun bool) url.Values {
	q := url.Values{"fieldManager": {fieldManager}}
	if dryRun {
		q.Set("dryRun", "All")
	}
	return q
}

// order sends a request of which nothing but its success matters.
func (c *Cluster) order(ctx context.Context, method string, path []string, query url.Values, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	ctx, cancel := bounded(ctx, c.timeout)
	defer cancel()
	resp, err := c.do(ctx, request{method: method, path: path, query: query, accept: anyJSON, body: raw, media: anyJSON})
	if err != nil {
		return err
	}
	done(resp)
	return nil
}
