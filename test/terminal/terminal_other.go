//go:build !linux

package terminal

import "os"

// Open fails: elsewhere a terminal is made in other ways.
func Open(uint16, uint16) (outer, inner *os.File, err error) { return nil, nil, ErrNone }

// Resize fails, as Open does.
func Resize(*os.File, uint16, uint16) error { return ErrNone }

// Modes fails, as Open does.
func Modes(*os.File) (string, error) { return "", ErrNone }
