package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/validate/content"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// retries is how often a request is sent again that the server was too busy
	// to answer.
	retries = 2
	// maxWait bounds how long the server may ask to wait before that.
	maxWait = 5 * time.Second
	// maxErrorBody bounds what is read of an answer that is an error.
	maxErrorBody = 256 << 10
)

// request is one question to the server, or one order.
type request struct {
	method string   // empty for GET
	path   []string // segments, none of them empty
	query  url.Values
	accept string
	etag   string // of what is known already; the answer may then be a 304
	body   []byte
	media  string          // what the body is
	as     explain.Subject // in whose name; the zero value is the person who asks
}

// timeoutError is a request that a bound of this program has ended.
type timeoutError struct{ bound time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("no answer within %s", e.bound) }
func (e *timeoutError) Unwrap() error { return context.DeadlineExceeded }

// bounded is a context for work that may last so long; zero is for ever.
func bounded(ctx context.Context, bound time.Duration) (context.Context, context.CancelFunc) {
	if bound <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, bound, &timeoutError{bound})
}

// causeOf returns the bound that err, met while working under ctx, is owed to,
// or else err.
func causeOf(ctx context.Context, err error) error {
	var late *timeoutError
	if err != nil && errors.As(context.Cause(ctx), &late) {
		return late
	}
	return err
}

// ask sends the request, within the bound of one request, and returns the JSON
// that it is answered with.
func (c *Cluster) ask(ctx context.Context, r request) (json.RawMessage, error) {
	ctx, cancel := bounded(ctx, c.timeout)
	defer cancel()
	resp, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	defer done(resp)
	var raw json.RawMessage
	if err := json.NewDecoder(resp.Body).Decode(&raw); err != nil {
		return nil, causeOf(ctx, answer.UndecodableJSON(err))
	}
	return raw, nil
}

// do sends the request and returns an answer in the two hundreds, or a 304,
// whose body the caller closes. Other answers are errors: an APIStatus. It sends
// a request again only where the server says that it was too busy to begin.
func (c *Cluster) do(ctx context.Context, r request) (*http.Response, error) {
	for tried := 0; ; tried++ {
		resp, err := c.send(ctx, r)
		if err != nil {
			return nil, causeOf(ctx, err)
		}
		if resp.StatusCode < 300 || resp.StatusCode == http.StatusNotModified {
			return resp, nil
		}
		err = errorOf(resp)
		wait, again := retryAfter(resp)
		if !again || tried == retries {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, causeOf(ctx, err)
		case <-time.After(wait):
		}
	}
}

func (c *Cluster) send(ctx context.Context, r request) (*http.Response, error) {
	// The server's own bound on a request stays as it is; ours ends with ctx.
	u := c.client.Get().AbsPath(r.path...).Timeout(0)
	for key, values := range r.query {
		for _, v := range values {
			u.Param(key, v)
		}
	}
	var body io.Reader
	if r.body != nil {
		body = bytes.NewReader(r.body)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, u.URL().String(), body)
	if err != nil {
		return nil, err
	}
	if err := impersonate(req.Header, r.as); err != nil {
		return nil, err
	}
	req.Header.Set("Accept", r.accept)
	if r.body != nil {
		req.Header.Set("Content-Type", r.media)
	}
	if d := c.Distance(); 0 < d && d < beside {
		req.Header.Set("Accept-Encoding", "identity") // else the transport asks for gzip
	}
	if r.etag != "" {
		req.Header.Set("If-None-Match", r.etag)
	}
	return c.travel(req)
}

// travel sends a request when there is a place for it, which it keeps until its answer
// is closed.
func (c *Cluster) travel(req *http.Request) (*http.Response, error) {
	ctx, v, err := c.lanes.begin(req.Context())
	if err != nil {
		return nil, err
	}
	client, err := v.lane.client()
	if err != nil {
		v.leave()
		return nil, err
	}
	resp, err := client.Do(req.WithContext(ctx))
	v.answered(resp)
	if err != nil {
		v.leave()
		return nil, err
	}
	resp.Body = &left{resp.Body, v.leave}
	return resp, nil
}

