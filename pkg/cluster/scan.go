package cluster

import (
	"context"
	"fmt"
	"mime"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/rows"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/queue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// pageSize is how many objects a page may have. A server that answers from
	// its cache sends the whole list as one page.
	pageSize = 500

	metadataLists = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1," +
		"application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1," +
		"application/json"
	anyJSON = "application/json"
)

// Scan implements trace.Reader. The lists are read as of some recent moment,
// not of one moment together: the server answers from its cache where it can.
//
// Where a list has to be begun anew, because the server no longer has the
// snapshot that its pages are of, objects are visited twice, the second time as
// Again. The objects that were visited before a list failed stay visited.
//
// A kind that is no longer served, because its CRD was deleted after discovery
// named it, has no objects, which is no problem.
func (c *Cluster) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	var visiting sync.Mutex
	found := make([]*trace.Problem, len(scopes))
	slots := queue.New(c.parallel, c.patience)
	var running sync.WaitGroup
	c.progress.Planned(scopes)
	for i := range scopes {
		release, err := slots.Enter(ctx)
		if err != nil {
			found[i] = c.scopeProblem(scopes[i], err)
			continue
		}
		running.Go(func() {
			defer release()
			c.progress.Begun(scopes[i])
			defer c.progress.Ended(scopes[i])
			kind := scopes[i].Kind
			_, err := c.scanScope(ctx, scopes[i], &want, "0", func(rows []trace.Row) {
				visiting.Lock()
				defer visiting.Unlock()
				for j := range rows {
					visit(kind, &rows[j])
				}
			})
			if err != nil {
				found[i] = c.scopeProblem(scopes[i], err)
			}
		})
	}
	running.Wait()
	var problems []trace.Problem
	for _, p := range found {
		if p != nil {
			problems = append(problems, *p)
		}
	}
	return problems
}

func (c *Cluster) scopeProblem(scope trace.Scope, err error) *trace.Problem {
	p := c.Problem(trace.PartOf(scope.Kind, scope.Namespace, ""), err)
	return &p
}

// scanScope reads one list, of the version that is given, and returns its metadata.
func (c *Cluster) scanScope(ctx context.Context, scope trace.Scope, want *trace.Want, version string, sink func([]trace.Row)) (metav1.ListMeta, error) {
	ctx, cancel := bounded(ctx, c.listTimeout)
	defer cancel()
	segments, err := pathOf(scope.Kind, scope.Namespace, "")
	if err != nil {
		return metav1.ListMeta{}, err
	}
	l := listing{version: version, fields: scope.Fields, accept: metadataLists}
	if version == "" || version == "0" { // a page of any other would be of that very version, which may be gone
		l.limit = pageSize
	}
	var last metav1.ListMeta
	begun, again := false, false
	tell := func(rows []trace.Row) {
		begun = true
		for i := range rows {
			rows[i].Again = again
		}
		sink(rows)
	}
	err = c.whileServed(ctx, scope.Kind, func() error {
		return l.each(func(page listing) (metav1.ListMeta, error) {
			again = again || begun && page.token == ""
			meta, err := c.scanPage(ctx, segments, page, want, tell)
			last = meta
			return meta, causeOf(ctx, err)
		})
	})
	return last, err
}

func (c *Cluster) scanPage(ctx context.Context, segments []string, page listing, want *trace.Want, sink func([]trace.Row)) (metav1.ListMeta, error) {
	resp, err := c.do(ctx, request{path: segments, query: page.query(), accept: page.accept})
	if err != nil {
		return metav1.ListMeta{}, err
	}
	defer done(resp)
	release, err := c.reading.Enter(ctx)
	if err != nil {
		return metav1.ListMeta{}, err
	}
	defer release()
	reader, ok := c.readers.Get().(*rows.Reader)
	if !ok {
		reader = new(rows.Reader)
	}
	reader.Want, reader.Sink = want, sink
	defer func() {
		reader.Want, reader.Sink = nil, nil
		c.readers.Put(reader)
	}()
	media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case err != nil:
		return metav1.ListMeta{}, answer.Undecodable(fmt.Errorf("reading the type of the answer: %w", err))
	case media == "application/vnd.kubernetes.protobuf":
		return reader.ReadProtobuf(resp.Body)
	case media == "application/json":
		return reader.ReadJSON(resp.Body)
	}
	return metav1.ListMeta{}, answer.Undecodable(fmt.Errorf("the answer is of type %s", media))
}
