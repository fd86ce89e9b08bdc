//go:build unix

package remove

import (
	"io/fs"
	"os"
	"syscall"
)

// noFollow refuses a symbolic link, and does not wait for who writes into a pipe.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// owned reports whether a file is this user's.
func owned(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(stat.Uid) == int64(os.Geteuid())
}

// sharedForWriting reports whether others may write into a folder.
func sharedForWriting(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
