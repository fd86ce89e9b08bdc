package cluster

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"
	coordinationv1 "k8s.io/api/coordination/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Identity is what tells a cluster from all others, whatever address it is reached by.
type Identity struct {
	// UID is that of the namespace kube-system, empty where it could not be read. A cluster
	// that was restored from the data of another one has the same.
	UID string
	// Servers are its API servers, each process by a name that no other one ever has; none
	// where they could not be read, or are so old that they keep none.
	Servers []string
}

const (
	// serverLease is the label of the leases by which API servers tell that they live.
	serverLease = "apiserver.kubernetes.io/identity=kube-apiserver"
	// renewed is how far behind the others a lease is at most that its API server still
	// renews, which it does every ten seconds. Others are of the past.
	renewed = time.Minute
)

// Identity asks who the cluster is. What it may not know is left out.
func (c *Cluster) Identity(ctx context.Context) Identity {
	var who Identity
	var asking errgroup.Group
	asking.Go(func() error {
		raw, err := c.ask(ctx, request{path: []string{"/api", "v1", "namespaces", metav1.NamespaceSystem}, accept: metadataObject})
		if err != nil {
			return err
		}
		var space metav1.PartialObjectMetadata
		if err := json.Unmarshal(raw, &space); err != nil {
			return err
		}
		who.UID = string(space.UID)
		return nil
	})
	asking.Go(func() error {
		raw, err := c.ask(ctx, request{
			path:  []string{"/apis", coordinationv1.GroupName, "v1", "namespaces", metav1.NamespaceSystem, "leases"},
			query: url.Values{"labelSelector": {serverLease}}, accept: anyJSON,
		})
		if err != nil {
			return err
		}
		var leases coordinationv1.LeaseList
		if err := json.Unmarshal(raw, &leases); err != nil {
			return err
		}
		who.Servers = alive(leases.Items)
		return nil
	})
	_ = asking.Wait() // what could not be read is not there
	return who
}

// alive are the holders of the leases that are still renewed.
func alive(leases []coordinationv1.Lease) []string {
	var last time.Time
	for i := range leases {
		if at := leases[i].Spec.RenewTime; at != nil && at.After(last) {
			last = at.Time
		}
	}
	var holders []string
	for i := range leases {
		s := &leases[i].Spec
		if s.HolderIdentity != nil && *s.HolderIdentity != "" && s.RenewTime != nil && last.Sub(s.RenewTime.Time) <= renewed {
			holders = append(holders, *s.HolderIdentity)
		}
	}
	return holders
}
