//go:build unix

package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// simulator is the module that simulates nodes, and the files of it that say what a
// node itself does.
const simulator = "sigs.k8s.io/kwok"

var simulatorStages = []string{"kustomize/stage/node/fast/node-initialize.yaml", "kustomize/stage/node/heartbeat/node-heartbeat.yaml"}

// nodeProgram is the program that simulates nodes, built from the module test/node and
// kept as Assets are, with what a node itself does. Most of what it is made of the
// control plane is made of too, and was compiled with that.
func nodeProgram(ctx context.Context, progress io.Writer) (program string, stages []string, err error) {
	root, err := moduleRoot(ctx)
	if err != nil {
		return "", nil, err
	}
	source := filepath.Join(root, "test", "node")
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", simulator)
	cmd.Dir, cmd.Env = source, append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOWORK=off")
	if out, err := exec.CommandContext(ctx, "go", "mod", "download", "-C", source, simulator).CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("downloading %s: %w: %s", simulator, err, out)
	}
	out, err := cmd.Output()
	if err != nil {
		return "", nil, fmt.Errorf("finding the sources of %s: %w", simulator, explainExit(err))
	}
	for _, name := range simulatorStages {
		stages = append(stages, filepath.Join(strings.TrimSpace(string(out)), filepath.FromSlash(name)))
	}
	program, err = simulatorBuilt(ctx, source, progress)
	return program, stages, err
}

// BuildNode builds what StartNode runs, where it is not there yet.
func BuildNode(ctx context.Context, progress io.Writer) error {
	_, _, err := nodeProgram(ctx, progress)
	return err
}

// simulatorBuilt builds the program where it is not there yet.
func simulatorBuilt(ctx context.Context, source string, progress io.Writer) (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return "", fmt.Errorf("reading the module of the node: %w", err)
		}
		hash.Write(text)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache folder: %w", err)
	}
	dir := filepath.Join(cache, "kubectl-finalizers", "node-"+hex.EncodeToString(hash.Sum(nil))[:12])
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("making the folder of the node: %w", err)
	}
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	program := filepath.Join(dir, "kwok")
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	fmt.Fprintf(progress, "building %s: half a minute after the control plane, kept in %s\n", simulator, dir)
	began := time.Now()
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program+".unfinished", simulator+"/cmd/kwok")
	cmd.Dir, cmd.Env = source, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = progress, progress
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("building %s: %w", simulator, err)
	}
	if err := os.Rename(program+".unfinished", program); err != nil {
		return "", fmt.Errorf("installing %s: %w", program, err)
	}
	fmt.Fprintf(progress, "built in %s\n", time.Since(began).Round(time.Second))
	return program, nil
}
