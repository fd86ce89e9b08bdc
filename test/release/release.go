// Package release builds what users download: an archive for each platform, a
// bill of materials for each, and their checksums; and it renders the manifests
// by which krew installs them. The same source gives the same bytes, wherever
// and whenever it is built with the same Go release.
package release

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Options say what to build.
type Options struct {
	// Source is the folder of the module.
	Source string
	// Out is the folder to write to. It is made where it is not there.
	Out string
	// Version is a semantic version with a v before it.
	Version string
	// Date is the time that all files in the archives have.
	Date time.Time
	// Platforms are what to build for; none means all.
	Platforms []Platform
	// Progress is told what is being built.
	Progress io.Writer
}

// MostBytes bounds a binary.
const MostBytes = 66_200_000

// ChecksumsFile is the name of the list of checksums, as sha256sum writes it.
const ChecksumsFile = "checksums.txt"

// isVersion is what krew takes for one, but for build metadata, which a URL
// would have to escape.
var isVersion = regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)

// Make builds the release and, where that is for all platforms, renders the
// manifests.
func Make(ctx context.Context, o Options) error {
	if !isVersion.MatchString(o.Version) {
		return fmt.Errorf("the version %q is none of a release: it is like v1.2.3 or v1.2.3-rc.1", o.Version)
	}
	platforms := o.Platforms
	if len(platforms) == 0 {
		platforms = Platforms
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return fmt.Errorf("making the folder of the release: %w", err)
	}
	sums := Sums{}
	for _, p := range platforms {
		fmt.Fprintf(o.Progress, "building %s\n", p)
		if err := o.one(ctx, p, sums); err != nil {
			return fmt.Errorf("releasing for %s: %w", p, err)
		}
	}
	if err := sums.write(filepath.Join(o.Out, ChecksumsFile)); err != nil {
		return err
	}
	if len(o.Platforms) > 0 {
		return nil
	}
	return o.manifests(sums)
}

// one builds the archive and the bill of materials of a platform.
func (o *Options) one(ctx context.Context, p Platform, sums Sums) error {
	scratch, err := os.MkdirTemp("", "kubectl-finalizers-release-")
	if err != nil {
		return fmt.Errorf("making a folder to build in: %w", err)
	}
	defer os.RemoveAll(scratch)
	binary := filepath.Join(scratch, p.Binary())
	if err := build(ctx, o.Source, o.Version, p, binary); err != nil {
		return err
	}
	info, err := os.Stat(binary)
	if err != nil {
		return fmt.Errorf("measuring the binary: %w", err)
	}
	if info.Size() > MostBytes {
		return fmt.Errorf("the binary has %d bytes, and may have %d", info.Size(), MostBytes)
	}
	bill, err := billOf(binary, o.Version)
	if err != nil {
		return err
	}
	shims := filepath.Join(o.Source, "test", "release", "shims")
	pages, err := filepath.Glob(filepath.Join(o.Source, "docs", "man", "*.1"))
	if err != nil {
		return fmt.Errorf("looking for man pages: %w", err)
	}
	packed, err := pack(p, o.Date, append([]string{
		binary,
		filepath.Join(o.Source, "LICENSE"),
		filepath.Join(shims, "kubectl_complete-finalizers"),
		filepath.Join(shims, "kubectl_complete-finalizers.cmd"),
	}, pages...))
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{p.Archive(o.Version): packed, p.Bill(o.Version): bill} {
		if err := os.WriteFile(filepath.Join(o.Out, name), content, 0o644); err != nil {
			return fmt.Errorf("storing %s: %w", name, err)
		}
		sums.add(name, content)
	}
	return nil
}

// Templates are the manifests' templates, in the module's folder: the first is
// for an index of the project's own, the second for krew's central one, where
// the name of the first belongs to another plugin.
var Templates = []string{".krew.yaml", ".krew-why-stuck.yaml"}

// manifests renders the templates as an index has them.
func (o *Options) manifests(sums Sums) error {
	dir := filepath.Join(o.Out, "krew", "plugins")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of the manifests: %w", err)
	}
	for _, name := range Templates {
		template, err := os.ReadFile(filepath.Join(o.Source, name))
		if err != nil {
			return fmt.Errorf("reading a template: %w", err)
		}
		plugin, manifest, err := Render(string(template), o.Version, sums.Of)
		if err != nil {
			return fmt.Errorf("rendering %s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, plugin+".yaml"), []byte(manifest), 0o644); err != nil {
			return fmt.Errorf("storing a manifest: %w", err)
		}
	}
	return nil
}

// Parse reads platforms as in "linux/amd64,windows/arm64"; none means all.
func Parse(list string) ([]Platform, error) {
	var platforms []Platform
	for name := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		i := slices.IndexFunc(Platforms, func(p Platform) bool { return p.String() == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown platform %q: use %v", name, Platforms)
		}
		platforms = append(platforms, Platforms[i])
	}
	return platforms, nil
}
