// Package expression compiles CEL expressions when they are first needed, and evaluates
// them within bounds.
package expression