// left gives the place of a request back when its answer is closed.
type left struct {
	io.ReadCloser
	leave func()
}

// Close implements io.Closer.
func (l *left) Close() error {
	defer l.leave()
	return l.ReadCloser.Close()
}

// retryAfter tells whether the server asks to come back, and when. It says so
// when its queues are full and while it fills its caches.
func retryAfter(resp *http.Response) (time.Duration, bool) {
	if resp.StatusCode != http.StatusTooManyRequests {
		return 0, false
	}
	seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	wait := time.Duration(seconds) * time.Second
	return wait, err == nil && wait >= 0 && wait <= maxWait
}

// done gives the connection of an answer back. That fails only where reading the
// answer did.
func done(resp *http.Response) { _ = resp.Body.Close() }

// errorOf turns an answer into the error that it tells of, and closes it.
func errorOf(resp *http.Response) error {
	defer done(resp)
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil && len(body) == 0 {
		return fmt.Errorf("reading an answer with status code %d: %w", resp.StatusCode, err)
	}
	if status, ok := decodeStatus(body); ok {
		return &apierrors.StatusError{ErrStatus: status}
	}
	text := strings.TrimSpace(string(body[:min(len(body), 2048)]))
	return apierrors.NewGenericServerResponse(resp.StatusCode, resp.Request.Method, schema.GroupResource{}, "", text, 0, true)
}

func decodeStatus(body []byte) (metav1.Status, bool) {
	var status metav1.Status
	if rest, found := bytes.CutPrefix(body, []byte(answer.ProtobufMagic)); found {
		var wrapper runtime.Unknown
		if wrapper.Unmarshal(rest) != nil || wrapper.Kind != "Status" || status.Unmarshal(wrapper.Raw) != nil {
			return metav1.Status{}, false
		}
	} else if json.Unmarshal(body, &status) != nil || status.Kind != "Status" {
		return metav1.Status{}, false
	}
	return status, status.Status == metav1.StatusFailure && status.Code != 0
}

// pathOf returns the path of a list or, with a name, of an object.
func pathOf(kind trace.Kind, namespace, name string) ([]string, error) {
	for _, part := range []string{namespace, name} {
		if faults := content.IsPathSegmentName(part); len(faults) > 0 {
			return nil, fmt.Errorf("%q is no name: it %s", part, faults[0])
		}
	}
	segments := append(pathOfVersion(kind.Group, kind.Version), kind.Resource)
	if kind.Namespaced && namespace != "" {
		segments = append(segments[:len(segments)-1], "namespaces", namespace, kind.Resource)
	}
	if name != "" {
		segments = append(segments, name)
	}
	return segments, nil
}

// pathOfObject returns the path of one object. With a part left out it would be
// that of a list, and a delete would be one of all objects in it.
func pathOfObject(kind trace.Kind, namespace, name string) ([]string, error) {
	switch {
	case kind.Version == "" || kind.Resource == "":
		return nil, errors.New("the kind is not served")
	case name == "" || kind.Namespaced && namespace == "":
		return nil, errors.New("an object needs a name, and a namespace if its kind has them")
	}
	return pathOf(kind, namespace, name)
}

// pathOfPart returns the path of an object or, where one is given, of a
// subresource of it.
func pathOfPart(kind trace.Kind, namespace, name, subresource string) ([]string, error) {
	segments, err := pathOfObject(kind, namespace, name)
	if err != nil || subresource == "" {
		return segments, err
	}
	if faults := content.IsPathSegmentName(subresource); len(faults) > 0 {
		return nil, fmt.Errorf("%q is no subresource: it %s", subresource, faults[0])
	}
	return append(segments, subresource), nil
}

func pathOfVersion(group, version string) []string {
	if group == "" {
		return []string{"/api", version}
	}
	return []string{"/apis", group, version}
}
