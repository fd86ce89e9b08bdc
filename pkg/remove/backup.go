package remove

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// Backups keeps objects as they were before they were changed: one file each,
// which only its owner may read.
type Backups struct {
	// Dir is made where it does not exist.
	Dir string
	// Secrets keeps the data of Secrets too.
	Secrets bool
}

// keep writes an object and returns the name of its file. The file is there
// whole or not at all.
func (b *Backups) keep(obj *unstructured.Unstructured, at time.Time) (string, error) {
	if err := privateFolder(b.Dir); err != nil {
		return "", err
	}
	text, err := b.text(obj)
	if err != nil {
		return "", fmt.Errorf("encoding it: %w", err)
	}
	temporary, err := os.CreateTemp(b.Dir, ".keeping-*")
	if err != nil {
		return "", err
	}
	if err := fill(temporary, text); err != nil {
		return "", errors.Join(err, os.Remove(temporary.Name()))
	}
	name := filepath.Join(b.Dir, fileName(obj, at))
	// A link fails where the name is taken, which a rename would not.
	for n := 2; ; n++ {
		err := os.Link(temporary.Name(), name)
		if err == nil {
			return name, os.Remove(temporary.Name())
		}
		if !errors.Is(err, os.ErrExist) || n > 1000 {
			return renamed(temporary.Name(), name, err)
		}
		name = filepath.Join(b.Dir, strings.TrimSuffix(fileName(obj, at), ".yaml")+fmt.Sprintf("-%d.yaml", n))
	}
}

// text is the object, without copies of the data of Secrets, and what was left out.
func (b *Backups) text(obj *unstructured.Unstructured) ([]byte, error) {
	if b.Secrets {
		return yaml.Marshal(obj.Object)
	}
	copies := redact.SecretCopies(obj.Object)
	text, err := yaml.Marshal(redact.WithoutAnnotations(obj.Object, copies))
	if err != nil || len(copies) == 0 {
		return text, err
	}
	head := fmt.Sprintf("# Left out, for the data of Secrets in them (--backup-secrets keeps it): annotations %q\n", copies)
	return append([]byte(head), text...), nil
}

// renamed is for file systems without links.
func renamed(from, to string, linking error) (string, error) {
	if _, err := os.Lstat(to); err == nil {
		return "", errors.Join(linking, os.Remove(from))
	}
	if err := os.Rename(from, to); err != nil {
		return "", errors.Join(err, os.Remove(from))
	}
	return to, nil
}

// fill writes and closes a file so that a crash does not lose it.
func fill(f *os.File, text []byte) error {
	_, err := f.Write(text)
	return errors.Join(err, f.Chmod(0o600), f.Sync(), f.Close())
}

// backupName is what fileName makes.
var backupName = regex.New(`^\d{8}T\d{6}Z_.*\.yaml$`)

// fileName says what a backup is of. Names from a cluster may hold what a file
// system does not take.
func fileName(obj *unstructured.Unstructured, at time.Time) string {
	parts := []string{at.UTC().Format("20060102T150405Z"), strings.ToLower(obj.GetKind())}
	if ns := obj.GetNamespace(); ns != "" {
		parts = append(parts, ns)
	}
	uid := string(obj.GetUID())
	parts = append(parts, obj.GetName(), uid[:min(len(uid), 8)])
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, strings.Join(parts, "_"))
	return name[:min(len(name), 200)] + ".yaml"
}
