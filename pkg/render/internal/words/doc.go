// Package words has what all answers say in the same words: names of objects, numbers,
// ages and states, and what could not be read.
package words
