// Package sight is the cluster as one diagnosis sees it: each thing is read once, and
// what cannot be read is noted.
package sight
