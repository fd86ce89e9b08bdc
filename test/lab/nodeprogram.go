//go:build unix

package lab

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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
	key, err := Key(source, []string{"go.mod", "go.sum"})
	if err != nil {
		return "", err
	}
	dir, err := Kept("node-" + key)
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "kwok")
	return program, Fill(dir, func() bool { return exists(program) }, func() error { return buildSimulator(ctx, source, program, progress) })
}

func buildSimulator(ctx context.Context, source, program string, progress io.Writer) error {
	fmt.Fprintf(progress, "building %s: half a minute after the control plane, kept in %s\n", simulator, filepath.Dir(program))
	began := time.Now()
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program+".unfinished", simulator+"/cmd/kwok")
	cmd.Dir, cmd.Env = source, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false", "GOWORK=off")
	cmd.Stdout, cmd.Stderr = progress, progress
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building %s: %w", simulator, err)
	}
	if err := os.Rename(program+".unfinished", program); err != nil {
		return fmt.Errorf("installing %s: %w", program, err)
	}
	fmt.Fprintf(progress, "built in %s\n", time.Since(began).Round(time.Second))
	return nil
}
