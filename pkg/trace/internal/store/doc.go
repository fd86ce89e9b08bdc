// Package store keeps what the lists of a cluster have shown, in little memory:
// hundreds of thousands of objects, of most of which only the kind, the namespace
// and the UID matter. It knows nothing of a graph.
package store
