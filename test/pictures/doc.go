// Package pictures makes the pictures of the documents: it runs the plugin in a
// terminal and draws what came, as SVG. Nothing in a picture is made by hand. It
// knows no more of terminals than the plugin's answers need, and refuses the rest.
package pictures

//go:generate go run ./cmd/pictures -source ../.. -out ../../docs/pictures
