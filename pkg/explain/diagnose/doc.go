// Package diagnose says who has to act for a deletion to end, why they have not, and
// what to do first.
//
// Load a catalogue, build a graph with package trace, and diagnose it:
//
//	known, err := catalogue.Load()
//	diagnoser := diagnose.Diagnoser{Reader: reader, Catalogue: known, Now: now}
//	tracer := trace.Tracer{Reader: reader, Linker: known, Now: now, Deleting: true}
//	graph, err := tracer.Trace(ctx, targets)
//	diagnosis, err := diagnoser.Diagnose(ctx, graph)
//
// The reader is a cluster.Cluster, or a dump that explain.Offline makes one of. Give
// Tracer and Diagnoser the same moment: that of the server, not of this machine.
//
// The rungs of a judgement are in ladder.go, in the order in which they are asked. Each
// lies in one of the internal packages and returns what it finds; docs/architecture.md
// says in which.
//
// Nothing is changed in a cluster. Questions about rights and dry runs go through the
// Reader.
package diagnose
