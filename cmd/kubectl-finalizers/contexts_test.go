package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

// lists is a kubeconfig with contexts that lead to servers which are not there.
const lists = `{"current-context":"prod-eu",
"contexts":[
 {"name":"prod-eu","context":{"cluster":"eu","user":"a","namespace":"shop"}},
 {"name":"prod-us","context":{"cluster":"us","user":"a"}},
 {"name":"view-us","context":{"cluster":"us","user":"b"}},
 {"name":"odd","context":{"cluster":"none","user":"none"}}],
"clusters":[
 {"name":"eu","cluster":{"server":"https://u:p@127.0.0.1:1"}},
 {"name":"us","cluster":{"server":"https://127.0.0.1:2"}}],
"users":[{"name":"a","user":{}},{"name":"b","user":{}}]}`

func withContexts(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(path, []byte(lists), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", path)
}

// What cannot be asked of many is said before any is asked.
func TestContextsUsage(t *testing.T) {
	withContexts(t)
	for name, tt := range map[string]struct {
		args string
		code exit.Code
		want string
	}{
		"both":                {"why-stuck -A --contexts prod-eu --all-contexts", exit.Misused, "error: --all-contexts cannot be used with --contexts\n"},
		"nothing named":       {"why-stuck -A --contexts=", exit.Misused, "error: --contexts has an empty name\n"},
		"an empty name":       {"why-stuck -A --contexts=prod-eu,", exit.Misused, "error: --contexts has an empty name\n"},
		"one more":            {"trace ns/a --contexts prod-eu --context prod-us", exit.Misused, "error: --context cannot be used with --contexts\n"},
		"a server":            {"why-stuck -A --all-contexts --server https://x", exit.Misused, "error: --server cannot be used with --all-contexts\n"},
		"a token":             {"why-stuck -A --all-contexts --token x", exit.Misused, "error: --token cannot be used with --all-contexts\nhint: one token is not for all of them\n"},
		"a dump":              {"preflight move --contexts prod-eu --from x", exit.Misused, "error: --from cannot be used with --contexts\n"},
		"standard input":      {"why-stuck -f - --contexts prod-eu", exit.Misused, "error: -f - cannot be used with --contexts\n"},
		"to be followed":      {"why-stuck ns/a -w --contexts prod-eu", exit.Misused, "error: --watch cannot be used with --contexts\n"},
		"to be observed":      {"why-stuck ns/a --observe 1s --contexts prod-eu", exit.Misused, "error: --observe cannot be used with --contexts\n"},
		"another cluster":     {"why-stuck ns/a --also-context x --contexts prod-eu", exit.Misused, "error: --also-context cannot be used with --contexts\n"},
		"a form for one":      {"why-stuck -A -o junit --contexts prod-eu", exit.Misused, "error: -o junit cannot be used with --contexts\nhint: it is of one cluster: name it with --context\n"},
		"no form":             {"why-stuck -A -o xml --contexts prod-eu", exit.Misused, "error: unknown output format \"xml\"\nhint: use text, wide, json, yaml\n"},
		"no time":             {"why-stuck -A --contexts prod-eu --cluster-timeout=-1s", exit.Misused, "error: --cluster-timeout=-1s is less than 0\n"},
		"time for one":        {"why-stuck -A --cluster-timeout 5s", exit.Misused, "error: --cluster-timeout is used with --contexts or --all-contexts only\nhint: --request-timeout bounds each request to one cluster\n"},
		"time for one move":   {"preflight move --cluster-timeout 1m", exit.Misused, "error: --cluster-timeout is used with --contexts or --all-contexts only\n"},
		"no object":           {"trace --contexts prod-eu", exit.Misused, "error: no object is named\n"},
		"a namespace and all": {"why-stuck -A -n x --contexts prod-eu", exit.Misused, "error: --all-namespaces cannot be used with --namespace\n"},
		"not there":           {"why-stuck -A --contexts prod-ue", exit.Failed, "error: reading the kubeconfig: context \"prod-ue\" does not exist\nhint: did you mean prod-eu or prod-us?\n"},
		"nothing like it":     {"why-stuck -A --contexts x*", exit.Failed, "error: reading the kubeconfig: no context matches \"x*\"\nhint: there is odd, prod-eu, prod-us, view-us\n"},
		"remove":              {"remove ns/a --contexts prod-eu", exit.Misused, "error: remove changes one cluster at a time, and takes no --contexts\nhint: name one with --context; why-stuck, trace and 'preflight move' ask many\n"},
		"watch":               {"watch ns/a --all-contexts", exit.Misused, "error: watch asks one cluster at a time, and takes no --all-contexts\n"},
		"none answers":        {"why-stuck -A --all-contexts -o json", exit.Failed, "error: odd: "},
	} {
		t.Run(name, func(t *testing.T) {
			streams, _, out, errOut := genericiooptions.NewTestIOStreams()
			code := run(t.Context(), strings.Fields(tt.args), around(streams))
			if code != tt.code || !strings.HasPrefix(errOut.String(), tt.want) || code == exit.Misused && out.Len() > 0 {
				t.Errorf("got %d, %q, %q; want %d and %q", code, out, errOut, tt.code, tt.want)
			}
		})
	}
}

// A server that never answers is named when its time is up; the same for Ctrl-C at once.
func TestSilentCluster(t *testing.T) {
	address := silent(t)
	path := filepath.Join(t.TempDir(), "config")
	config := strings.NewReplacer("https://u:p@127.0.0.1:1", "http://"+address).Replace(lists)
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", path)
	const want = "2 clusters, each without an answer.\n! prod-eu: no answer within 200ms\n! odd: "
	streams, _, out, _ := genericiooptions.NewTestIOStreams()
	code := run(t.Context(), strings.Fields("why-stuck -A --contexts prod-eu,odd --cluster-timeout 200ms"), around(streams))
	if code != exit.Failed || !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %d, %q", code, out)
	}

	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	streams, _, out, errOut := genericiooptions.NewTestIOStreams()
	code = run(ctx, strings.Fields("why-stuck -A --contexts prod-eu"), around(streams))
	if code != exit.Failed || out.Len() > 0 || errOut.String() != "error: interrupted\n" {
		t.Errorf("interrupted: got %d, %q, %q", code, out, errOut)
	}
}

