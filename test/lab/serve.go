//go:build unix

package lab

import (
	"bufio"
	"context"
	"crypto/x509/pkix"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// readyTimeout bounds the start of a control plane.
const readyTimeout = 90 * time.Second

// state is what a running lab stores in its folder for others to find.
type state struct {
	PID    int    `json:"pid"`    // the supervisor
	Server string `json:"server"` // URL of the API server
	Etcd   string `json:"etcd"`   // URL of its database
	Assets string `json:"assets"`
}

const (
	stateFile      = "lab.json"
	kubeconfigFile = "kubeconfig"
	managerLog     = "kube-controller-manager.log"
)

// Serve is the supervisor: it starts a control plane in dir, a folder of its
// own, and ends it and removes dir when ctx ends or control is exhausted. It
// writes one line to replies when the control plane is ready, and one for each
// command that it reads from control:
//
//	stop|start|freeze|thaw apiserver|manager|node
//
// Serve must be called on the main goroutine of a process of its own.
func Serve(ctx context.Context, dir, assets string, control io.Reader, replies io.Writer) error {
	runtime.LockOSThread() // the servers end with this thread
	defer os.RemoveAll(dir)
	s := &supervisor{dir: dir, assets: assets}
	defer s.stopAll()
	commands, stopReading := s.read(ctx, control)
	defer stopReading()
	if err := s.start(commands.ctx); err != nil {
		return err
	}
	fmt.Fprintln(replies, "ready")
	for {
		select {
		case <-commands.ctx.Done():
			return nil
		case line := <-commands.lines:
			if err := s.obey(line); err != nil {
				fmt.Fprintln(replies, "error:", strings.ReplaceAll(err.Error(), "\n", " "))
			} else {
				fmt.Fprintln(replies, "ok")
			}
		}
	}
}

type commands struct {
	ctx   context.Context // ends when there will be no more commands
	lines chan string
}

// read turns control into lines. Control closing, in the middle of the start
// too, ends the context.
func (s *supervisor) read(ctx context.Context, control io.Reader) (commands, func()) {
	ctx, cancel := context.WithCancel(ctx)
	c := commands{ctx: ctx, lines: make(chan string)}
	go func() {
		defer cancel()
		scanner := bufio.NewScanner(control)
		for scanner.Scan() {
			select {
			case c.lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return c, cancel
}

// supervisor holds the three servers and, where one was asked for, the node.
type supervisor struct {
	dir, assets                    string
	etcd, apiserver, manager, node *process
}

func (s *supervisor) path(name string) string { return filepath.Join(s.dir, name) }

func (s *supervisor) start(ctx context.Context) error {
	ports, err := FreePorts(3)
	if err != nil {
		return err
	}
	server := fmt.Sprintf("https://127.0.0.1:%d", ports[2])
	if err := s.writeSecrets(server); err != nil {
		return err
	}
	s.etcd = s.process("etcd", etcdArgs(s.dir, ports[0], ports[1]))
	s.apiserver = s.process("kube-apiserver", apiserverArgs(s.dir, ports[0], ports[2]))
	s.manager = s.process("kube-controller-manager", managerArgs(s.dir))
	for _, p := range []*process{s.etcd, s.apiserver} {
		if err := p.start(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	kubectl := Kubectl{Path: filepath.Join(s.assets, "kubectl"), Kubeconfig: s.path(kubeconfigFile)}
	if err := s.wait(ctx, "the API server", func() bool {
		_, err := kubectl.Run(ctx, "get", "--raw", "/readyz")
		return err == nil
	}); err != nil {
		return err
	}
	if err := s.manager.start(); err != nil {
		return err
	}
	if err := s.wait(ctx, "the controller manager", func() bool {
		known, err := collectorKnows(s.path(managerLog))
		if err != nil || !known.synced {
			return false
		}
		_, err = kubectl.Run(ctx, "get", "serviceaccount", "default", "--namespace=default")
		return err == nil
	}); err != nil {
		return err
	}
	encoded, err := json.Marshal(state{PID: os.Getpid(), Server: server, Etcd: fmt.Sprintf("https://127.0.0.1:%d", ports[0]), Assets: s.assets})
	if err != nil {
		return fmt.Errorf("encoding the state of the control plane: %w", err)
	}
	return os.WriteFile(s.path(stateFile), encoded, 0o600)
}

func (s *supervisor) process(name string, args []string) *process {
	return &process{name: name, path: filepath.Join(s.assets, name), args: args, log: s.path(name + ".log")}
}

// wait polls until done, and gives up when a server ends: then the end of its
// log says why.
func (s *supervisor) wait(ctx context.Context, what string, done func() bool) error {
	for !done() {
		for _, p := range []*process{s.etcd, s.apiserver, s.manager} {
			if p.cmd == nil {
				continue
			}
			select {
			case <-p.done:
				return fmt.Errorf("starting %s: %s ended (%w): %s", what, p.name, p.err, lastLines(p.log, 5))
			default:
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}

// obey carries out one command.
func (s *supervisor) obey(line string) error {
	verb, name, _ := strings.Cut(line, " ")
	if name == "node" && verb == "start" && (s.node == nil || s.node.cmd == nil) {
		if err := s.makeNode(); err != nil {
			return err
		}
	}
	p := map[string]*process{"apiserver": s.apiserver, "manager": s.manager, "node": s.node}[name]
	if p == nil {
		return fmt.Errorf("unknown server %q: use apiserver or manager, or node where one was started", name)
	}
	switch verb {
	case "stop":
		return p.stop()
	case "start":
		if p.cmd != nil {
			return fmt.Errorf("starting %s: it is running", p.name)
		}
		if err := os.Truncate(p.log, 0); err != nil && !errors.Is(err, fs.ErrNotExist) { // collectorKnows reads one life
			return fmt.Errorf("emptying the log of %s: %w", p.name, err)
		}
		return p.start()
	case "freeze":
		return p.signal(syscall.SIGSTOP)
	case "thaw":
		return p.signal(syscall.SIGCONT)
	}
	return fmt.Errorf("unknown command %q: use stop, start, freeze or thaw", verb)
}

// makeNode reads how the node is started.
func (s *supervisor) makeNode() error {
	var args []string
	text, err := os.ReadFile(s.path(filepath.Join(nodeFolder, "args.json")))
	if err == nil {
		err = json.Unmarshal(text, &args)
	}
	if err != nil || len(args) == 0 {
		return fmt.Errorf("reading how the node is started: %w", err)
	}
	s.node = &process{name: "the node", path: args[0], args: args[1:], log: s.path("node.log")}
	return nil
}

func (s *supervisor) stopAll() {
	for _, p := range []*process{s.node, s.manager, s.apiserver, s.etcd} {
		if p != nil {
			// A kill that the kernel refuses leaves nothing else to try.
			_ = p.stop()
		}
	}
}

// writeSecrets makes everything that the servers and the admin present to each
// other.
func (s *supervisor) writeSecrets(server string) error {
	ca, err := newAuthority(s.dir)
	if err != nil {
		return err
	}
	for name, subject := range map[string]pkix.Name{
		"etcd":            {CommonName: "etcd"},
		"apiserver":       {CommonName: "kube-apiserver"},
		"front-proxy":     {CommonName: "front-proxy"},
		"service-account": {CommonName: "service-account"},
	} {
		p, err := ca.issue(subject, "127.0.0.1", "localhost", "kubernetes.default.svc")
		if err != nil {
			return err
		}
		if err := p.write(s.dir, name); err != nil {
			return err
		}
	}
	if err := ca.writeKubeconfig(s.path("manager.kubeconfig"), server, "", "system:kube-controller-manager"); err != nil {
		return err
	}
	return ca.writeKubeconfig(s.path(kubeconfigFile), server, "default", "admin", "system:masters")
}

func lastLines(path string, n int) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], " | ")
}
