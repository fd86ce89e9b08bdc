package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// patience is how long a person waits before wondering.
const patience = 500 * time.Millisecond

// progress shows on a terminal that work is under way, once it takes longer
// than patience, and takes the line away again when it is stopped. Standard
// error that is no terminal, or a dumb one, stays silent.
func (a *app) progress(doing string) (stop func()) {
	if !a.repaints(a.ErrOut) {
		return func() {}
	}
	return showProgress(a.ErrOut, doing+a.ellipsis(), patience)
}

func showProgress(w io.Writer, doing string, after time.Duration) (stop func()) {
	done := make(chan struct{})
	var shown sync.WaitGroup
	shown.Go(func() {
		select {
		case <-done:
			return
		case <-time.After(after):
		}
		_, _ = fmt.Fprint(w, doing)
		<-done
		_, _ = fmt.Fprint(w, "\r\x1b[K")
	})
	return sync.OnceFunc(func() {
		close(done)
		shown.Wait()
	})
}
