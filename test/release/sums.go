package release

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
)

// Sums are SHA-256 checksums in hexadecimal, by file name.
type Sums map[string]string

func (s Sums) add(name string, content []byte) {
	sum := sha256.Sum256(content)
	s[name] = hex.EncodeToString(sum[:])
}

// Of is the checksum of what a URL leads to.
func (s Sums) Of(url string) (string, error) {
	sum, known := s[path.Base(url)]
	if !known {
		return "", fmt.Errorf("there is no %s in the release", path.Base(url))
	}
	return sum, nil
}

func (s Sums) write(file string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%s  %s\n", s[name], name)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("storing the checksums: %w", err)
	}
	return nil
}

// ReadSums reads the list of checksums.
func ReadSums(file string) (Sums, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the checksums: %w", err)
	}
	sums := Sums{}
	for line := range strings.Lines(string(text)) {
		sum, name, found := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !found {
			return nil, fmt.Errorf("reading the checksums: %q is none", line)
		}
		sums[name] = sum
	}
	return sums, nil
}
