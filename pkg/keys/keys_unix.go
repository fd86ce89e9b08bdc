//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package keys

import (
	"errors"
	"os"
	"os/signal"
	"sync"

	"golang.org/x/sys/unix"
)

// Single has the terminal hand over each key when it is pressed, and not show it.
// All else stays: Ctrl-C is a signal, and so is Ctrl-Z, after which the shell has put the
// terminal right and this does it again.
func Single(fd int) (restore func(), err error) {
	was, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil, err
	}
	now := *was
	now.Lflag &^= unix.ICANON | unix.ECHO
	now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 1, 0
	if !foreground(fd) {
		return nil, errors.New("the terminal listens to another program")
	}
	if err := unix.IoctlSetTermios(fd, setTermios, &now); err != nil {
		return nil, err
	}
	goesOn, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(goesOn, unix.SIGCONT)
	var again sync.WaitGroup
	again.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-goesOn:
				if foreground(fd) {
					_ = unix.IoctlSetTermios(fd, setTermios, &now) // else q needs Enter
				}
			}
		}
	})
	return sync.OnceFunc(func() {
		signal.Stop(goesOn)
		close(done)
		again.Wait()
		if foreground(fd) {
			_ = unix.IoctlSetTermios(fd, setTermios, was) // there is nobody else to tell
		}
	}), nil
}

// foreground reports whether the terminal listens to this program. To change one that
// does not stops the program.
func foreground(fd int) bool {
	group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