// A program for credentials that takes its time heeds no context, and is not waited for.
func TestSlowCredentials(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config")
	config := strings.NewReplacer(`{"name":"a","user":{}}`, `{"name":"a","user":{"exec":{"apiVersion":"client.authentication.k8s.io/v1","command":"sleep","args":["60"],"interactiveMode":"Never"}}}`).Replace(lists)
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", path)
	began := time.Now()
	streams, _, out, _ := genericiooptions.NewTestIOStreams()
	code := run(t.Context(), strings.Fields("why-stuck -A --contexts prod-us --cluster-timeout 200ms"), around(streams))
	if took := time.Since(began); code != exit.Failed || !strings.Contains(out.String(), "! prod-us: no answer within 200ms\n") || took > 30*time.Second {
		t.Errorf("got %d, %q after %s", code, out, took)
	}
}

func TestWorse(t *testing.T) {
	for _, tt := range []struct{ a, b, want exit.Code }{
		{exit.OK, exit.Incomplete, exit.Incomplete},
		{exit.Incomplete, exit.Failed, exit.Failed},
		{exit.Failed, exit.Stuck, exit.Stuck},
		{exit.Stuck, exit.Failed, exit.Stuck},
		{exit.Failed, exit.OK, exit.Failed},
		{exit.OK, exit.OK, exit.OK},
	} {
		if got := worse(tt.a, tt.b); got != tt.want {
			t.Errorf("of %d and %d: %d", tt.a, tt.b, got)
		}
	}
}
