package cluster

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// logTimeout bounds the reading of one log.
	logTimeout = 3 * time.Second
	// logLines is how many lines are asked for. A server counts these from the end,
	// and bytes from where they begin, so that without them it gives the oldest.
	logLines = 5000
)

var podKind = trace.Kind{Version: "v1", Kind: "Pod", Resource: "pods", Namespaced: true}

// Log implements explain.LogReader through pods/log. It takes three seconds at most.
func (c *Cluster) Log(ctx context.Context, of explain.LogOf) (explain.Log, error) {
	ctx, cancel := bounded(ctx, logTimeout)
	defer cancel()
	read, torn, err := c.log(ctx, of, logLines)
	if full := len(read) >= explain.MostLog; err == nil && full {
		// The newest are missing: as many lines as there is room for are asked for.
		read, _, err = c.log(ctx, of, max(bytes.Count(read, []byte{'\n'}), 1))
		torn = true
	}
	if err != nil {
		return explain.Log{}, fmt.Errorf("reading the log of container %s of %s: %w", of.Container, trace.Describe(podKind, of.Namespace, of.Pod), causeOf(ctx, err))
	}
	var log explain.Log
	for line := range strings.Lines(string(read)) {
		log.Lines = append(log.Lines, explain.LogLineOf(strings.TrimRight(line, "\r\n")))
	}
	if torn || len(log.Lines) >= logLines {
		log = log.Bounded()
	}
	return log, nil
}

// log reads at most so many lines. Torn says that the answer ends early.
func (c *Cluster) log(ctx context.Context, of explain.LogOf, lines int) (read []byte, torn bool, err error) {
	segments, err := pathOfPart(podKind, of.Namespace, of.Pod, "log")
	if err != nil {
		return nil, false, err
	}
	query := url.Values{
		"container": {of.Container}, "timestamps": {"true"},
		"tailLines": {strconv.Itoa(lines)}, "limitBytes": {strconv.Itoa(explain.MostLog)},
	}
	if of.Previous {
		query.Set("previous", "true")
	}
	if !of.Since.IsZero() {
		query.Set("sinceTime", of.Since.UTC().Format(time.RFC3339))
	}
	resp, err := c.do(ctx, request{path: segments, query: query, accept: "*/*"})
	if err != nil {
		return nil, false, err
	}
	defer done(resp)
	read, err = io.ReadAll(io.LimitReader(resp.Body, explain.MostLog))
	if err != nil && len(read) > 0 {
		return read, true, nil
	}
	return read, false, err
}
