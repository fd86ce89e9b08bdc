// Package dump reads a cluster from what was once written to disk, by this
// program or by others, and writes snapshots: dumps without secrets that say of
// themselves what they were made of.
package dump
