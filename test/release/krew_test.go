//go:build unix && krew

package release_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/release"
)

// buildKrew links the real krew, as the plugin that it is itself, and the
// program by which its central index judges manifests.
var buildKrew = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(scratch, "krew")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-o", dir+"/", "sigs.k8s.io/krew/cmd/krew", "sigs.k8s.io/krew/cmd/validate-krew-manifest")
	cmd.Dir = "krew"
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building krew: %w: %s", err, out)
	}
	return dir, os.Rename(filepath.Join(dir, "krew"), filepath.Join(dir, "kubectl-krew"))
})

// user is a person with krew and kubectl, and nothing installed yet.
type user struct {
	home, root string
	env        []string
}

func newUser(t *testing.T) *user {
	t.Helper()
	krew, err := buildKrew()
	if err != nil {
		t.Fatal(err)
	}
	assets, err := lab.Assets(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	u := &user{home: t.TempDir()}
	u.root = filepath.Join(u.home, ".krew")
	path := append([]string{u.bin(), krew, assets}, withoutPlugin(filepath.SplitList(os.Getenv("PATH")))...)
	u.env = append(os.Environ(),
		"HOME="+u.home, "KREW_ROOT="+u.root, "PATH="+strings.Join(path, string(os.PathListSeparator)),
		"KREW_NO_UPGRADE_CHECK=1", "KUBECONFIG="+filepath.Join(u.home, "none"), "NO_PROXY=127.0.0.1",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	return u
}

// withoutPlugin leaves out the folders that have the plugin already, as those of
// its developers may.
func withoutPlugin(folders []string) []string {
	return slices.DeleteFunc(folders, func(folder string) bool {
		return slices.ContainsFunc([]string{"kubectl-finalizers", "kubectl-why_stuck"}, func(name string) bool {
			_, err := os.Stat(filepath.Join(folder, name))
			return err == nil
		})
	})
}

func (u *user) bin() string { return filepath.Join(u.root, "bin") }

// try runs a program as the person, with more environment where there is any.
func (u *user) try(t *testing.T, env []string, words ...string) (string, error) {
	t.Helper()
	// What is looked up is the person's PATH, not this process's.
	cmd := exec.Command("env", words...)
	cmd.Env, cmd.Dir = slices.Concat(u.env, env), u.home
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (u *user) run(t *testing.T, words ...string) string {
	t.Helper()
	out, err := u.try(t, nil, words...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return out
}

// manifest renders a template into a file with the plugin's name.
func (m *made) manifest(t *testing.T, template string) string {
	t.Helper()
	sums, err := release.ReadSums(m.path(release.ChecksumsFile))
	if err != nil {
		t.Fatal(err)
	}
	plugin, text, err := release.Render(string(read(t, filepath.Join(source, template))), m.version, sums.Of)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), plugin+".yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The manifests pass the judge of krew's central index, and a broken one does
// not.
func TestManifests(t *testing.T) {
	m, u := theRelease(t), newUser(t)
	for _, template := range release.Templates {
		t.Run(template, func(t *testing.T) {
			path := m.manifest(t, template)
			out := u.run(t, "validate-krew-manifest", "-skip-install", "-manifest", path)
			if !strings.Contains(out, "no overlapping spec.platform[].selector") {
				t.Errorf("it did not judge:\n%s", out)
			}
			text := string(read(t, path))
			if n := strings.Count(text, "sha256: "); n != len(release.Platforms) {
				t.Errorf("it is for %d platforms", n)
			}
			broken := strings.Replace(text, "arch: arm64", "arch: amd64", 1)
			if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := u.try(t, nil, "validate-krew-manifest", "-skip-install", "-manifest", path); err == nil {
				t.Errorf("one with two entries for a platform passes:\n%s", out)
			}
		})
	}
}

// What "make release" left for an index is what the templates say.
func TestRenderedManifests(t *testing.T) {
	m := theRelease(t)
	for _, template := range release.Templates {
		path := m.manifest(t, template)
		stored := m.path(filepath.Join("krew", "plugins", filepath.Base(path)))
		if string(read(t, stored)) != string(read(t, path)) {
			t.Errorf("%s is not what %s says", stored, template)
		}
	}
}

// index is the person's own: a git repository on this machine.
func (u *user) index() string { return filepath.Join(u.home, "index") }

// publish puts a manifest into the index.
func (u *user) publish(t *testing.T, manifest string) {
	t.Helper()
	u.run(t, "git", "init", "--quiet", u.index())
	plugins := filepath.Join(u.index(), "plugins")
	if err := os.MkdirAll(plugins, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(plugins, "finalizers.yaml"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	u.run(t, "git", "-C", u.index(), "add", ".")
	u.run(t, "git", "-C", u.index(), "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "publish")
}

// The real krew installs the archive, the real kubectl runs it, and krew takes
// it away.
func TestKrew(t *testing.T) {
	m := theRelease(t)
	for template, plugin := range map[string]struct{ name, binary, version string }{
		".krew.yaml":           {"finalizers", "kubectl-finalizers", "finalizers version"},
		".krew-why-stuck.yaml": {"why-stuck", "kubectl-why_stuck", "why-stuck version"},
	} {
		t.Run(plugin.name, func(t *testing.T) {
			u := newUser(t)
			u.install(t, m, template, here)
			version := append([]string{"kubectl"}, append(strings.Fields(plugin.version), "--client")...)
			if out := u.run(t, version...); out != "Client Version: "+m.version+"\n" {
				t.Errorf("it says %q", out)
			}
			if help := u.run(t, "kubectl", plugin.name, "--help"); !strings.Contains(help, "\n  kubectl "+plugin.name+" ") {
				t.Errorf("its help does not speak of kubectl %s:\n%s", plugin.name, help)
			}
			u.run(t, "kubectl", plugin.name, "completion", "install")
			if out := u.run(t, "kubectl", "__complete", plugin.name, "snapsho"); !strings.Contains(out, "snapshot\t") {
				t.Errorf("Tab offers %q", out)
			}
			u.run(t, "kubectl", plugin.name, "completion", "install", "--uninstall")
			u.publish(t, string(read(t, m.manifest(t, ".krew.yaml"))))
			u.run(t, "kubectl", "krew", "index", "add", "own", u.index()) // krew removes nothing without one
			u.run(t, "kubectl", "krew", "uninstall", plugin.name)
			if out, err := u.try(t, nil, version...); err == nil {
				t.Errorf("it still runs: %s", out)
			}
			left, err := os.ReadDir(u.bin())
			if err != nil || len(left) > 0 {
				t.Errorf("there is still %v, %v", left, err)
			}
		})
	}
}

// install has krew install the archive of a platform.
func (u *user) install(t *testing.T, m *made, template string, p release.Platform) {
	t.Helper()
	out, err := u.try(t, []string{"KREW_OS=" + p.OS, "KREW_ARCH=" + p.Arch}, "kubectl", "krew", "install",
		"--manifest="+m.manifest(t, template), "--archive="+m.path(p.Archive(m.version)))
	if err != nil {
		t.Fatalf("installing: %v\n%s", err, out)
	}
}

// krew unpacks what is for other platforms as well.
func TestKrewPlatforms(t *testing.T) {
	m := theRelease(t)
	m.each(t, func(t *testing.T, p release.Platform) {
		u := newUser(t)
		u.install(t, m, ".krew.yaml", p)
		store := filepath.Join(u.root, "store", "finalizers", m.version)
		for _, name := range []string{p.Binary(), "LICENSE", "kubectl_complete-finalizers", "kubectl_complete-finalizers.cmd"} {
			info, err := os.Stat(filepath.Join(store, name))
			if err != nil {
				t.Fatal(err)
			}
			if executable := info.Mode()&0o100 != 0; executable != (name != "LICENSE") {
				t.Errorf("%s is executable: %t", name, executable)
			}
		}
	})
	t.Run("another archive", func(t *testing.T) {
		u := newUser(t)
		other := m.platforms[1]
		out, err := u.try(t, []string{"KREW_OS=" + here.OS, "KREW_ARCH=" + here.Arch}, "kubectl", "krew", "install",
			"--manifest="+m.manifest(t, ".krew.yaml"), "--archive="+m.path(other.Archive(m.version)))
		if err == nil || !strings.Contains(out, "checksum") {
			t.Errorf("the archive of another platform is taken: %v\n%s", err, out)
		}
	})
}

// An index of our own: added, installed from by download, upgraded.
func TestKrewIndex(t *testing.T) {
	m, u := theRelease(t), newUser(t)
	archives := httptest.NewServer(http.StripPrefix("/"+m.version, http.FileServer(http.Dir(m.dir))))
	defer archives.Close()
	text := strings.ReplaceAll(string(read(t, m.manifest(t, ".krew.yaml"))),
		"https://github.com/kubectl-finalizers/kubectl-finalizers/releases/download", archives.URL)
	u.publish(t, text)
	u.run(t, "kubectl", "krew", "index", "add", "kubectl-finalizers", "file://"+u.index())
	if out := u.run(t, "kubectl", "krew", "search", "finalizers"); !strings.Contains(out, "kubectl-finalizers/finalizers") {
		t.Errorf("it is not found:\n%s", out)
	}
	u.run(t, "kubectl", "krew", "install", "kubectl-finalizers/finalizers")
	if out := u.run(t, "kubectl", "finalizers", "version", "--client"); out != "Client Version: "+m.version+"\n" {
		t.Errorf("it says %q", out)
	}
	u.run(t, "kubectl", "finalizers", "completion", "install")

	const next = "v99.0.0"
	u.publish(t, strings.Replace(text, "version: "+m.version, "version: "+next, 1))
	u.run(t, "kubectl", "krew", "upgrade", "finalizers")
	if _, err := os.Stat(filepath.Join(u.root, "store", "finalizers", next, here.Binary())); err != nil {
		t.Errorf("it is not upgraded: %v", err)
	}
	if _, err := os.Stat(filepath.Join(u.root, "store", "finalizers", m.version)); err == nil {
		t.Error("the version before is still there, so that what completes it could be its own")
	}
	if out := u.run(t, "kubectl", "__complete", "finalizers", "snapsho"); !strings.Contains(out, "snapshot\t") {
		t.Errorf("after an upgrade Tab offers %q", out)
	}
}

// The shim of the archive does what the link does.
func TestShim(t *testing.T) {
	m, u := theRelease(t), newUser(t)
	_, files := unpack(t, m.path(here.Archive(m.version)))
	if err := os.MkdirAll(u.bin(), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, f := range files {
		if err := os.WriteFile(filepath.Join(u.bin(), name), f.content, f.Mode); err != nil {
			t.Fatal(err)
		}
	}
	if out := u.run(t, "kubectl", "__complete", "finalizers", "snapsho"); !strings.Contains(out, "snapshot\t") {
		t.Errorf("Tab offers %q", out)
	}
	if out := u.run(t, "kubectl", "__complete", "finalizers", "trace", "--color", ""); !strings.HasPrefix(out, "auto\n") && !strings.Contains(out, "\nauto\n") {
		t.Errorf("an empty word is lost: Tab offers %q", out)
	}
	if out, err := u.try(t, nil, "kubectl", "finalizers", "completion", "install"); err == nil || !strings.Contains(out, "is no link to kubectl-finalizers") {
		t.Errorf("the shim was replaced: %v\n%s", err, out)
	}
}
