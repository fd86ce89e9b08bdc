//go:build unix

package remove

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// places are the ways in which somebody else may have a hand in where the log and
// the backups are. Each puts a trap at a folder, in which the file is to be.
var places = []struct {
	name   string
	safe   bool
	folder bool // the folder itself is the trap
	trap   func(t *testing.T, dir, file string)
}{
	{"nothing there", true, false, func(*testing.T, string, string) {}},
	{"a folder that others may read", true, false, func(t *testing.T, dir, _ string) { do(t, os.Mkdir(dir, 0o700), os.Chmod(dir, 0o755)) }},
	{"a file that others may read and write", true, false, func(t *testing.T, dir, file string) {
		do(t, os.Mkdir(dir, 0o700), os.WriteFile(file, nil, 0o600), os.Chmod(file, 0o666))
	}},
	{"a folder that the group may write to", false, true, func(t *testing.T, dir, _ string) { do(t, os.Mkdir(dir, 0o700), os.Chmod(dir, 0o770)) }},
	{"a folder like /tmp", false, true, func(t *testing.T, dir, _ string) { do(t, os.Mkdir(dir, 0o700), os.Chmod(dir, 0o777|os.ModeSticky)) }},
	{"a link to a folder", false, true, func(t *testing.T, dir, _ string) { do(t, os.Symlink(t.TempDir(), dir)) }},
	{"a link to nowhere as the folder", false, true, func(t *testing.T, dir, _ string) { do(t, os.Symlink(filepath.Join(t.TempDir(), "nowhere"), dir)) }},
	{"a file as the folder", false, true, func(t *testing.T, dir, _ string) { do(t, os.WriteFile(dir, nil, 0o600)) }},
	{"a link to a file", false, false, func(t *testing.T, dir, file string) {
		other := filepath.Join(t.TempDir(), "other")
		do(t, os.Mkdir(dir, 0o700), os.WriteFile(other, []byte("theirs"), 0o644), os.Symlink(other, file))
	}},
	{"a link to nowhere", false, false, func(t *testing.T, dir, file string) {
		do(t, os.Mkdir(dir, 0o700), os.Symlink(filepath.Join(t.TempDir(), "nowhere"), file))
	}},
	{"a pipe", false, false, func(t *testing.T, dir, file string) { do(t, os.Mkdir(dir, 0o700), syscall.Mkfifo(file, 0o600)) }},
}

func do(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

func TestLogIsPrivate(t *testing.T) {
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "state")
			log := &Log{Path: filepath.Join(dir, "log")}
			place.trap(t, dir, log.Path)
			for what, run := range map[string]func() error{"checked": log.Check, "written": func() error { return log.append(Entry{Name: "it"}) }} {
				checkPlace(t, what, place.safe, run())
			}
			_, _, err := log.Read()
			if !place.folder {
				checkPlace(t, "read", place.safe, err)
			}
			if place.safe {
				checkMode(t, log.Path)
			}
		})
	}
}

func TestBackupsArePrivate(t *testing.T) {
	obj := &unstructured.Unstructured{Object: map[string]any{"kind": "Ox", "metadata": map[string]any{"name": "a", "uid": "12345678-9"}}}
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "backups")
			b := &Backups{Dir: dir}
			earlier := filepath.Join(dir, fileName(obj, at))
			place.trap(t, dir, earlier)
			// A file that stands where the next is to be is left alone: the next has
			// another name.
			safe := !place.folder
			checkPlace(t, "checked", safe, b.Check())
			file, err := b.keep(obj, at)
			checkPlace(t, "written", safe, err)
			if !safe {
				return
			}
			checkMode(t, file)
			if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "kind: Ox") {
				t.Errorf("the backup holds %q: %v", text, err)
			}
			if place.safe {
				checkMode(t, earlier)
			}
		})
	}
}

