package demo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// SnapshotFile is where a folder holds the cluster of an incident.
func SnapshotFile(folder string, i Incident) string { return filepath.Join(folder, i.Name+".json") }

// wordsFile holds the words with which the program is asked, in one line. Names
// that a controller made up are in them.
func wordsFile(folder string, i Incident) string { return filepath.Join(folder, i.Name+".ask") }

// Store puts an incident into a folder.
func Store(folder string, i Incident, snapshot []byte, words []string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of an incident: %w", err)
	}
	if err := os.WriteFile(SnapshotFile(folder, i), snapshot, 0o644); err != nil {
		return fmt.Errorf("storing %s: %w", i.Name, err)
	}
	if err := os.WriteFile(wordsFile(folder, i), []byte(strings.Join(words, " ")+"\n"), 0o644); err != nil {
		return fmt.Errorf("storing how %s is asked about: %w", i.Name, err)
	}
	return nil
}

// Words returns with what words to ask about an incident of a folder.
func Words(folder string, i Incident) ([]string, error) {
	line, err := os.ReadFile(wordsFile(folder, i))
	if err != nil {
		return nil, fmt.Errorf("reading how %s is asked about: %w", i.Name, err)
	}
	return append(strings.Fields(string(line)), "--from="+SnapshotFile(folder, i)), nil
}
