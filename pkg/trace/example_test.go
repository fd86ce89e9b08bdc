package trace_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const written = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, uid: u1, deletionTimestamp: "2026-03-01T11:46:00Z", finalizers: [foregroundDeletion]}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web-1
  namespace: shop
  uid: u2
  deletionTimestamp: "2026-03-01T11:46:00Z"
  finalizers: [example.com/drain]
  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: u1, controller: true, blockOwnerDeletion: true}]
`

// What kubectl get -o yaml has written is enough for a graph. For a live server,
// a cluster.Cluster takes the dump's place.
func ExampleTracer() {
	ctx := context.Background()
	read, err := dump.Read(ctx, strings.NewReader(written))
	if err != nil {
		log.Fatal(err)
	}
	tracer := trace.Tracer{Reader: read, Now: read.Clock().At}
	deployments := trace.Kind{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespaced: true}
	graph, err := tracer.Trace(ctx, []trace.Target{{Kind: deployments, Namespace: "shop", Name: "web"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, n := range graph.Nodes {
		fmt.Println(n.Kind, n.Name, n.State, n.Finalizers[0].Name)
	}
	for _, e := range graph.Edges {
		fmt.Println(graph.Nodes[e.From].Name, "->", graph.Nodes[e.To].Name, e.Rule)
	}
	// Output:
	// Deployment web Deleting foregroundDeletion
	// ReplicaSet web-1 Deleting example.com/drain
	// web -> web-1 owner
}
