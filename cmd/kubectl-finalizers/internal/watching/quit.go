// Package watching shows a deletion that is followed: on a screen that is painted over, or
// as a log.
package watching

import (
	"context"
	"io"
	"os"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/terminal"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/keys"
)

// Bytes that a terminal hands on instead of what they stand for, where it does not act on
// them itself.
const (
	ctrlC = 0x03
	ctrlD = 0x04
)

// UntilQ is a context that also ends when the person presses q, where standard input is a
// terminal that listens to this program. restore puts that right; it may be called again.
func UntilQ(ctx context.Context, input io.Reader) (_ context.Context, restore func()) {
	in, ok := input.(*os.File)
	if !ok || !terminal.Is(in) {
		return ctx, func() {}
	}
	restore, err := keys.Single(int(in.Fd()))
	if err != nil {
		return ctx, func() {} // then Ctrl-C is left
	}
	ctx, quit := context.WithCancelCause(ctx)
	go func() {
		for key := make([]byte, 1); ; {
			n, err := in.Read(key)
			switch {
			case err != nil || n == 0:
				return
			case key[0] == 'q', key[0] == 'Q', key[0] == ctrlD:
				quit(follow.ErrQuit)
				return
			case key[0] == ctrlC:
				quit(context.Canceled)
				return
			}
		}
	}()
	return ctx, restore
}
