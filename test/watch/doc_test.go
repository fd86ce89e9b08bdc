// Package watch_test follows deletions in a terminal, which a script has none
// of. Elsewhere than on Linux there is nothing here to run.
package watch_test
