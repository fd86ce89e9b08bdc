//go:build unix

// Package lab runs a real Kubernetes control plane for tests: etcd,
// kube-apiserver and kube-controller-manager on free loopback ports in a
// temporary folder, with certificates of its own, RBAC, ServiceAccount tokens
// and the aggregation layer. There is no kubelet and no scheduler: what they
// would write is set by hand.
//
// A supervisor process of its own (command lab) starts the three and watches
// its standard input. It ends them and removes the folder as soon as that
// input closes, so a test that is killed leaves nothing behind.
package lab
