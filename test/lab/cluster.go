//go:build unix

package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Up starts a control plane that stays until Down, one for each checkout, and
// returns the path of its kubeconfig. Where one is already up, it is that.
func Up(ctx context.Context, progress io.Writer) (kubeconfig string, err error) {
	dir, err := clusterDir(ctx)
	if err != nil {
		return "", err
	}
	kubeconfig = filepath.Join(dir, kubeconfigFile)
	if s, err := readState(dir); err == nil && syscall.Kill(s.PID, 0) == nil {
		return kubeconfig, nil
	}
	assets, err := Assets(ctx, progress)
	if err != nil {
		return "", err
	}
	// What an earlier control plane left after a power cut is of no use.
	if err := os.RemoveAll(dir); err != nil {
		return "", fmt.Errorf("clearing the folder of the control plane: %w", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", fmt.Errorf("making the folder of the control plane: %w", err)
	}
	if err := detach(ctx, dir, assets); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return kubeconfig, nil
}

// detach runs a supervisor that outlives this process once it is ready, and
// ends it when ctx ends before that.
func detach(ctx context.Context, dir, assets string) error {
	supervisor, err := buildSupervisor(ctx, dir)
	if err != nil {
		return err
	}
	cmd := exec.Command(supervisor, "serve", "--detached", dir, assets)
	cmd.SysProcAttr = ownSession()
	log, err := os.Create(filepath.Join(dir, "supervisor.log"))
	if err != nil {
		return fmt.Errorf("opening the log of the supervisor: %w", err)
	}
	defer log.Close()
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting the supervisor: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			return fmt.Errorf("starting the control plane: %w: %s", err, lastLines(log.Name(), 5))
		case <-ctx.Done():
			return errors.Join(ctx.Err(), cmd.Process.Signal(syscall.SIGTERM), <-ended)
		case <-time.After(50 * time.Millisecond):
		}
		if _, err := readState(dir); err == nil {
			return nil
		}
	}
}

// Down ends what Up started and waits until its folder is gone. Where nothing
// is up there is nothing to do.
func Down(ctx context.Context) error {
	dir, err := clusterDir(ctx)
	if err != nil {
		return err
	}
	s, err := readState(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return os.RemoveAll(dir)
	}
	if err != nil {
		return err
	}
	if err := syscall.Kill(s.PID, syscall.SIGTERM); errors.Is(err, syscall.ESRCH) {
		return os.RemoveAll(dir)
	} else if err != nil {
		return fmt.Errorf("ending the control plane: %w", err)
	}
	for {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for the control plane to end: %w", ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// clusterDir is where this checkout's control plane lives, for this user.
func clusterDir(ctx context.Context) (string, error) {
	root, err := moduleRoot(ctx)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(root))
	name := fmt.Sprintf("kubectl-finalizers-cluster-%d-%s", os.Getuid(), hex.EncodeToString(sum[:4]))
	return filepath.Join(os.TempDir(), name), nil
}
