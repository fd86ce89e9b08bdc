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

// place is one way in which somebody else may have a hand in where the log, the
// backups and the plans are. It puts a trap at a folder, in which the file is to be.
type place struct {
	name   string
	says   string // why it is refused, empty where it is not
	folder bool   // the folder itself is the trap
	trap   func(t *testing.T, dir, file string)
}

// ofFolder is why it is refused where a file that stands in the way is not.
func (p place) ofFolder() string {
	if p.folder {
		return p.says
	}
	return ""
}

var places = []place{
	{"nothing there", "", false, func(*testing.T, string, string) {}},
	{"a folder that others may read", "", false, func(t *testing.T, dir, _ string) { do(t, os.Mkdir(dir, 0o700), os.Chmod(dir, 0o755)) }},
	{"a file that others may read and write", "", false, func(t *testing.T, dir, file string) {
		do(t, os.Mkdir(dir, 0o700), os.WriteFile(file, nil, 0o600), os.Chmod(file, 0o666))
	}},
	{"a folder that the group may write to", "may be written to by others", true, func(t *testing.T, dir, _ string) { do(t, os.Mkdir(dir, 0o700), os.Chmod(dir, 0o770)) }},
	{"a folder like /tmp", "may be written to by others", true, func(t *testing.T, dir, _ string) { do(t, os.Mkdir(dir, 0o700), os.Chmod(dir, 0o777|os.ModeSticky)) }},
	{"a link to a folder", "is a symbolic link", true, func(t *testing.T, dir, _ string) { do(t, os.Symlink(t.TempDir(), dir)) }},
	{"a link to nowhere as the folder", "is a symbolic link", true, func(t *testing.T, dir, _ string) { do(t, os.Symlink(filepath.Join(t.TempDir(), "nowhere"), dir)) }},
	{"a file as the folder", "is no folder", true, func(t *testing.T, dir, _ string) { do(t, os.WriteFile(dir, nil, 0o600)) }},
	{"a link to a file", "is a symbolic link", false, func(t *testing.T, dir, file string) {
		other := filepath.Join(t.TempDir(), "other")
		do(t, os.Mkdir(dir, 0o700), os.WriteFile(other, []byte("theirs"), 0o644), os.Symlink(other, file))
	}},
	{"a link to nowhere", "is a symbolic link", false, func(t *testing.T, dir, file string) {
		do(t, os.Mkdir(dir, 0o700), os.Symlink(filepath.Join(t.TempDir(), "nowhere"), file))
	}},
	{"a pipe", "is no plain file", false, func(t *testing.T, dir, file string) { do(t, os.Mkdir(dir, 0o700), syscall.Mkfifo(file, 0o600)) }},
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
				checkPlace(t, what, place.says, run())
			}
			_, _, err := log.Read()
			if !place.folder {
				checkPlace(t, "read", place.says, err)
			}
			if place.says == "" {
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
			checkPlace(t, "checked", place.ofFolder(), b.Check())
			file, err := b.keep(obj, at)
			checkPlace(t, "written", place.ofFolder(), err)
			if place.folder {
				return
			}
			checkMode(t, file)
			if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "kind: Ox") {
				t.Errorf("the backup holds %q: %v", text, err)
			}
			if place.says == "" {
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
			target, _ := os.Readlink(file)
			checkPlace(t, "kept", place.ofFolder(), plans.Keep(shown))
			if place.folder {
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

func checkPlace(t *testing.T, what, says string, err error) {
	t.Helper()
	unsafe, refused := errors.AsType[*UnsafeError](err)
	switch {
	case says == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case says != "" && (!refused || !strings.Contains(err.Error(), says)):
		t.Errorf("%s: got %v, want a refusal that says: %s", what, err, says)
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

// TestOthersOwn is about what belongs to another user, which only root can make.
func TestOthersOwn(t *testing.T) {
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
	log := &Log{Path: filepath.Join(t.TempDir(), "log")}
	do(t, os.Chmod(filepath.Dir(log.Path), 0o700), os.WriteFile(log.Path, nil, 0o600), os.Chown(log.Path, 12345, -1))
	if _, refused := errors.AsType[*UnsafeError](log.Check()); !refused {
		t.Error("log: a file of another user is not refused")
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
