//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"sync"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	writers = 64
	// servedWithin bounds how long a new kind may be refused.
	servedWithin = time.Minute
)

// filler creates objects.
type filler struct {
	client *http.Client
	host   string
	sets   []*owner
	// stuckIn are the namespaces in which it has made what is stuck.
	stuckIn []string
}

func newFiller(kubeconfig string) (*filler, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig: %w", err)
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, fmt.Errorf("preparing the connection: %w", err)
	}
	return &filler{client: client, host: config.Host}, nil
}

// kinds makes the custom kinds, and the chain of owners that Pods hang on.
func (f *filler) kinds(ctx context.Context) error {
	if err := f.createAll(ctx, func(yield func(manifest) bool) {
		for i := range kinds {
			if !yield(definition(i)) {
				return
			}
		}
	}); err != nil {
		return err
	}
	root, err := f.own(ctx, 0, "root", nil)
	if err != nil {
		return err
	}
	for i := range sets {
		set, err := f.own(ctx, 1, fmt.Sprintf("set-%d", i), root)
		if err != nil {
			return err
		}
		f.sets = append(f.sets, set)
	}
	return nil
}

func (f *filler) own(ctx context.Context, kind int, name string, above *owner) (*owner, error) {
	uid, err := f.create(ctx, thing(kind, name, above))
	return &owner{kind: kind, name: name, uid: uid}, err
}

// objects adds to a server that was filled for one scale what another lacks.
func (f *filler) objects(ctx context.Context, from, to int) error {
	return f.createAll(ctx, func(yield func(manifest) bool) {
		for i := from * ofEach; i < to*ofEach; i++ {
			for kind := range kinds {
				if !yield(thing(kind, fmt.Sprintf("thing-%04d", i), nil)) {
					return
				}
			}
		}
		for i := from * configMaps; i < to*configMaps; i++ {
			if !yield(configMap(i)) {
				return
			}
		}
		for i := from * pods; i < to*pods; i++ {
			if !yield(pod(i, f.sets[i%sets])) {
				return
			}
		}
	})
}

// createAll creates objects, many at a time, until the first error.
func (f *filler) createAll(ctx context.Context, all iter.Seq[manifest]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	waiting := make(chan manifest)
	var writing sync.WaitGroup
	for range writers {
		writing.Go(func() {
			for m := range waiting {
				if _, err := f.create(ctx, m); err != nil {
					cancel(err)
				}
			}
		})
	}
	for m := range all {
		if ctx.Err() != nil {
			break
		}
		waiting <- m
	}
	close(waiting)
	writing.Wait()
	return context.Cause(ctx)
}

// create creates an object and returns its UID. A kind that is not yet served
// is waited for.
func (f *filler) create(ctx context.Context, m manifest) (uid string, err error) {
	ctx, cancel := context.WithTimeout(ctx, servedWithin)
	defer cancel()
	for {
		status, body, err := f.post(ctx, m)
		switch {
		case err != nil:
			return "", fmt.Errorf("creating an object at %s: %w", m.path, err)
		case status == http.StatusCreated:
			var created struct{ Metadata struct{ UID string } }
			if err := json.Unmarshal(body, &created); err != nil {
				return "", fmt.Errorf("reading what was created at %s: %w", m.path, err)
			}
			return created.Metadata.UID, nil
		case status != http.StatusNotFound && status != http.StatusTooManyRequests:
			return "", fmt.Errorf("creating an object at %s: %s", m.path, body)
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("creating an object at %s: %w: %s", m.path, ctx.Err(), body)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (f *filler) post(ctx context.Context, m manifest) (status int, body []byte, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.host+m.path, bytes.NewReader(m.body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "shop-operator")
	resp, err := f.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	return resp.StatusCode, body, err
}
