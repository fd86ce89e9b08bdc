// Package holder finds who has to take a finalizer off, and whether that holder is there,
// ready and leading.
package holder
