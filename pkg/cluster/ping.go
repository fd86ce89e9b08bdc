package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// Ping asks the server for a sign of life for as long as the context lasts. Any answer is
// one, a refusal too, unless it is that of something which stands in front of the server
// and does not reach it.
func (c *Cluster) Ping(ctx context.Context) error {
	resp, err := c.send(ctx, request{path: []string{"/version"}, accept: anyJSON})
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = errors.New("no answer")
	case err != nil:
	default:
		defer done(resp)
		switch resp.StatusCode {
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			err = fmt.Errorf("the answer is %s", resp.Status)
		default:
			return nil
		}
	}
	return c.unreachable("looking for a sign of life", err)
}
