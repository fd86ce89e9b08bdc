//go:build unix

package lab

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// Kubectl runs the lab's kubectl as one user.
type Kubectl struct {
	Path       string // the program
	Kubeconfig string
}

// Run returns what kubectl printed to its standard output. An error carries
// what it printed to the other.
func (k Kubectl) Run(ctx context.Context, args ...string) (string, error) {
	return k.run(ctx, "", args)
}

// Apply creates or changes the objects of a manifest.
func (k Kubectl) Apply(ctx context.Context, manifest string) error {
	_, err := k.run(ctx, manifest, []string{"apply", "--server-side", "--force-conflicts", "-f", "-"})
	return err
}

// SetStatus merges JSON into the status of an object, as its kubelet or
// controller would. The object is named as for kubectl: "pod/web-0".
func (k Kubectl) SetStatus(ctx context.Context, namespace, object, status string) error {
	_, err := k.Run(ctx, "patch", object, "--namespace="+namespace, "--subresource=status", "--type=merge", "--patch", `{"status":`+status+`}`)
	return err
}

func (k Kubectl) run(ctx context.Context, input string, args []string) (string, error) {
	cmd := exec.CommandContext(ctx, k.Path, append([]string{"--kubeconfig", k.Kubeconfig}, args...)...)
	var out, errOut bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errOut
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("running kubectl %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(errOut.String()))
	}
	return out.String(), nil
}
