// Package cluster reads a Kubernetes cluster, and writes to it what the removal
// of a finalizer takes. It is the only package that imports client-go:
// everything that is slow, may fail or differs from one call to the next happens
// here. It implements the small interfaces that the packages trace, explain and
// remove declare, and knows nothing about flags or about how an answer is shown.
package cluster
