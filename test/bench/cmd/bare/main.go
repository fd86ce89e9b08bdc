// Command bare asks a server what kinds it has and lists the metadata of their
// objects, as kubectl-finalizers does, and throws the answers away unread. What
// it takes is the least that any program could take that reads the same.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	discovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
	metadata  = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
	parallel  = 24
)

func main() {
	namespace := flag.String("namespace", "default", "whose content to list; empty for all")
	wide := flag.Bool("cluster", false, "list the cluster-scoped kinds too")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *namespace, *wide); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, namespace string, wide bool) error {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return err
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	t := transfer{client: client, host: config.Host}
	paths, err := t.lists(ctx, namespace, wide)
	if err != nil {
		return err
	}
	size, err := t.all(ctx, paths)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d lists, %d bytes\n", len(paths), size)
	return err
}

type transfer struct {
	client *http.Client
	host   string
}

// get hands over the body of an answer.
func (t transfer) get(ctx context.Context, path, accept string, read func(io.Reader) error) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.host+path, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", accept)
	resp, err := t.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("getting %s: %s", path, resp.Status)
	}
	return read(resp.Body)
}

// groups are as much of an APIGroupDiscoveryList as is needed.
type groups struct {
	Items []struct {
		Metadata struct{ Name string }
		Versions []struct {
			Version   string
			Resources []struct {
				Resource string
				Scope    string
				Verbs    []string
			}
		}
	}
}

// lists returns the lists that a trace reads.
func (t transfer) lists(ctx context.Context, namespace string, wide bool) ([]string, error) {
	var paths []string
	for _, root := range []string{"/api", "/apis"} {
		var found groups
		err := t.get(ctx, root, discovery, func(in io.Reader) error { return json.NewDecoder(in).Decode(&found) })
		if err != nil {
			return nil, err
		}
		paths = append(paths, found.lists(root, namespace, wide)...)
	}
	return paths, nil
}

func (g groups) lists(root, namespace string, wide bool) []string {
	var paths []string
	for _, group := range g.Items {
		if len(group.Versions) == 0 {
			continue
		}
		base := strings.Join([]string{root, group.Metadata.Name, group.Versions[0].Version}, "/")
		base = strings.Replace(base, "//", "/", 1) // the core group has no name
		for _, r := range group.Versions[0].Resources {
			switch {
			case !slices.Contains(r.Verbs, "list"), r.Resource == "events", r.Resource == "componentstatuses":
			case r.Scope == "Namespaced" && namespace == "":
				paths = append(paths, base+"/"+r.Resource)
			case r.Scope == "Namespaced":
				paths = append(paths, base+"/namespaces/"+namespace+"/"+r.Resource)
			case wide:
				paths = append(paths, base+"/"+r.Resource)
			}
		}
	}
	return paths
}

// all reads the lists, several at a time, and returns how long they are.
func (t transfer) all(ctx context.Context, paths []string) (int64, error) {
	sizes := make([]int64, len(paths))
	var running errgroup.Group
	running.SetLimit(parallel)
	for i, path := range paths {
		running.Go(func() error {
			return t.get(ctx, path+"?limit=500&resourceVersion=0", metadata, func(in io.Reader) error {
				var err error
				sizes[i], err = io.Copy(io.Discard, in)
				return err
			})
		})
	}
	err := running.Wait()
	var sum int64
	for _, size := range sizes {
		sum += size
	}
	return sum, err
}
