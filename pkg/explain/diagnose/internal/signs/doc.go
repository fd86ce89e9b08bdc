// Package signs reads what is said of an object: conditions, fields, annotations, events, logs
// and when it was last written to.
package signs
