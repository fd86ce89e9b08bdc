package remove

import (
	"context"
	"errors"
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// errGone says that the API server itself has said twice that the object is not
// there.
var errGone = errors.New("it has gone")

// saysGone reports whether an error is the API server's own word that there is no
// such object: a Status NotFound for that resource and name. A proxy, and a server
// for a path that it does not serve, answer 404 too.
func saysGone(err error, kind trace.Kind, name string) bool {
	status, ok := ownStatus(err)
	if !ok || status.Code != http.StatusNotFound || status.Reason != metav1.StatusReasonNotFound || status.Details == nil {
		return false
	}
	d := status.Details
	return d.Name == name && d.Group == kind.Group && (d.Kind == kind.Resource || d.Kind == kind.Kind)
}

// ownStatus is what the API server itself says. An answer that was no Status comes
// from somebody between here and there, and says nothing of what the server did.
func ownStatus(err error) (metav1.Status, bool) {
	var carrier apierrors.APIStatus
	if !errors.As(err, &carrier) || carrier.Status().Code == 0 || apierrors.HasStatusCause(err, metav1.CauseTypeUnexpectedServerResponse) {
		return metav1.Status{}, false
	}
	return carrier.Status(), true
}

// read reads the object as it is now, in whatever version the server serves it by
// now. That it has gone is believed once two reads say so.
func (t *turn) read(ctx context.Context) (*unstructured.Unstructured, error) {
	obj, err := t.readAs(ctx, t.subject.kind)
	if err == nil || errors.Is(err, errGone) || !unserved(err) {
		return obj, err
	}
	served, asking := t.Writer.Versions(ctx, t.subject.kind)
	if asking != nil {
		return nil, err
	}
	for _, kind := range served {
		if kind.Version == t.subject.kind.Version {
			continue
		}
		if obj, err := t.readAs(ctx, kind); err == nil || errors.Is(err, errGone) {
			t.subject.kind = kind
			return obj, err
		}
	}
	return nil, err
}

func (t *turn) readAs(ctx context.Context, kind trace.Kind) (*unstructured.Unstructured, error) {
	o := &t.Action.Object
	obj, err := t.Writer.Get(ctx, kind, o.Namespace, o.Name)
	if saysGone(err, kind, o.Name) {
		if obj, err = t.Writer.Get(ctx, kind, o.Namespace, o.Name); saysGone(err, kind, o.Name) {
			return nil, errGone
		}
	}
	return obj, err
}

// unserved reports whether an answer is a 404 that speaks of no object.
func unserved(err error) bool {
	var carrier apierrors.APIStatus
	return errors.As(err, &carrier) && carrier.Status().Code == http.StatusNotFound
}

// answered reports whether the API server gave an answer of its own that speaks of
// the object.
func answered(err error) bool {
	status, own := ownStatus(err)
	return own && (status.Code != http.StatusNotFound || status.Details != nil && status.Details.Name != "")
}

// again reports whether a write may be tried again once the object was looked at
// afresh: somebody else wrote, the server was busy, or no answer came.
func again(err error) bool {
	return !answered(err) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) || stale(err) || busy(err)
}
