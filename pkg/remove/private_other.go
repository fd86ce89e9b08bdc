//go:build !unix

package remove

import "io/fs"

// noFollow is nothing that can be asked for here: that what was opened stands
// under its name, and is no link, is looked at afterwards.
const noFollow = 0

// owned and sharedForWriting are decided by lists that a file inherits from the
// user's own folder.
func owned(fs.FileInfo) bool { return true }

func sharedForWriting(fs.FileInfo) bool { return false }
