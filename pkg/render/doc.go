// Package render prints finished answers: graphs, diagnoses, plans of removals and
// what the catalogue knows, as text for people and as documents for programs.
//
// Where the format is known, call its function, such as Tree, Why or RemovalText;
// where a person chooses it, ask For, WhyFor, RemovalFor or EntryFor by its name.
// The documents (TraceDocument, DiagnosisDocument and so on) are what the JSON and YAML
// formats hold; docs/schema describes them, and a program may decode into them.
//
// The package reads no cluster and no process: colour, width and background are
// values that the caller decides and hands over in Options, and the terminal is
// never asked. It changes nothing in what it prints. All that came from the cluster
// is escaped, so that no object can move the cursor, reorder the text around it or
// break out of a quoted string.
package render
