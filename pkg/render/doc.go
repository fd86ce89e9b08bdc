// Package render prints a finished trace: as a tree for people, as JSON and
// YAML for programs, as names for pipes, and as dot and mermaid for pictures.
//
// It reads no cluster and no process: colour, width and background are values
// that the caller decides and hands over in Options, and the terminal is never
// asked. It changes nothing in the graph. All that came from the cluster is
// escaped, so that no object can move the cursor, reorder the text around it or
// break out of a quoted string. Only the command may import it.
package render
