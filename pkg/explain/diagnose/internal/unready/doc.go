// Package unready tells why a pod does not run or is not ready, and what has it run: what keeps its containers
// from starting, what it is missing, and what keeps it from a node.
package unready
