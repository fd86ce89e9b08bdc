//go:build unix

package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// moduleName is the module that holds this package; labs in other modules find
// its sources through their own go.mod.
const moduleName = "github.com/kubectl-finalizers/kubectl-finalizers"

// assetNames are the programs that a lab needs, all of one release.
var assetNames = []string{"etcd", "kube-apiserver", "kube-controller-manager", "kubectl"}

// Assets returns the folder with the programs: the one KUBEBUILDER_ASSETS
// names, or else one built from the module test/controlplane and kept in the
// user's cache folder, under a name that changes with the module's content. A
// build is announced on progress, because the first one takes minutes.
func Assets(ctx context.Context, progress io.Writer) (string, error) {
	if dir := os.Getenv("KUBEBUILDER_ASSETS"); dir != "" {
		return dir, checkAssets(dir)
	}
	root, err := moduleRoot(ctx)
	if err != nil {
		return "", err
	}
	source := filepath.Join(root, "test", "controlplane")
	key, err := Key(source, []string{"go.mod", "go.sum", "main.go", "kubectl/main.go"}, tuning)
	if err != nil {
		return "", err
	}
	dir, err := Kept("controlplane-" + key)
	if err != nil {
		return "", err
	}
	return dir, Fill(dir, func() bool { return checkAssets(dir) == nil }, func() error { return build(ctx, source, dir, progress) })
}

// checkAssets says which program is missing, if any.
func checkAssets(dir string) error {
	for _, name := range assetNames {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("looking for %s in %s: a lab needs %s: %w", name, dir, strings.Join(assetNames, ", "), err)
		}
	}
	return nil
}

func moduleRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", moduleName).Output()
	if err != nil {
		return "", fmt.Errorf("finding the sources of %s: %w", moduleName, explainExit(err))
	}
	return strings.TrimSpace(string(out)), nil
}

// build links the servers, as one file under three names, and kubectl.
func build(ctx context.Context, source, dir string, progress io.Writer) error {
	release, module, err := kubernetesModule(ctx, source)
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "building etcd, kube-apiserver, kube-controller-manager and kubectl %s: about ten minutes the first time on two cores, kept in %s\n", release, dir)
	began := time.Now()
	scratch, err := os.MkdirTemp(dir, "build-")
	if err != nil {
		return fmt.Errorf("making a folder to build in: %w", err)
	}
	defer os.RemoveAll(scratch)
	tuned, err := tunedCopy(scratch, source, module)
	if err != nil {
		return err
	}
	servers, kubectl := filepath.Join(scratch, "controlplane"), filepath.Join(scratch, "kubectl")
	for binary, pkg := range map[string]string{servers: ".", kubectl: "./kubectl"} {
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-modfile", tuned, "-ldflags", linkerFlags(release), "-o", binary, pkg)
		cmd.Dir = source
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOWORK=off")
		cmd.Stdout, cmd.Stderr = progress, progress
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("building the control plane: %w", err)
		}
	}
	for _, name := range assetNames {
		binary := servers
		if name == "kubectl" {
			binary = kubectl
		}
		if err := os.Link(binary, filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrExist) {
			return fmt.Errorf("installing %s: %w", name, err)
		}
	}
	fmt.Fprintf(progress, "built in %s\n", time.Since(began).Round(time.Second))
	return nil
}

// kubernetesModule returns the release that the control plane module asks for
// and where its source lies.
func kubernetesModule(ctx context.Context, source string) (release, dir string, err error) {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", "k8s.io/kubernetes")
	cmd.Dir = source
	if out, err := cmd.Output(); err != nil {
		return "", "", fmt.Errorf("downloading Kubernetes: %w: %s", explainExit(err), out)
	}
	cmd = exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}}\n{{.Dir}}", "k8s.io/kubernetes")
	cmd.Dir = source
	out, err := cmd.Output()
	if err != nil {
		return "", "", fmt.Errorf("finding the sources of Kubernetes: %w", explainExit(err))
	}
	release, dir, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return release, dir, nil
}

// linkerFlags stamp the version. Unstamped, the server reports a version that
// kubectl and other clients cannot parse.
func linkerFlags(release string) string {
	parts := strings.SplitN(strings.TrimPrefix(release, "v"), ".", 3)
	flags := []string{"-s", "-w"}
	for _, pkg := range []string{"k8s.io/component-base/version", "k8s.io/client-go/pkg/version"} {
		flags = append(flags,
			"-X", pkg+".gitVersion="+release,
			"-X", pkg+".gitMajor="+parts[0],
			"-X", pkg+".gitMinor="+parts[1],
			"-X", pkg+".gitTreeState=clean")
	}
	return strings.Join(flags, " ")
}

// explainExit adds what a failed program wrote to its standard error.
func explainExit(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	return err
}
