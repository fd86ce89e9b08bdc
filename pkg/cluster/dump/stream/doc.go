// Package stream takes streams of JSON and YAML apart into documents, and lists into their
// items, so that never more than one document is held. It knows nothing of what the documents
// say; only dump imports it.
package stream
