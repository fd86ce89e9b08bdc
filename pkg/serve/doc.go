// Package serve keeps an account of what is being deleted in a cluster, judges what takes
// long, and offers both as metrics for Prometheus.
//
// Each kind is watched. What lives is not kept, so that memory follows what is being
// deleted and not what there is. What has been going for longer than a threshold is judged
// by the same diagnosis as a person gets, when it changes and every few minutes.
package serve
