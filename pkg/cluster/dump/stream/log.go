package stream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
)

const (
	logStart = "==== START logs for container "
	logEnd   = "==== END logs for container "
)

// skipLog passes over one log, which is next: kubectl cluster-info dump
// writes logs between its documents when it writes to its output. The line that
// ends a log follows the log at once, even where that ends without a newline.
func skipLog(r *bufio.Reader) error {
	first, err := r.ReadSlice('\n')
	subject, ok := bytes.CutPrefix(first, []byte(logStart))
	if !ok || err != nil {
		return fmt.Errorf("unexpected text %.40q", first)
	}
	end := append([]byte(logEnd), bytes.TrimSpace(subject)...)
	var tail []byte
	for {
		piece, err := r.ReadSlice('\n')
		tail = append(tail, piece...)
		if bytes.HasSuffix(bytes.TrimRight(tail, "\r\n"), end) {
			return nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return fmt.Errorf("a log without an end: %w", unexpectedEnd(err))
		}
		if keep := len(end) + 2; len(tail) > keep {
			tail = append(tail[:0], tail[len(tail)-keep:]...)
		}
	}
}
