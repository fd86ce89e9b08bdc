//go:build unix

// Package forecast_test holds what the engine of consequences predicts against what a real
// control plane then does: in random worlds, and in those in which the two once differed.
package forecast_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

const (
	// usualWorlds are played where nobody asks for more.
	usualWorlds = 50
	// atOnce are the worlds on the control plane at a time.
	atOnce = 50
	// mostUnknown is how many of a hundred fates may be not known.
	mostUnknown = 2
)

// newStage starts a control plane with what all worlds share.
func newStage(t *testing.T) *stage {
	t.Helper()
	l := labtest.Start(t)
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if _, err := l.User(path, "default", "admin", "system:masters"); err != nil {
		t.Fatal(err)
	}
	k, err := newKeeper(l, path)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{keeper: k, limits: newLimits()}
	s.collector, s.spaces = &probe{once: s.collectOnce}, &probe{once: s.emptyOnce}
	s.serve(t)
	ctx := t.Context()
	for _, kind := range []trace.Kind{notes, posts} {
		if _, err := s.apply(ctx, definitions, fields{"metadata": fields{"name": kind.Type()}, "spec": definitionOf(kind)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"probes", "keepers"} {
		if err := l.Namespace(ctx, name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Run(ctx, "apply", "-f", filepath.Join("testdata", "stage.yaml")); err != nil {
		t.Fatal(err)
	}
	status := `{"status":{"conditions":[{"type":"Ready","status":"False","reason":"KubeletNotReady","lastHeartbeatTime":"2026-01-01T00:00:00Z","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}`
	if _, err := k.Patch(ctx, trace.Kind{Version: "v1", Kind: "Node", Resource: "nodes"}, "", "down", "status", types.MergePatchType, []byte(status)); err != nil {
		t.Fatal(err)
	}
	if err := l.WaitForCollector(ctx, notes.Type(), posts.Type()); err != nil {
		t.Fatal(err)
	}
	if err := s.run(ctx, trace.Ref{Namespace: "keepers", Name: "keeper-alive"}); err != nil {
		t.Fatal(err)
	}
	watching, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for _, run := range []func(context.Context){k.watch, s.collector.run, s.spaces.run} {
		running.Go(func() { run(watching) })
	}
	t.Cleanup(func() { stop(); running.Wait() })
	return s
}

// serve answers for all webhooks: it lets everything pass.
func (s *stage) serve(t *testing.T) {
	t.Helper()
	_, authority, err := s.lab.ServingCertificate("localhost")
	if err != nil {
		t.Fatal(err)
	}
	s.authority = authority
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = listener.Addr().(*net.TCPAddr).Port
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			var review struct {
				Request struct {
					UID string `json:"uid"`
				} `json:"request"`
			}
			body, _ := io.ReadAll(r.Body)
			if json.Unmarshal(body, &review) == nil {
				fmt.Fprintf(rw, `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":%q,"allowed":true}}`, review.Request.UID)
			}
		}),
		TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			c, _, err := s.lab.ServingCertificate(hello.ServerName)
			return &c, err
		}},
	}
	go func() { _ = server.ServeTLS(listener, "", "") }()
	t.Cleanup(func() { _ = server.Close() })
}

// number is an environment variable, or what is usual.
func number(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// TestWorlds predicts what a deletion does in random worlds, does it, and compares.
func TestWorlds(t *testing.T) {
	s := newStage(t)
	worlds := number(t, "FINALIZERS_TEST_WORLDS", usualWorlds)
	first := number(t, "FINALIZERS_TEST_FIRST_WORLD", 1)
	total := tally{}
	for begin := 0; begin < worlds; begin += atOnce {
		var batch []*world
		for i := begin; i < min(worlds, begin+atOnce); i++ {
			batch = append(batch, generate(uint64(first+i)))
		}
		for _, r := range s.play(t.Context(), t, batch) {
			total.add(t, r)
			if r.err == nil && len(r.wrong) > 0 && total.shrunk < number(t, "FINALIZERS_TEST_SHRINKS", 3) {
				total.shrunk++
				small := s.shrink(t.Context(), t, r)
				text, err := json.Marshal(small.world)
				t.Errorf("the smallest: %s (%v)\n%v", text, err, small.wrong)
			}
		}
	}
	// As long as an API does not answer, no namespace goes: these come last.
	s.silence(t)
	var batch []*world
	for i := range max(worlds/10, 1) {
		d := newDice(uint64(first + worlds + i))
		d.spaces()
		batch = append(batch, d.w)
	}
	for _, r := range s.play(t.Context(), t, batch) {
		total.add(t, r)
	}
	total.judge(t)
}

// silence registers an API that nobody serves.
func (s *stage) silence(t *testing.T) {
	t.Helper()
	apis := trace.Kind{Group: "apiregistration.k8s.io", Version: "v1", Kind: "APIService", Resource: "apiservices"}
	name := "v1.silent.example.com"
	if _, err := s.apply(t.Context(), apis, fields{"metadata": fields{"name": name}, "spec": fields{
		"group": "silent.example.com", "version": "v1", "groupPriorityMinimum": 100, "versionPriority": 10, "insecureSkipTLSVerify": true,
		"service": fields{"namespace": "probes", "name": "nowhere"},
	}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.lab.Run(t.Context(), "wait", "--for=condition=Available=False", "--timeout=60s", "apiservice/"+name); err != nil {
		t.Fatal(err)
	}
}

// tally counts worlds.
type tally struct{ worlds, fates, unknown, wrong, shrunk int }

func (n *tally) add(t *testing.T, r *result) {
	t.Helper()
	n.worlds++
	n.fates += r.fates
	n.unknown += len(r.unknown)
	for _, u := range r.unknown {
		t.Logf("seed %d: %s", r.world.Seed, u)
	}
	if r.err != nil {
		t.Errorf("seed %d: %v", r.world.Seed, r.err)
	}
	for _, w := range r.wrong {
		n.wrong++
		t.Errorf("seed %d: %s", r.world.Seed, w)
	}
	if len(r.wrong) > 0 {
		text, err := json.Marshal(r.world)
		t.Logf("seed %d: %s %v", r.world.Seed, text, err)
	}
}

func (n *tally) judge(t *testing.T) {
	t.Helper()
	t.Logf("%d worlds, %d fates, %d not known, %d wrong", n.worlds, n.fates, n.unknown, n.wrong)
	if n.unknown*100 > mostUnknown*n.fates {
		t.Errorf("%d of %d fates are not known", n.unknown, n.fates)
	}
}

// TestCases plays the worlds in which the two once differed.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "cases", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no cases: %v", err)
	}
	s := newStage(t)
	var worlds []*world
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		w := &world{}
		if err := json.Unmarshal(text, w); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		worlds = append(worlds, w)
	}
	for i, r := range s.play(t.Context(), t, worlds) {
		if r.err != nil || len(r.wrong) > 0 || len(r.unknown) != r.world.Unknown {
			t.Errorf("%s: %v %v; %d not known", filepath.Base(files[i]), r.err, r.wrong, len(r.unknown))
		}
	}
}
