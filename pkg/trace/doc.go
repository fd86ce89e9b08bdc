// Package trace builds the graph of everything an object's deletion depends on:
// its owners, its dependents, and the objects it manages by reference or label,
// each with its finalizers and its true deletion state.
//
// It does no reading of its own. It asks a Reader, which package cluster
// implements for a live server and for a dump on disk, and it knows no
// finalizer and no project by name: which objects refer to which without an
// ownerReference is told to it by a Linker, which package explain implements.
// It imports apimachinery and nothing else.
package trace
