// Package trace builds the graph of everything an object's deletion depends on:
// its owners, its dependents, and the objects it manages by reference or label,
// each with its finalizers and its true deletion state.
//
// Fill a Tracer and call Trace with the objects to ask about:
//
//	tracer := trace.Tracer{Reader: reader, Linker: catalogue, Now: now}
//	graph, err := tracer.Trace(ctx, targets)
//
// The package does no reading of its own. It asks a Reader: a cluster.Cluster for
// a live server, a dump.Dump for files. It knows no finalizer and no project by
// name: which objects refer to which without an ownerReference is told to it by a
// Linker, which is the catalogue of package explain. It imports apimachinery and
// nothing else.
//
// A graph is never an error because something could not be read. What is missing
// stands in Graph.Incomplete; look there before you conclude anything from what
// the graph does not show.
package trace
