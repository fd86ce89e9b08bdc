package cluster

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/version"
)

// Version asks the server for its version.
func (c *Cluster) Version(ctx context.Context) (version.Info, error) {
	body, err := c.client.Get().AbsPath("/version").Do(ctx).Raw()
	if err != nil {
		return version.Info{}, c.unreachable("asking for the version", err)
	}
	var info version.Info
	if err := json.Unmarshal(body, &info); err != nil {
		return version.Info{}, fmt.Errorf("reading the version of the server %s: %w", c.host, err)
	}
	return info, nil
}
