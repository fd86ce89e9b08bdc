//go:build unix

package serve_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// service is the plugin that serves.
type service struct {
	cmd     *exec.Cmd
	address string
	ended   chan struct{}
}

// start runs the plugin against a kubeconfig until the test ends.
func start(t *testing.T, plugin, kubeconfig string, flags ...string) *service {
	t.Helper()
	s := &service{ended: make(chan struct{})}
	s.cmd = exec.Command(plugin, append([]string{"serve", "--listen=127.0.0.1:0"}, flags...)...)
	s.cmd.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig)
	said, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answering := make(chan string, 1)
	go func() {
		defer close(s.ended)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			t.Log(lines.Text())
			if _, address, ok := strings.Cut(lines.Text(), "address="); ok {
				answering <- address
			}
		}
		_ = s.cmd.Wait() // the exit code tells
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // it has ended, unless the test failed
		<-s.ended
	})
	select {
	case s.address = <-answering:
	case <-s.ended:
		t.Fatal("it has ended at once")
	case <-time.After(time.Minute):
		t.Fatal("it does not say where it answers")
	}
	return s
}

func (s *service) get(path string) (int, string, error) {
	response, err := http.Get("http://" + s.address + path)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, string(body), err
}

// await waits until a line of the metrics matches, or with absent until none does.
func (s *service) await(t *testing.T, pattern string, absent ...bool) {
	t.Helper()
	wanted := regexp.MustCompile("(?m)^" + pattern + "$")
	var text string
	for deadline := time.Now().Add(90 * time.Second); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		var err error
		if _, text, err = s.get("/metrics"); err != nil {
			t.Fatal(err)
		}
		if wanted.MatchString(text) != (len(absent) > 0) {
			return
		}
	}
	var own strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "kubectl_finalizers_") {
			own.WriteString(line)
		}
	}
	t.Fatalf("%s (absent: %v) is not in the metrics:\n%s", pattern, absent, own.String())
}

// series is the pattern of a line about what is being deleted.
func series(group, kind, namespace, finalizer, verdict, reason string, objects int) string {
	return fmt.Sprintf(`kubectl_finalizers_deleting_objects\{finalizer="%s",group="%s",holder="[^"]*",kind="%s",namespace="%s",reason="%s",verdict="%s"\} %d`,
		finalizer, group, kind, namespace, reason, verdict, objects)
}

func held(name string) string {
	return fmt.Sprintf(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q,"namespace":"served","finalizers":["example.com/hold"]}}`, name)
}

func run(t *testing.T, l *lab.Lab, args ...string) {
	t.Helper()
	if _, err := l.Run(t.Context(), args...); err != nil {
		t.Fatal(err)
	}
}

func apply(t *testing.T, l *lab.Lab, manifest string) {
	t.Helper()
	if err := l.Apply(t.Context(), manifest); err != nil {
		t.Fatal(err)
	}
}

const release = `[{"op":"remove","path":"/metadata/finalizers"}]`

const gadgets = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"gadgets.served.example.com"},
"spec":{"group":"served.example.com","scope":"Namespaced","names":{"plural":"gadgets","singular":"gadget","kind":"Gadget"},
"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}`

