// Package marks judges by what people have put on an object to have its controller leave it alone.
package marks
