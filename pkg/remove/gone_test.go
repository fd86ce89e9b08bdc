package remove

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Only the server's own word about that object says that it has gone.
func TestSaysGone(t *testing.T) {
	resource := schema.GroupResource{Group: things.Group, Resource: things.Resource}
	own := apierrors.NewNotFound(resource, "a")
	without := func(change func(s *metav1.Status)) error {
		s := *own.ErrStatus.DeepCopy()
		change(&s)
		return &apierrors.StatusError{ErrStatus: s}
	}
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"its own word":              {own, true},
		"wrapped":                   {fmt.Errorf("reading: %w", own), true},
		"nothing":                   {nil, false},
		"no answer":                 {errors.New("connection reset"), false},
		"of another object":         {apierrors.NewNotFound(resource, "b"), false},
		"of another group":          {apierrors.NewNotFound(schema.GroupResource{Resource: things.Resource}, "a"), false},
		"of another kind":           {apierrors.NewNotFound(schema.GroupResource{Group: things.Group, Resource: "toys"}, "a"), false},
		"a path that is not served": {without(func(s *metav1.Status) { s.Details = &metav1.StatusDetails{} }), false},
		"no details":                {without(func(s *metav1.Status) { s.Details = nil }), false},
		"another reason":            {without(func(s *metav1.Status) { s.Reason = metav1.StatusReasonForbidden }), false},
		"another code":              {without(func(s *metav1.Status) { s.Code = http.StatusGone }), false},
		"from a proxy":              {apierrors.NewGenericServerResponse(404, "GET", resource, "a", "default backend - 404", 0, true), false},
	} {
		if got := saysGone(tt.err, things, "a"); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// One read that says so is not enough.
func TestGoneTwice(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x")
	lied := false
	s.before = func(verb, name string) error {
		if verb == "get" && !lied {
			lied = true
			return notFound(name)
		}
		return nil
	}
	if results, _ := run(t, s, nil); results[0].Outcome != Gone || len(s.journal) != 1 {
		t.Errorf("%s: %s", results[0].Outcome, results[0].Message)
	}
	// What the server does not say of the object leaves it open.
	s = newServer()
	s.put("a", "1", true, "x")
	s.before = func(string, string) error {
		if len(s.journal) > 0 {
			return apierrors.NewGenericServerResponse(404, "GET", schema.GroupResource{}, "", "default backend - 404", 0, true)
		}
		return nil
	}
	if results, _ := run(t, s, nil); results[0].Outcome != NotKnown {
		t.Errorf("%s: %s", results[0].Outcome, results[0].Message)
	}
}

// What the trial leaves is compared with what the plan says.
func TestTrialComesToSomethingElse(t *testing.T) {
	for _, try := range []bool{true, false} {
		s := newServer()
		s.put("a", "1", true, "x", "y")
		s.putsBack = "x"
		results, _ := run(t, s, func(e *Executor, _ *Plan) { e.Try = try })
		want := "the server takes it, and then leaves [y x] instead of [y]: a mutating webhook or policy changes what is written"
		if r := results[0]; r.Outcome != Refused || r.Message != want || len(s.journal) > 0 {
			t.Errorf("%s: %s", r.Outcome, r.Message)
		}
	}
}

// What the server says of a path that it does not serve, as it does while an API is
// being set up, is waited out.
func TestNotServedForAMoment(t *testing.T) {
	s := newServer()
	s.put("a", "1", true, "x")
	told := 0
	s.before = func(verb, _ string) error {
		if told++; verb == "get" && told <= 3 {
			return &apierrors.StatusError{ErrStatus: metav1.Status{Status: metav1.StatusFailure, Code: http.StatusNotFound, Reason: metav1.StatusReasonNotFound, Message: "the server could not find the requested resource", Details: &metav1.StatusDetails{}}}
		}
		return nil
	}
	if results, _ := run(t, s, nil); results[0].Outcome != Gone || len(s.journal) != 1 {
		t.Errorf("%s: %s", results[0].Outcome, results[0].Message)
	}
}
