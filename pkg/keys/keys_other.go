//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package keys

import (
	"errors"
	"runtime"
	"sync"

	"golang.org/x/term"
)

// Single has the console hand over each key when it is pressed, Ctrl-C too. What is
// written to it stays as it is on Windows; elsewhere it would not.
func Single(fd int) (restore func(), err error) {
	if runtime.GOOS != "windows" {
		return nil, errors.New("single keys cannot be read")
	}
	was, err := term.MakeRaw(fd)
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { _ = term.Restore(fd, was) }), nil // there is nobody else to tell
}
