//go:build unix

package system

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	"sigs.k8s.io/yaml"
)

// ruleFile is what the Prometheus Operator makes rules of.
var ruleFile = filepath.Join("..", "..", "deploy", "prometheus-operator", "rules.yaml")

// rules FILE writes the alert rules of deploy as Prometheus itself reads them.
func rules(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: rules FILE")
	}
	text, err := os.ReadFile(ruleFile)
	if err != nil {
		return fmt.Errorf("reading the alert rules: %w", err)
	}
	var object struct {
		Spec any `json:"spec"`
	}
	if err := yaml.Unmarshal(text, &object); err != nil {
		return fmt.Errorf("reading the alert rules: %w", err)
	}
	spec, err := yaml.Marshal(object.Spec)
	if err != nil {
		return fmt.Errorf("writing the alert rules: %w", err)
	}
	return os.WriteFile(ts.MkAbs(args[0]), spec, 0o600)
}
