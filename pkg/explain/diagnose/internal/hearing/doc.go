// Package hearing has the words of a judgement: a case, which is what is known of one hold
// and is only read, and what comes of it: notes, which tell, and findings, which decide.
package hearing
