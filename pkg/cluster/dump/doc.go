// Package dump reads a cluster from what was once written to disk, by this
// program or by others, and writes snapshots: dumps without secrets that say of
// themselves what they were made of.
//
// Open or Read returns a Dump, which is a trace.Reader; explain.Offline makes it one
// for a diagnosis. Take ages against its At, not against the time now.
package dump
