package remove

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mostKept bounds how many plans are kept.
const mostKept = 50

// Plans keeps what was shown, so that a plan that no longer fits can be compared
// with it: one file each, which only its owner may read.
type Plans struct {
	// Dir is made where it does not exist.
	Dir string
}

// Keep writes what was shown, and throws away the oldest of many.
func (p *Plans) Keep(s Shown) error {
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encoding the plan: %w", err)
	}
	if err := privateFolder(p.Dir); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(p.Dir, ".keeping-*")
	if err != nil {
		return err
	}
	if err := fill(temporary, text); err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	if err := os.Rename(temporary.Name(), p.file(s.Digest())); err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return p.prune()
}

// Find returns what was shown under a digest, and false where it is not kept here,
// or is not what the digest says.
func (p *Plans) Find(digest string) (Shown, bool) {
	if !IsDigest(digest) {
		return Shown{}, false
	}
	text, err := p.read(digest)
	if err != nil {
		return Shown{}, false
	}
	var s Shown
	if err := json.Unmarshal(text, &s); err != nil || s.Digest() != digest {
		return Shown{}, false
	}
	return s, true
}

func (p *Plans) read(digest string) ([]byte, error) {
	if err := safeFolder(p.Dir); err != nil {
		return nil, err
	}
	f, err := privateFile(p.file(digest), os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	return text, errors.Join(err, f.Close())
}

func (p *Plans) file(digest string) string { return filepath.Join(p.Dir, digest+".json") }

// prune throws away the oldest plans where there are too many.
func (p *Plans) prune() error {
	found, err := os.ReadDir(p.Dir)
	if err != nil {
		return err
	}
	type kept struct {
		path string
		at   int64
	}
	var plans []kept
	for _, f := range found {
		info, err := f.Info()
		if err != nil || !IsDigest(strings.TrimSuffix(f.Name(), ".json")) {
			continue // another run has thrown it away meanwhile, or it is none
		}
		plans = append(plans, kept{filepath.Join(p.Dir, f.Name()), info.ModTime().UnixNano()})
	}
	slices.SortFunc(plans, func(a, b kept) int { return cmp.Compare(b.at, a.at) })
	for _, old := range plans[min(len(plans), mostKept):] {
		if err := os.Remove(old.path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
