//go:build unix

package lab

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Lab is a running control plane that ends with the process that started it.
type Lab struct {
	// Dir is the lab's folder: certificates, logs, data.
	Dir string
	// Kubectl is the lab's kubectl as cluster admin.
	Kubectl

	state  state
	memory *memory // of Remember
	cmd    *exec.Cmd

	mu      sync.Mutex // one command at a time
	control io.WriteCloser
	replies *bufio.Scanner
}

// Start runs a control plane and waits until it is ready. Progress is told
// when something has to be built first.
func Start(ctx context.Context, progress io.Writer) (*Lab, error) {
	assets, err := Assets(ctx, progress)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "kubectl-finalizers-lab-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the control plane: %w", err)
	}
	l, err := start(ctx, dir, assets)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return l, nil
}

// start builds the supervisor in dir and runs it there.
func start(ctx context.Context, dir, assets string) (*Lab, error) {
	supervisor, err := buildSupervisor(ctx, dir)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(supervisor, "serve", dir, assets)
	cmd.SysProcAttr = ownSession()
	cmd.Stderr = os.Stderr
	control, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("connecting to the supervisor: %w", err)
	}
	replies, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("connecting to the supervisor: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the supervisor: %w", err)
	}
	l := &Lab{Dir: dir, cmd: cmd, control: control, replies: bufio.NewScanner(replies)}
	stop := context.AfterFunc(ctx, func() { control.Close() })
	defer stop()
	if !l.replies.Scan() {
		return nil, fmt.Errorf("starting the control plane: %w", errors.Join(cmd.Wait(), ctx.Err()))
	}
	if l.state, err = readState(dir); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	l.Kubectl = Kubectl{Path: filepath.Join(assets, "kubectl"), Kubeconfig: filepath.Join(dir, kubeconfigFile)}
	return l, nil
}

// buildSupervisor links the command lab into dir. It takes a second once its
// packages are compiled.
func buildSupervisor(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "supervisor")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", path, moduleName+"/test/lab/cmd/lab")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the supervisor: %w: %s", err, out)
	}
	return path, nil
}

func readState(dir string) (state, error) {
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		return state{}, fmt.Errorf("reading the state of the control plane: %w", err)
	}
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		return state{}, fmt.Errorf("reading the state of the control plane: %w", err)
	}
	return s, nil
}

// Close ends the control plane and waits until nothing of it is left.
func (l *Lab) Close() error {
	if err := l.control.Close(); err != nil {
		return fmt.Errorf("ending the control plane: %w", err)
	}
	if err := l.cmd.Wait(); err != nil {
		return fmt.Errorf("ending the control plane: %w", err)
	}
	return nil
}

// Server is the URL of the API server. It stays the same over restarts.
func (l *Lab) Server() string { return l.state.Server }

// Assets is the folder with kubectl and the servers' programs.
func (l *Lab) Assets() string { return l.state.Assets }

// StopAPIServer kills the API server: connections are refused from then on.
func (l *Lab) StopAPIServer() error { return l.command("stop apiserver") }

// StartAPIServer starts it again and waits until it is ready.
func (l *Lab) StartAPIServer(ctx context.Context) error {
	if err := l.command("start apiserver"); err != nil {
		return err
	}
	return l.Eventually(ctx, "the API server to be ready", func() error {
		_, err := l.Run(ctx, "get", "--raw", "/readyz")
		return err
	})
}

// FreezeAPIServer cuts the API server off: connections are accepted, and
// nothing is ever answered.
func (l *Lab) FreezeAPIServer() error { return l.command("freeze apiserver") }

// ThawAPIServer ends a freeze.
func (l *Lab) ThawAPIServer() error { return l.command("thaw apiserver") }

// StopControllers kills the controller manager: no garbage collector, no
// namespace controller.
func (l *Lab) StopControllers() error { return l.command("stop manager") }

// StartControllers starts it again and waits until the garbage collector knows
// all types.
func (l *Lab) StartControllers(ctx context.Context) error {
	if err := l.command("start manager"); err != nil {
		return err
	}
	return l.WaitForCollector(ctx)
}

func (l *Lab) command(line string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := fmt.Fprintln(l.control, line); err != nil {
		return fmt.Errorf("asking the supervisor to %s: %w", line, err)
	}
	if !l.replies.Scan() {
		return fmt.Errorf("asking the supervisor to %s: it has ended", line)
	}
	if reply := l.replies.Text(); reply != "ok" {
		return fmt.Errorf("asking the supervisor to %s: %s", line, reply)
	}
	return nil
}

