// Package paper is what every output is written on: text that is safe to print,
// styles, columns, the lines of a tree, commands for a shell, JSON and YAML. It
// knows nothing of what is said.
package paper
