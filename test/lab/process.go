//go:build unix

package lab

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// process is one of the lab's servers. It may be started and stopped again and
// again; its log grows over all its lives.
type process struct {
	name string
	path string
	args []string
	log  string

	cmd  *exec.Cmd
	done chan struct{} // closed when the running cmd has ended
	err  error         // how it ended; valid once done is closed
}

// start runs the process. The caller must stay on its operating system thread
// for as long as the child shall live: see endWithParent.
func (p *process) start() error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("opening the log of %s: %w", p.name, err)
	}
	defer log.Close()
	cmd := exec.Command(p.path, p.args...)
	cmd.Dir = filepath.Dir(p.log)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = endWithParent()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", p.name, err)
	}
	done := make(chan struct{})
	p.cmd, p.done = cmd, done
	go func() {
		p.err = cmd.Wait()
		close(done)
	}()
	return nil
}

// stop kills the process and waits until it is gone. Its data is thrown away
// or, for the API server, lies in etcd, so there is nothing to end gently.
func (p *process) stop() error {
	if p.cmd == nil {
		return nil
	}
	if err := p.signal(syscall.SIGKILL); err != nil {
		return err
	}
	<-p.done
	p.cmd = nil
	return nil
}

// signal reaches a process that may already be gone.
func (p *process) signal(s syscall.Signal) error {
	if p.cmd == nil {
		return fmt.Errorf("signalling %s: it is not running", p.name)
	}
	select {
	case <-p.done:
		return nil
	default:
	}
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("signalling %s: %w", p.name, err)
	}
	return nil
}

// ownSession takes a process out of the terminal's reach, so that Ctrl-C does
// not end it at the same time as those that still need it.
func ownSession() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true}
}
