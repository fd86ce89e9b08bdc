//go:build unix

// Package system builds the real controllers of a project from its Go module
// and runs scripts against them and a lab's control plane. Scripts are those of
// package script with a few commands more:
//
//	controller start|stop NAME [FLAGS...]
//	provider heal|fail|hang [create]|forget
//	capture NAME WORDS...
//	rules FILE
//
// They run one after the other, each with the controllers that it starts, so
// none disturbs another.
package system

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

// System is a project whose controllers are run.
type System struct {
	// Module is the folder of the Go module that pulls the project. It holds the
	// scripts too and, in setup.yaml, what every control plane needs beside CRDs.
	Module string
	// CRDs are folders with CustomResourceDefinitions.
	CRDs []Folder
	// Controllers are the programs that scripts start, by name. The name is
	// also the program's own, with which many controllers sign what they write.
	Controllers map[string]Controller
	// Tools are further programs, by name, for scripts to call: the packages.
	Tools map[string]string
	// Tags are what all of them are built with.
	Tags string
}

// Folder is one inside a Go module that the system's module requires, or,
// where Module is empty, inside the system's own.
type Folder struct {
	Module string
	Path   string
}

// Run runs the scripts. The programs are built before the first of them, so that
// nothing is built where none is to be run.
func Run(t *testing.T, s System) {
	t.Helper()
	dirs, err := s.places()
	if err != nil {
		t.Fatal(err)
	}
	plugin := buildPlugin(t)
	r := &runner{system: s, plugin: plugin, programs: dirs, ctx: t.Context(), running: map[string]*process{}, external: listen(t)}
	script.Run(t, script.Params{
		Dir:     s.Module,
		Plugin:  plugin + string(os.PathListSeparator) + dirs[""],
		Beside:  []string{"go.mod", "go.sum", setupFile, "crds", "controller", "provider"},
		Serial:  true,
		Prepare: r.prepare,
		Commands: map[string]func(*testscript.TestScript, []string) error{
			"controller": r.controller,
			"provider":   r.provider,
			"capture":    r.capture,
			"rules":      rules,
		},
	})
}

// places are the folders of the programs, by Controller.Module.
func (s System) places() (map[string]string, error) {
	dirs := map[string]string{}
	for module := range s.programs() {
		dir, err := place(source{cmp.Or(module, s.Module), s.Tags})
		if err != nil {
			return nil, err
		}
		dirs[module] = dir
	}
	return dirs, nil
}

// programs are what is built of each module, by Controller.Module and by name.
func (s System) programs() map[string]map[string]string {
	programs := map[string]map[string]string{"": maps.Clone(s.Tools)}
	for name, c := range s.Controllers {
		if c.Plugin {
			continue
		}
		if programs[c.Module] == nil {
			programs[c.Module] = map[string]string{}
		}
		programs[c.Module][name] = c.Package
	}
	return programs
}

const setupFile = "setup.yaml"

// runner is one call of Run.
type runner struct {
	system   System
	plugin   string            // its folder
	programs map[string]string // their folders, by Controller.Module
	ctx      context.Context
	running  map[string]*process
	external *external
}

// prepare builds what is not built yet, and installs what the system needs on a
// control plane.
func (r *runner) prepare(ctx context.Context, l *lab.Lab) error {
	for module, programs := range r.system.programs() {
		if err := build(ctx, source{cmp.Or(module, r.system.Module), r.system.Tags}, r.programs[module], programs, os.Stderr); err != nil {
			return err
		}
	}
	var crds []string
	for _, f := range r.system.CRDs {
		dir := filepath.Join(r.system.Module, f.Path)
		if f.Module != "" {
			var err error
			if dir, err = folder(ctx, r.system.Module, f.Module, f.Path); err != nil {
				return err
			}
		}
		crds = append(crds, dir)
	}
	if len(crds) > 0 {
		if err := l.InstallCRDs(ctx, crds...); err != nil {
			return err
		}
	}
	setup, err := os.ReadFile(filepath.Join(r.system.Module, setupFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading what a control plane needs: %w", err)
	}
	return l.Apply(ctx, string(setup))
}

// admin is kubectl as the script's admin.
func (r *runner) admin(ts *testscript.TestScript) lab.Kubectl {
	return lab.Kubectl{Path: script.Lab(ts).Path, Kubeconfig: ts.Getenv("KUBECONFIG")}
}

// writeCertificate stores a serving certificate for loopback in dir.
func writeCertificate(l *lab.Lab, dir string) error {
	pair, authority, err := l.ServingCertificate()
	if err != nil {
		return err
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		return fmt.Errorf("storing a serving certificate: the key is a %T", pair.PrivateKey)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return fmt.Errorf("storing a serving certificate: %w", err)
	}
	for name, text := range map[string][]byte{
		"tls.crt": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}),
		"tls.key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}),
		"ca.crt":  authority,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return fmt.Errorf("storing a serving certificate: %w", err)
		}
	}
	return nil
}

// buildPlugin links the real binary and returns its folder.
func buildPlugin(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-o", filepath.Join(dir, "kubectl-finalizers"),
		"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the plugin: %v\n%s", err, out)
	}
	return dir
}