func TestPlansArePrivate(t *testing.T) {
	shown := aPlan().Show()
	for _, place := range places {
		t.Run(place.name, func(t *testing.T) {
			plans := &Plans{Dir: filepath.Join(t.TempDir(), "plans")}
			file := plans.file(shown.Digest())
			place.trap(t, plans.Dir, file)
			if _, found := plans.Find(shown.Digest()); found {
				t.Error("a plan was found before one was kept")
			}
			// What stands where the plan is to be kept is put aside, and not written to.
			safe := !place.folder
			target, _ := os.Readlink(file)
			checkPlace(t, "kept", safe, plans.Keep(shown))
			if !safe {
				return
			}
			checkMode(t, file)
			if text, err := os.ReadFile(target); target != "" && err == nil && string(text) != "theirs" {
				t.Errorf("what a link led to holds %q", text)
			}
			do(t, os.Chmod(file, 0o644))
			if _, found := plans.Find(shown.Digest()); !found {
				t.Error("the plan was not found again")
			}
			checkMode(t, file)
			do(t, os.Chmod(plans.Dir, 0o777))
			if _, found := plans.Find(shown.Digest()); found {
				t.Error("a plan was found where others may write")
			}
		})
	}
}

func checkPlace(t *testing.T, what string, safe bool, err error) {
	t.Helper()
	unsafe, refused := errors.AsType[*UnsafeError](err)
	switch {
	case safe && err != nil:
		t.Errorf("%s: %v", what, err)
	case !safe && err == nil:
		t.Errorf("%s: it is not refused", what)
	case refused && (unsafe.Way == "" || !strings.Contains(err.Error(), unsafe.Path)):
		t.Errorf("%s: %q, %q", what, err, unsafe.Way)
	}
}

func checkMode(t *testing.T, file string) {
	t.Helper()
	if info, err := os.Lstat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("%s has the mode %v: %v", file, info.Mode(), err)
	}
}

// TestOthersFolder is about a folder of another user, which only root can make.
func TestOthersFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	do(t, os.Mkdir(dir, 0o700))
	info, err := os.Lstat(dir)
	do(t, err)
	if !owned(info) {
		t.Error("a folder that was just made is not this user's")
	}
	owner := *info.Sys().(*syscall.Stat_t)
	owner.Uid++
	if owned(otherInfo{info, &owner}) {
		t.Error("a folder of another user is taken for this one's")
	}
	if os.Geteuid() != 0 {
		return
	}
	do(t, os.Chown(dir, 12345, -1))
	if _, refused := errors.AsType[*UnsafeError]((&Backups{Dir: dir}).Check()); !refused {
		t.Error("backups: a folder of another user is not refused")
	}
	if _, refused := errors.AsType[*UnsafeError]((&Log{Path: filepath.Join(dir, "log")}).Check()); !refused {
		t.Error("log: a folder of another user is not refused")
	}
}

type otherInfo struct {
	os.FileInfo
	stat *syscall.Stat_t
}

func (o otherInfo) Sys() any { return o.stat }

// TestBackupsLeaveSecretsOut keeps an object in whose annotation a Secret stands.
func TestBackupsLeaveSecretsOut(t *testing.T) {
	obj := &unstructured.Unstructured{Object: map[string]any{"kind": "Ox", "metadata": map[string]any{
		"name": "a", "uid": "12345678-9", "annotations": map[string]any{
			"example.com/applied": `{"kind":"Secret","data":{"p":"aGlkZGVu"}}`,
			"kept":                "kept",
		},
	}}}
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, secrets := range []bool{false, true} {
		b := &Backups{Dir: filepath.Join(t.TempDir(), "backups"), Secrets: secrets}
		file, err := b.keep(obj, at)
		do(t, err)
		text, err := os.ReadFile(file)
		do(t, err)
		if strings.Contains(string(text), "aGlkZGVu") != secrets || !strings.Contains(string(text), "kept: kept") ||
			strings.HasPrefix(string(text), "# Left out") == secrets {
			t.Errorf("with the data of Secrets %t:\n%s", secrets, text)
		}
	}
}
