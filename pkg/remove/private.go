package remove

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// UnsafeError says that a file or folder is not this user's alone, so that what
// is written there could be read, changed or sent elsewhere by others. Way says
// what to do about it.
type UnsafeError struct {
	Path, What, Way string
}

func (e *UnsafeError) Error() string { return fmt.Sprintf("%s %s", e.Path, e.What) }

// privateFolder makes a folder where there is none, and refuses one in which
// others may write. Of the way to it only its last part is looked at: who may
// change that, may put no folder of another user there.
func privateFolder(dir string) error {
	made := os.MkdirAll(dir, 0o700)
	if err := safeFolder(dir); err != nil && (made == nil || !errors.Is(err, os.ErrNotExist)) {
		return err
	}
	return made
}

// safeFolder is privateFolder of one that is there.
func safeFolder(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return &UnsafeError{dir, "is a symbolic link, which is not followed", "name the folder itself, with --backup-dir or XDG_STATE_HOME"}
	case !info.IsDir():
		return &UnsafeError{dir, "is no folder", "name another, with --backup-dir or XDG_STATE_HOME"}
	case !owned(info):
		return &UnsafeError{dir, "belongs to another user", "name a folder of your own, with --backup-dir or XDG_STATE_HOME"}
	case sharedForWriting(info):
		return &UnsafeError{dir, "may be written to by others", "take that right from them (chmod go-w), or name another folder with --backup-dir or XDG_STATE_HOME"}
	}
	return nil
}

// privateFile opens a file of this user, follows no link to it, and takes from
// others the right to read it.
func privateFile(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|noFollow, 0o600)
	if info, lstatErr := os.Lstat(path); lstatErr == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, errors.Join(&UnsafeError{path, "is a symbolic link, which is not followed", "move it away; another file is then begun"}, closed(f))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular() || !sameFile(path, info):
		err = &UnsafeError{path, "is no plain file", "move it away; another file is then begun"}
	case !owned(info):
		err = &UnsafeError{path, "belongs to another user", "move it away; another file is then begun"}
	case info.Mode().Perm()&0o077 != 0:
		err = f.Chmod(0o600)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// sameFile reports whether the file that was opened is the one that stands under
// the name: where links cannot be refused in opening, one may have stood there.
func sameFile(path string, opened fs.FileInfo) bool {
	named, err := os.Lstat(path)
	return err == nil && os.SameFile(named, opened)
}

func closed(f *os.File) error {
	if f == nil {
		return nil
	}
	return f.Close()
}

// Check refuses a folder for the backups that is not safe. Backups of earlier runs
// that others may read are taken from them.
func (b *Backups) Check() error {
	if err := safeFolder(b.Dir); err != nil {
		return unlessMissing(err)
	}
	entries, err := os.ReadDir(b.Dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !backupName.MatchString(entry.Name()) || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 == 0 || !owned(info) {
			continue
		}
		f, err := privateFile(filepath.Join(b.Dir, entry.Name()), os.O_RDONLY)
		if err := errors.Join(err, closed(f)); err != nil {
			return err
		}
	}
	return nil
}

// Check refuses a place for the log that is not safe.
func (l *Log) Check() error {
	if err := safeFolder(filepath.Dir(l.Path)); err != nil {
		return unlessMissing(err)
	}
	f, err := privateFile(l.Path, os.O_RDONLY)
	return unlessMissing(errors.Join(err, closed(f)))
}

// unlessMissing is for what is made when it is needed.
func unlessMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
