// Package shown reads what was copied beside an object and is of no object: which programs tables show, and how these are;
// which program has printed a log.
package shown
