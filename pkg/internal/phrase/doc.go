// Package phrase has the small parts of which messages are made: a count with its
// noun, the first few of some names, a text on one line.
package phrase
