package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"golang.org/x/sync/errgroup"
	authorizationv1 "k8s.io/api/authorization/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// maxReviews bounds how many access reviews are under way at a time.
const maxReviews = 16

// accessReview is the answer to a SelfSubjectAccessReview or a SubjectAccessReview.
type accessReview struct {
	Status struct {
		Allowed *bool `json:"allowed"` // hides the one below, which cannot be absent
		authorizationv1.SubjectAccessReviewStatus
	} `json:"status"`
}

// Allowed asks the API server what the subject may do; the answers have the
// order of the questions. The groups that every user or service account is in
// need not be named. An error means that the server does not tell, which is not
// a no; it wraps an APIStatus where the server gave one.
func (c *Cluster) Allowed(ctx context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	decisions := make([]explain.Decision, len(what))
	asking, ctx := errgroup.WithContext(ctx) // one answer that is missing spoils all
	asking.SetLimit(maxReviews)
	for i := range what {
		asking.Go(func() error {
			var err error
			if decisions[i], err = c.review(ctx, who, what[i]); err != nil {
				return fmt.Errorf("asking whether %s: %w", describeAccess(who, what[i]), err)
			}
			return nil
		})
	}
	if err := asking.Wait(); err != nil {
		return nil, err
	}
	return decisions, nil
}

// review asks one question.
func (c *Cluster) review(ctx context.Context, who explain.Subject, what explain.Access) (explain.Decision, error) {
	kind, resource := "SelfSubjectAccessReview", "selfsubjectaccessreviews"
	// The spec of a question about oneself is the same but for who is meant.
	spec := authorizationv1.SubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{
		Namespace: what.Namespace, Verb: what.Verb, Group: what.Group,
		Resource: what.Resource, Subresource: what.Subresource, Name: what.Name,
	}}
	if !oneself(who) {
		kind, resource = "SubjectAccessReview", "subjectaccessreviews"
		spec.User, spec.Groups = who.User, groupsOf(who)
	}
	body, err := json.Marshal(map[string]any{"apiVersion": "authorization.k8s.io/v1", "kind": kind, "spec": spec})
	if err != nil {
		return explain.Decision{}, err
	}
	raw, err := c.ask(ctx, request{
		method: http.MethodPost,
		path:   append(pathOfVersion("authorization.k8s.io", "v1"), resource),
		accept: anyJSON, body: body, media: anyJSON,
	})
	if err != nil {
		return explain.Decision{}, err
	}
	return decisionOf(raw)
}

// decisionOf reads the answer to a review. An authorizer that could not be
// asked has not said no: the server then refuses a request for that alone.
func decisionOf(raw []byte) (explain.Decision, error) {
	var review accessReview
	if err := json.Unmarshal(raw, &review); err != nil {
		return explain.Decision{}, answer.UndecodableJSON(err)
	}
	status := &review.Status
	switch {
	case status.Allowed == nil:
		return explain.Decision{}, answer.Undecodable(errors.New("the answer to an access review says neither yes nor no"))
	case !*status.Allowed && status.EvaluationError != "":
		return explain.Decision{}, fmt.Errorf("the authorizer does not tell: %s", status.EvaluationError)
	}
	return explain.Decision{Allowed: *status.Allowed, Reason: status.Reason}, nil
}

// describeAccess names a question as a person would: "system:admin may update
// widgets.example.com/finalizers in namespace shop".
func describeAccess(who explain.Subject, what explain.Access) string {
	subject := who.User
	switch {
	case oneself(who):
		subject = "you"
	case who.User == "":
		subject = fmt.Sprintf("the groups %q", who.Groups)
	}
	resource := what.Resource
	if what.Group != "" {
		resource += "." + what.Group
	}
	if what.Subresource != "" {
		resource += "/" + what.Subresource
	}
	text := fmt.Sprintf("%s may %s %s", subject, what.Verb, resource)
	if what.Name != "" {
		text += fmt.Sprintf(" %q", what.Name)
	}
	if what.Namespace != "" {
		text += " in namespace " + what.Namespace
	}
	return text
}
