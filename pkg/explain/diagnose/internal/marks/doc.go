// Package marks judges by what people have put on an object: marks that have its controller leave it alone, and finalizers that nobody looks for.
package marks
