// Package terminal makes pseudo terminals, for what a program does only where
// somebody looks on. It is for tests and for what renews pictures of the output.
package terminal

import "errors"

// ErrNone says that this system's terminals cannot be made here.
var ErrNone = errors.New("pseudo terminals are made on Linux only")
