// Package explain says who has to act for a deletion to end, why they have not,
// and what to do first.
//
// Load the catalogue, build a graph with package trace, and diagnose it:
//
//	catalogue, err := explain.Load()
//	diagnoser := explain.Diagnoser{Reader: reader, Catalogue: catalogue, Now: now}
//	tracer := trace.Tracer{Reader: reader, Linker: catalogue, Now: now, Deleting: true}
//	graph, err := tracer.Trace(ctx, targets)
//	diagnosis, err := diagnoser.Diagnose(ctx, graph)
//
// The reader is a cluster.Cluster, or a dump that Offline makes one of. Give Tracer
// and Diagnoser the same moment: that of the server, not of this machine.
//
// The answer is in Diagnosis.Verdict, in the Causes, which are what has to be mended,
// and in the Holds of each object. Reasons and verdicts are constants to branch
// on; messages are for people and change. A diagnosis with entries in Incomplete
// says nothing of what it does not show.
//
// What projects do is data, the catalogue: one YAML file a project, described in
// docs/catalogue.md. Load takes files of one's own besides. The catalogue also
// implements trace.Linker, and answers without a cluster by Lookup.
//
// Nothing is changed in a cluster. Questions about rights and dry runs go through
// the Reader.
package explain
