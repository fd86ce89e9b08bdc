// Package keys has a terminal hand over each key when it is pressed. What comes of a key is
// the caller's to say.
package keys