// User makes a certificate for a user and returns a kubeconfig for it at path.
// The user has no rights but those that RBAC gives to the name or the groups.
func (l *Lab) User(path, namespace, user string, groups ...string) (Kubectl, error) {
	ca, err := loadAuthority(l.Dir)
	if err != nil {
		return Kubectl{}, err
	}
	if err := ca.writeKubeconfig(path, l.Server(), namespace, user, groups...); err != nil {
		return Kubectl{}, err
	}
	return Kubectl{Path: l.Path, Kubeconfig: path}, nil
}

// ServingCertificate makes a certificate under which a test can serve webhooks
// and aggregated APIs for the given hosts, and returns the authority that the
// API server should trust for it, in PEM.
func (l *Lab) ServingCertificate(hosts ...string) (tls.Certificate, []byte, error) {
	ca, err := loadAuthority(l.Dir)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	p, err := ca.issue(pkix.Name{CommonName: "serving"}, append(hosts, "127.0.0.1", "localhost")...)
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	key, err := p.keyPEM()
	if err != nil {
		return tls.Certificate{}, nil, err
	}
	cert, err := tls.X509KeyPair(p.cert, key)
	if err != nil {
		return tls.Certificate{}, nil, fmt.Errorf("pairing a serving certificate: %w", err)
	}
	return cert, ca.pem, nil
}

// ClientAuthorities returns the pool that a test's own server checks the API
// server's certificate against.
func (l *Lab) ClientAuthorities() (*x509.CertPool, error) {
	ca, err := loadAuthority(l.Dir)
	if err != nil {
		return nil, err
	}
	return ca.pool(), nil
}

// Namespace makes a namespace and waits until pods can be created in it.
func (l *Lab) Namespace(ctx context.Context, name string) error {
	if _, err := l.Run(ctx, "create", "namespace", name); err != nil {
		return err
	}
	return l.Eventually(ctx, "the default ServiceAccount of "+name, func() error {
		_, err := l.Run(ctx, "get", "serviceaccount", "default", "--namespace", name)
		return err
	})
}

// InstallCRDs creates the CustomResourceDefinitions in the files and folders,
// and waits until they are served and the garbage collector knows them. A
// folder may be one of a Go module.
func (l *Lab) InstallCRDs(ctx context.Context, paths ...string) error {
	args := []string{"apply", "--server-side", "--force-conflicts", "--output=name"}
	for _, p := range paths {
		args = append(args, "--filename="+p)
	}
	out, err := l.Run(ctx, args...)
	if err != nil {
		return err
	}
	var names []string
	for line := range strings.FieldsSeq(out) {
		if name, ok := strings.CutPrefix(line, "customresourcedefinition.apiextensions.k8s.io/"); ok {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("installing CRDs: there are none in %s", strings.Join(paths, ", "))
	}
	wait := []string{"wait", "--for=condition=Established", "--timeout=60s", "crd"}
	if _, err := l.Run(ctx, append(wait, names...)...); err != nil {
		return err
	}
	return l.WaitForCollector(ctx, names...)
}

// WaitForCollector waits until the garbage collector has synced the resources,
// named as "foos.example.com", and everything else that it has noticed.
func (l *Lab) WaitForCollector(ctx context.Context, resources ...string) error {
	return l.Eventually(ctx, "the garbage collector to know "+strings.Join(resources, ", "), func() error {
		view, err := collectorKnows(filepath.Join(l.Dir, managerLog))
		if err != nil {
			return err
		}
		missing := slices.DeleteFunc(slices.Clone(resources), func(r string) bool { return view.types[r] })
		if len(missing) > 0 || !view.synced {
			return fmt.Errorf("not yet synced: %s", strings.Join(missing, ", "))
		}
		return nil
	})
}

// eventuallyTimeout bounds what a lab waits for; a busy machine needs a
// fraction of it.
const eventuallyTimeout = 60 * time.Second

// Eventually tries until there is no error.
func (l *Lab) Eventually(ctx context.Context, what string, try func() error) error {
	ctx, cancel := context.WithTimeout(ctx, eventuallyTimeout)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w: %w", what, ctx.Err(), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
