// Package render prints finished answers: graphs, diagnoses, plans of removals and
// what the catalogue knows, as text for people and as documents for programs.
//
// There is a function for each sort of answer, such as Graph, Diagnosis or Removal, and
// a list of its formats, the default first. What the JSON and YAML formats hold is in
// package document; docs/schema describes it, and a program may decode into it.
//
// The package reads no cluster and no process: colour, width and background are
// values that the caller decides and hands over in Options, and the terminal is
// never asked. It changes nothing in what it prints. All that came from the cluster
// is escaped, so that no object can move the cursor, reorder the text around it or
// break out of a quoted string.
package render
