package cluster

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Problem turns an error of any request into a problem. A reason that the
// server does not give is read from the error's nature and, where an API server
// knows no other way of telling, from its words.
func (c *Cluster) Problem(about trace.Part, err error) trace.Problem {
	return trace.Problem{About: about, Reason: reasonOf(err), Message: c.messageOf(err)}
}

func reasonOf(err error) string {
	if answer.IsUndecodable(err) {
		return trace.Undecodable
	}
	var status apierrors.APIStatus
	if errors.As(err, &status) {
		return reasonOfStatus(status.Status())
	}
	var network net.Error
	var op *net.OpError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return trace.TimedOut
	case errors.As(err, &op):
		return trace.Unavailable
	}
	return trace.ReadFailed
}

func reasonOfStatus(s metav1.Status) string {
	words := wordsOf(s)
	switch {
	case s.Reason == metav1.StatusReasonForbidden, s.Reason == metav1.StatusReasonUnauthorized:
		return trace.Forbidden
	case strings.Contains(words, apiwords.Conversion):
		return trace.Unavailable
	case s.Reason == metav1.StatusReasonStoreReadError, s.Code == http.StatusInternalServerError && tellsOfStorage(words):
		return trace.Undecodable
	case s.Reason == metav1.StatusReasonTimeout, s.Reason == metav1.StatusReasonServerTimeout, s.Code == http.StatusGatewayTimeout:
		return trace.TimedOut
	case s.Reason == metav1.StatusReasonServiceUnavailable, s.Code == http.StatusServiceUnavailable, s.Code == http.StatusBadGateway:
		return trace.Unavailable
	}
	return trace.ReadFailed
}

// storageWords are what API servers say, in an internal error without a reason
// of its own, when they cannot decrypt or decode what they have stored. Servers
// before 1.32, and later ones for a single object, have no better sign.
var storageWords = []string{
	"object not decodable",
	"corrupt object",
	"unable to transform key",
	"unable to decode",
	"no kind \"",
	"Object 'Kind' is missing",
	"couldn't get version/kind",
	"proto: ",
	"invalid character ",
	"unexpected end of JSON input",
}

func tellsOfStorage(words string) bool {
	for _, w := range storageWords {
		if strings.Contains(words, w) {
			return true
		}
	}
	return false
}

// wordsOf returns what the server said. For an answer that was no Status, its
// text stands among the causes.
func wordsOf(s metav1.Status) string {
	words := s.Message
	if s.Details == nil {
		return words
	}
	for _, cause := range s.Details.Causes {
		if cause.Type == metav1.CauseTypeUnexpectedServerResponse && cause.Message != "unknown" && !strings.Contains(words, cause.Message) {
			words += ": " + cause.Message
		}
	}
	return words
}

// fromConversion begins with the conversion webhook where that is what failed.
// The server puts before it that an object is corrupt, which it is not.
func fromConversion(words string) string {
	if at := strings.Index(words, apiwords.Conversion); at > 0 {
		return words[at:]
	}
	return words
}

func (c *Cluster) messageOf(err error) string {
	var status apierrors.APIStatus
	var late *timeoutError
	var transport *url.Error
	var words string
	switch {
	case errors.As(err, &status):
		words = fromConversion(wordsOf(status.Status()))
	case errors.As(err, &late):
		words = late.Error()
	case errors.Is(err, io.ErrUnexpectedEOF):
		words = "the answer ends early"
	case errors.As(err, &transport):
		words = transport.Err.Error()
	default:
		words = err.Error()
	}
	return phrase.OneLine(words)
}
