//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

const (
	// quietly is how long serve is measured while nothing changes.
	quietly = time.Minute
	// changes are made to live objects, as a busy cluster does.
	changes = 5000
	// soon bounds what serve may take to read and to judge everything.
	soon = 5 * time.Minute
)

// service is the plugin that serves, and what it cost at some moments.
type service struct {
	cmd     *exec.Cmd
	address string
	server  func() (time.Duration, error) // the processor time of the API server
}

// moment is what serve, and the API server, have used so far.
type moment struct {
	at          time.Time
	cpu, server time.Duration
	resident    float64 // MiB
	peak        float64 // the most that was resident so far
}

// serve measures "kubectl finalizers serve" at what the server holds, and a thousand
// objects that are stuck.
func (b *bench) serve(ctx context.Context, l *lab.Lab, f *filler) (err error) {
	if err := f.stuck(ctx, stuckNamespace, stuckOfEach); err != nil {
		return err
	}
	far, err := l.Far(ctx, lab.Link{}, l.Kubectl)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, far.Close()) }()
	s, err := b.startServe(ctx, far.Kubeconfig)
	if err != nil {
		return err
	}
	s.server = func() (time.Duration, error) { return serverCPU(l.Dir) }
	moments, err := s.live(ctx, f)
	if err := errors.Join(err, s.end()); err != nil {
		return err
	}
	peak := b.reportServe(far.Calls(), moments)
	b.report.atMost("peak MiB: serve", peak, serveAtMost)
	if b.served = append(b.served, peak); len(b.served) > 1 {
		b.report.atMost("peak: serve, more objects / scale 1", peak/b.served[0], peakToScale)
	}
	return nil
}

func (b *bench) startServe(ctx context.Context, kubeconfig string) (*service, error) {
	s := &service{cmd: exec.CommandContext(ctx, b.path("kubectl-finalizers"), "serve", "--listen=127.0.0.1:0", "--after=1s", "--again=1h")}
	s.cmd.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig)
	said, err := s.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "address="); ok {
			s.address = address
			go func() { _, _ = io.Copy(io.Discard, said) }() // it must not wait for a reader
			return s, nil
		}
	}
	return nil, errors.Join(errors.New("serve does not say where it answers"), s.end())
}

func (s *service) end() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("ending serve: %w", err)
	}
	return s.cmd.Wait()
}

// live takes serve from its start over the judgement of all that is stuck and a quiet
// minute to many changes.
func (s *service) live(ctx context.Context, f *filler) (all []moment, err error) {
	mark := func() error {
		m, err := s.moment(ctx)
		all = append(all, m)
		return err
	}
	wait := func(what string, done func(metrics map[string]float64) bool) error {
		for deadline := time.Now().Add(soon); ; {
			metrics, err := s.metrics(ctx)
			if err == nil && done(metrics) {
				return mark()
			}
			if time.Now().After(deadline) {
				return errors.Join(fmt.Errorf("serve has not %s within %s", what, soon), err)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
	steps := []func() error{
		mark,
		func() error { return wait("read everything", func(map[string]float64) bool { return s.ready(ctx) }) },
		func() error {
			return wait("judged everything", func(metrics map[string]float64) bool { return withVerdict(metrics) >= causes*stuckOfEach })
		},
		func() error { time.Sleep(quietly); return mark() },
		func() error { return f.change(ctx, changes) },
		func() error { time.Sleep(time.Second); return mark() },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return all, err
		}
	}
	return all, nil
}

// withVerdict counts the objects that have a verdict.
func withVerdict(metrics map[string]float64) (objects float64) {
	for name, value := range metrics {
		if strings.HasPrefix(name, "kubectl_finalizers_deleting_objects{") && !strings.Contains(name, `verdict="NotJudged"`) {
			objects += value
		}
	}
	return objects
}

func (s *service) ready(ctx context.Context) bool {
	code, _, err := s.get(ctx, "/readyz")
	return err == nil && code == http.StatusOK
}

func (s *service) get(ctx context.Context, path string) (int, string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+path, http.NoBody)
	if err != nil {
		return 0, "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text), err
}

// metrics are what serve tells, by name and labels.
func (s *service) metrics(ctx context.Context) (map[string]float64, error) {
	_, text, err := s.get(ctx, "/metrics")
	if err != nil {
		return nil, err
	}
	all := map[string]float64{}
	for line := range strings.Lines(text) {
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || line[0] == '#' {
			continue
		}
		if value, err := strconv.ParseFloat(strings.TrimSpace(line[at:]), 64); err == nil {
			all[line[:at]] = value
		}
	}
	return all, nil
}

func (s *service) moment(ctx context.Context) (moment, error) {
	metrics, err := s.metrics(ctx)
	if err != nil {
		return moment{}, err
	}
	server, err := s.server()
	if errors.Is(err, errNoProc) {
		err = nil
	}
	resident := metrics["process_resident_memory_bytes"] / (1 << 20)
	return moment{
		at: time.Now(), server: server, resident: resident, peak: max(resident, peakOf(s.cmd.Process.Pid)),
		cpu: time.Duration(metrics["process_cpu_seconds_total"] * float64(time.Second)),
	}, err
}

// peakOf is the most memory that a process has had so far, in MiB; zero where the system
// does not tell.
func peakOf(pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kib, _ := strconv.Atoi(fields[1])
			return float64(kib) / (1 << 10)
		}
	}
	return 0
}

// change writes to live objects, one after the other in each of some places.
func (f *filler) change(ctx context.Context, n int) error {
	const at = 8
	failed := make(chan error, at)
	for worker := range at {
		go func() {
			var err error
			for i := worker; i < n && err == nil; i += at {
				path := fmt.Sprintf("/api/v1/namespaces/%s/configmaps/%s", namespace, fmt.Sprintf("settings-%06d", i%configMaps))
				err = f.send(ctx, http.MethodPatch, path, "application/merge-patch+json", fmt.Appendf(nil, `{"metadata":{"labels":{"changed":"%d"}}}`, time.Now().UnixNano()))
			}
			failed <- err
		}()
	}
	var err error
	for range at {
		err = errors.Join(err, <-failed)
	}
	return err
}

// reportServe prints what serve took in each stretch, and returns its peak of memory.
func (b *bench) reportServe(calls lab.Calls, moments []moment) float64 {
	fmt.Fprintf(b.report, "serve: %d live objects, %d being deleted\n", b.filled*ofAll, causes*stuckOfEach)
	fmt.Fprintf(b.report, "%-28s %9s %9s %9s %9s %9s %9s\n", "", "wall s", "CPU ms", "server ms", "requests", "watches", "MiB")
	for i, name := range []string{"everything is read", "all is judged", "a quiet minute", fmt.Sprintf("%d changes", changes)} {
		from, to := moments[i], moments[i+1]
		requests, watches := 0, 0
		for _, c := range calls.All {
			if !c.Began.Before(to.at) || i > 0 && c.Began.Before(from.at) {
				continue
			}
			requests++
			if strings.Contains(c.URL, "watch=true") {
				watches++
			}
		}
		fmt.Fprintf(b.report, "%-28s %9.1f %9.0f %9.0f %9d %9d %9.1f\n", name, to.at.Sub(from.at).Seconds(),
			1000*(to.cpu-from.cpu).Seconds(), 1000*(to.server-from.server).Seconds(), requests, watches, to.resident)
	}
	return moments[len(moments)-1].peak
}
