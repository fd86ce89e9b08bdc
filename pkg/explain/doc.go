// Package explain knows what projects do in a cluster: who owns which
// finalizer, which objects refer to which without an ownerReference, and which
// facts about an object are worth a word beside it.
//
// The knowledge is data, the catalogue: one YAML file a project, described in
// docs/catalogue.md. This package reads, checks and answers from it, and
// implements trace.Linker. It reads nothing from a cluster and writes nothing;
// what it says of an object depends on that object alone.
package explain
