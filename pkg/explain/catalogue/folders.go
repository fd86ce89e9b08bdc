package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// LoadFolders is Load of folders on disk. The errors name the folder, the file and the
// entry.
func LoadFolders(folders []string) (*Catalogue, error) {
	dirs := make([]fs.FS, 0, len(folders))
	var errs []error
	for _, folder := range folders {
		dir, err := openFolder(folder)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		dirs = append(dirs, dir)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	loaded, err := Load(dirs...)
	if err == nil {
		return loaded, nil
	}
	// The error names files; which folder they are in is only asked now.
	for i, dir := range dirs {
		if _, err := Load(dir); err != nil {
			errs = append(errs, fmt.Errorf("reading the catalogue %s: %w", folders[i], err))
		}
	}
	if len(errs) == 0 {
		return nil, fmt.Errorf("reading the catalogue: %w", err)
	}
	return nil, errors.Join(errs...)
}

// openFolder reads the folder once, because a pattern of file names that is
// looked for in a folder that cannot be read matches nothing, without an error.
func openFolder(folder string) (fs.FS, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("reading the catalogue %s: not a folder", folder)
	}
	if _, err := os.ReadDir(folder); err != nil {
		return nil, fmt.Errorf("reading the catalogue %s: %w", folder, err)
	}
	return os.DirFS(folder), nil
}
