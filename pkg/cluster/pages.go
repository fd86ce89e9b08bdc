package cluster

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
)

// listing says which page of a list to ask for, and how.
type listing struct {
	version string // resourceVersion; "0" is whatever the server has at hand
	limit   int    // zero for none
	token   string // continue
	fields  string // a selector
	accept  string
	// consistent says that the list must be of one moment not before now, so
	// that it is never begun with version "0".
	consistent bool
	// restarted says that the list was begun anew once.
	restarted bool
}

func (l listing) query() url.Values {
	q := url.Values{}
	set := func(key, value string) {
		if value != "" {
			q.Set(key, value)
		}
	}
	set("resourceVersion", l.version)
	set("continue", l.token)
	set("fieldSelector", l.fields)
	if l.limit > 0 {
		set("limit", strconv.Itoa(l.limit))
	}
	return q
}

// each asks for one page after the other until the list or its luck ends.
func (l listing) each(page func(listing) (metav1.ListMeta, error)) error {
	for {
		meta, err := page(l)
		if err == nil {
			if meta.Continue == "" {
				return nil
			}
			if meta.Continue == l.token {
				return answer.Undecodable(errors.New("the list does not get ahead: it continues where it is"))
			}
			// A token says of itself which moment it belongs to; a server
			// refuses a resourceVersion beside it.
			l.token, l.version = meta.Continue, ""
			continue
		}
		next, ok := l.after(err)
		if !ok {
			return err
		}
		l = next
	}
}

// after says how to go on when a page was refused, if that makes sense.
func (l listing) after(err error) (listing, bool) {
	gone := apierrors.IsResourceExpired(err) || apierrors.IsGone(err)
	switch {
	case l.token != "" && gone && !l.restarted:
		// The snapshot was compacted away. One whole answer cannot suffer that.
		l.restarted, l.token, l.limit = true, "", 0
		if !l.consistent {
			l.version = "0"
		}
	case l.token == "" && l.version == "0" && (gone || refusesVersion(err)):
		l.version = ""
	case l.accept != anyJSON && apierrors.IsNotAcceptable(err):
		l.accept = anyJSON
	default:
		return l, false
	}
	return l, true
}

// refusesVersion reports whether the server might answer without a
// resourceVersion: some API servers that are not built like the main one do not
// understand it, and the main one answers "too many requests" as long as a
// cache cannot be filled, for which an undecodable object is enough.
func refusesVersion(err error) bool {
	return apierrors.IsBadRequest(err) || apierrors.IsInvalid(err) || apierrors.IsTooManyRequests(err) ||
		apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge) || statusCode(err) == http.StatusNotImplemented
}

func statusCode(err error) int {
	var s apierrors.APIStatus
	if errors.As(err, &s) {
		return int(s.Status().Code)
	}
	return 0
}
