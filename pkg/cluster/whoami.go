package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	authenticationv1 "k8s.io/api/authentication/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
)

// WhoAmI returns the name under which the server knows the person who asks.
func (c *Cluster) WhoAmI(ctx context.Context) (string, error) {
	body, err := json.Marshal(map[string]string{"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"})
	if err != nil {
		return "", err
	}
	raw, err := c.ask(ctx, request{
		method: http.MethodPost, path: []string{"/apis", "authentication.k8s.io", "v1", "selfsubjectreviews"},
		accept: anyJSON, media: anyJSON, body: body,
	})
	if err != nil {
		return "", fmt.Errorf("asking who you are: %w", err)
	}
	var review authenticationv1.SelfSubjectReview
	if err := json.Unmarshal(raw, &review); err != nil {
		return "", fmt.Errorf("asking who you are: %w", answer.Undecodable(err))
	}
	return review.Status.UserInfo.Username, nil
}

// Host is the address of the server.
func (c *Cluster) Host() string { return c.host }
