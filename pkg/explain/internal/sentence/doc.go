// Package sentence finds in what a controller says the objects that it waits for, and
// what it waits for them to do.
package sentence
