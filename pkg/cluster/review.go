package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"golang.org/x/sync/errgroup"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// maxReviews bounds how many access reviews are under way at a time.
const maxReviews = 8

// accessReview is a SelfSubjectAccessReview or a SubjectAccessReview. Only the
// latter names a user and groups.
type accessReview struct {
	APIVersion string     `json:"apiVersion"`
	Kind       string     `json:"kind"`
	Spec       accessSpec `json:"spec"`
	Status     *struct {
		Allowed         *bool  `json:"allowed"`
		Reason          string `json:"reason"`
		EvaluationError string `json:"evaluationError"`
	} `json:"status,omitempty"`
}

type accessSpec struct {
	ResourceAttributes resourceAttributes `json:"resourceAttributes"`
	User               string             `json:"user,omitempty"`
	Groups             []string           `json:"groups,omitempty"`
}

type resourceAttributes struct {
	Namespace   string `json:"namespace,omitempty"`
	Verb        string `json:"verb"`
	Group       string `json:"group,omitempty"`
	Resource    string `json:"resource"`
	Subresource string `json:"subresource,omitempty"`
	Name        string `json:"name,omitempty"`
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
	question := accessReview{
		APIVersion: "authorization.k8s.io/v1",
		Kind:       "SelfSubjectAccessReview",
		Spec: accessSpec{ResourceAttributes: resourceAttributes{
			Namespace: what.Namespace, Verb: what.Verb, Group: what.Group,
			Resource: what.Resource, Subresource: what.Subresource, Name: what.Name,
		}},
	}
	resource := "selfsubjectaccessreviews"
	if !oneself(who) {
		question.Kind, resource = "SubjectAccessReview", "subjectaccessreviews"
		question.Spec.User, question.Spec.Groups = who.User, groupsOf(who)
	}
	body, err := json.Marshal(question)
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
	status := review.Status
	switch {
	case status == nil || status.Allowed == nil:
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
