// Package rows reads lists of objects' metadata as an API server sends them, in
// protocol buffers and in JSON, item by item and without keeping any.
//
// It is apart from the connection that the bytes come from, so that its fuzz
// tests instrument little more than itself.
package rows