func TestServe(t *testing.T) {
	plugin := labtest.Plugin(t)
	l := labtest.Start(t)
	if err := l.Namespace(t.Context(), "served"); err != nil {
		t.Fatal(err)
	}
	apply(t, l, held("lives"))
	apply(t, l, held("goes"))
	run(t, l, "delete", "configmap", "goes", "-n", "served", "--wait=false")
	s := start(t, plugin, l.Kubeconfig, "--after=3s", "--again=10s")

	t.Run("what was there", func(t *testing.T) {
		// Nobody is known by that finalizer, and nothing says anything.
		s.await(t, series("", "ConfigMap", "served", "example.com/hold", "(Stuck|Undecided)", "[A-Za-z]+", 1))
		s.await(t, `kubectl_finalizers_deleting 1`)
		if code, text, err := s.get("/readyz"); err != nil || code != http.StatusOK {
			t.Errorf("not ready: %d %s %v", code, text, err)
		}
		if code, text, err := s.get("/healthz"); err != nil || code != http.StatusOK {
			t.Errorf("not well: %d %s %v", code, text, err)
		}
	})
	t.Run("a kind that comes and goes", func(t *testing.T) {
		apply(t, l, gadgets)
		run(t, l, "wait", "crd/gadgets.served.example.com", "--for=condition=Established", "--timeout=60s")
		apply(t, l, `{"apiVersion":"served.example.com/v1","kind":"Gadget","metadata":{"name":"one","namespace":"served","finalizers":["served.example.com/gadget"]}}`)
		run(t, l, "delete", "gadget", "one", "-n", "served", "--wait=false")
		s.await(t, series("served.example.com", "Gadget", "served", "served.example.com/gadget", "(Stuck|Undecided)", "[A-Za-z]+", 1))
		run(t, l, "patch", "gadget", "one", "-n", "served", "--type=json", "-p", release)
		s.await(t, series("served.example.com", "Gadget", ".*", ".*", ".*", ".*", 1), true)
		run(t, l, "delete", "crd", "gadgets.served.example.com")
		s.await(t, `kubectl_finalizers_unreadable_kind\{.*gadgets.*`, true)
	})
	t.Run("a server that restarts", func(t *testing.T) {
		if err := l.StopAPIServer(); err != nil {
			t.Fatal(err)
		}
		if err := l.StartAPIServer(t.Context()); err != nil {
			t.Fatal(err)
		}
		apply(t, l, held("later"))
		run(t, l, "delete", "configmap", "later", "-n", "served", "--wait=false")
		s.await(t, series("", "ConfigMap", "served", "example.com/hold", "(Stuck|Undecided)", "[A-Za-z]+", 2))
	})
	t.Run("what goes", func(t *testing.T) {
		for _, name := range []string{"goes", "later"} {
			run(t, l, "patch", "configmap", name, "-n", "served", "--type=json", "-p", release)
		}
		s.await(t, `kubectl_finalizers_deleting 0`)
		s.await(t, `kubectl_finalizers_deleting_objects.*`, true)
	})
	t.Run("the end", func(t *testing.T) {
		if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		select {
		case <-s.ended:
		case <-time.After(20 * time.Second):
			t.Fatal("it does not end")
		}
		if code := s.cmd.ProcessState.ExitCode(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
}

// TestServeExpired holds the watch of one kind back while the API server is started twice
// and an object of that kind is deleted: what happened since is not told to that watch any
// more, and the kind is listed again.
func TestServeExpired(t *testing.T) {
	plugin := labtest.Plugin(t)
	l := labtest.Start(t)
	if err := l.Namespace(t.Context(), "served"); err != nil {
		t.Fatal(err)
	}
	apply(t, l, held("goes"))
	far, err := l.Far(t.Context(), lab.Link{}, l.Kubectl)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := far.Close(); err != nil {
			t.Error(err)
		}
	})
	const path = "/api/v1/configmaps"
	var holding atomic.Bool
	held, release := make(chan struct{}, 1), make(chan struct{})
	far.Answer = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == path && r.URL.Query().Get("watch") != "" && holding.Load() {
			select {
			case held <- struct{}{}:
			default: // it is known already
			}
			<-release
		}
		return false
	}
	restart := func() {
		t.Helper()
		if err := l.StopAPIServer(); err != nil {
			t.Fatal(err)
		}
		if err := l.StartAPIServer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, plugin, far.Kubeconfig, "--after=1s", "--again=10s")
	s.await(t, `kubectl_finalizers_deleting 0`)
	if err := l.Eventually(t.Context(), "it to be ready", func() error {
		code, text, err := s.get("/readyz")
		if err == nil && code != http.StatusOK {
			err = errors.New(text)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	holding.Store(true)
	restart()
	<-held
	run(t, l, "delete", "configmap", "goes", "-n", "served", "--wait=false")
	restart()
	far.Calls()
	released := time.Now()
	close(release)
	s.await(t, series("", "ConfigMap", "served", "example.com/hold", "(Stuck|Undecided)", "[A-Za-z]+", 1))
	listed := slices.ContainsFunc(far.Calls().All, func(c lab.Call) bool {
		return c.Began.After(released) && strings.HasPrefix(c.URL, path+"?") && !strings.Contains(c.URL, "watch=")
	})
	if !listed {
		t.Error("the kind was not listed again, so its watch had not expired")
	}
}
