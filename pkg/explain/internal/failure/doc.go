// Package failure knows the ways in which deletions fail, whoever tells of them: by which words
// each is known, and what helps. It looks at texts alone.
package failure
