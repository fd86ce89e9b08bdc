package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/pasted"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What is wrong with a command line is said before a server is asked.
func TestRemoveUsage(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	tests := map[string]struct {
		args []string
		want string
	}{
		"no object":                {nil, "no object is named"},
		"stuck and an object":      {[]string{"pod/a", "--stuck"}, "--stuck cannot be used with objects"},
		"stuck and a file":         {[]string{"--stuck", "-f", "x.yaml"}, "--stuck cannot be used with objects"},
		"stuck and a finalizer":    {[]string{"--stuck", "--finalizer", "a/b"}, "--stuck cannot be used with --finalizer"},
		"cause without stuck":      {[]string{"pod/a", "--cause", "1"}, "--cause cannot be used without --stuck"},
		"both carried out":         {[]string{"pod/a", "--confirm", "--dry-run=server"}, "--confirm cannot be used with --dry-run=server"},
		"both, of the client":      {[]string{"pod/a", "--confirm", "--dry-run"}, "--confirm cannot be used with --dry-run=client"},
		"dry run of nobody":        {[]string{"pod/a", "--dry-run=maybe"}, `unknown value "maybe" for --dry-run`},
		"a dump cannot be changed": {[]string{"pod/a", "--from", "x", "--confirm"}, "--from cannot be used with --confirm"},
		"a digest apart":           {[]string{"pod/a", "--confirm", "plan-0123456789abcdef0123"}, "the digest of a plan stands by itself"},
		"a digest for a name":      {[]string{"pods", "--confirm", "plan-0123456789abcdef0123"}, "the digest of a plan stands by itself"},
		"no digest":                {[]string{"pod/a", "--confirm=true"}, `invalid argument "true" for "--confirm" flag: it is not the digest of a plan`},
		"a digest cut off":         {[]string{"pod/a", "--confirm=plan-0123"}, "it is not the digest of a plan"},
		"nor tried out":            {[]string{"pod/a", "--from", "x", "--dry-run=server"}, "--from cannot be used with --confirm or --dry-run=server"},
		"no time":                  {[]string{"pod/a", "--timeout=0s"}, "--timeout=0s is not more than 0"},
		"empty finalizer":          {[]string{"pod/a", "--finalizer="}, "--finalizer is empty"},
		"selector and a name":      {[]string{"pod/a", "-l", "a=b"}, "--selector needs a type"},
		"selector alone":           {[]string{"-l", "a=b"}, "--selector needs a type"},
		"broken selector":          {[]string{"pods", "-l", "a in ("}, "--selector: "},
		"unknown format":           {[]string{"pod/a", "-o", "xml"}, `unknown output format "xml"`},
		"unknown colour":           {[]string{"pod/a", "--color", "blue"}, `unknown value "blue" for --color`},
		"namespace and all":        {[]string{"pod/a", "-A", "-n", "x"}, "--all-namespaces cannot be used with --namespace"},
		"everything at once":       {[]string{"pod/a", "--force"}, "unknown flag: --force"},
		"history of an object":     {[]string{"pod/a", "--history"}, "--history cannot be used with objects"},
		"history and a selector":   {[]string{"--history", "-l", "a=b"}, "--history cannot be used with objects"},
		"history in a wrong form":  {[]string{"--history", "-o", "xml"}, `unknown output format "xml"`},
		"history in a wrong hue":   {[]string{"--history", "--color", "blue"}, `unknown value "blue" for --color`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			streams, _, out, errOut := genericiooptions.NewTestIOStreams()
			code := run(t.Context(), append([]string{"remove"}, tt.args...), around(streams))
			if code != exit.Misused || out.Len() > 0 || !strings.Contains(errOut.String(), tt.want) {
				t.Errorf("got %d, %q, %q; want %d and %q", code, out, errOut, exit.Misused, tt.want)
			}
		})
	}
}

// options parses a command line.
func options(t *testing.T, env map[string]string, args ...string) (*removeOptions, error) {
	t.Helper()
	around := around(genericiooptions.NewTestIOStreamsDiscard())
	around.env = func(name string) string { return env[name] }
	a, _ := newApp(around)
	a.args = append([]string{"remove"}, args...)
	var o *removeOptions
	cmd := newRemoveWith(a, func(_ context.Context, _ *app, got *removeOptions) error {
		o = got
		return nil
	})
	a.flags.AddFlags(cmd.Flags())
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	return o, cmd.ExecuteContext(t.Context())
}

// What is printed to be done instead asks the other cluster too.
func TestRemoveAlso(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("{apiVersion: v1, kind: Config, clusters: [{name: c, cluster: {server: 'https://127.0.0.1:1'}}], contexts: [{name: new, context: {cluster: c}}]}"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", config)
	for also, want := range map[string]string{"": "", "new": " --also-context new"} {
		o, err := options(t, nil, "pod/a", "--also-context", also)
		if err != nil {
			t.Fatal(err)
		}
		p := &remove.Plan{Actions: []remove.Action{{Objections: []remove.Objection{{Instead: []string{"kubectl", "finalizers", "why-stuck", "pod/a"}}}}}}
		o.addressPlan(p)
		if got := strings.Join(p.Actions[0].Objections[0].Instead, " "); got != "kubectl finalizers why-stuck pod/a"+want {
			t.Errorf("--also-context %q: instead %q, want it to end with %q", also, got, want)
		}
	}
}

// The hint at the causes there are leads to the same cluster.
func TestRemoveCauseHint(t *testing.T) {
	o := removeOptions{cause: "7", reach: pasted.Reach{Address: []string{"--context", "lab"}}}
	_, err := o.roots(&explain.Diagnosis{})
	if coded, ok := errors.AsType[*exit.Error](err); !ok || coded.Hint != "see 'kubectl finalizers why-stuck --context lab' for the causes there are" {
		t.Errorf("got %v, %+v", err, coded)
	}
}

// Each flag that overrides a guard overrides that one.
func TestRemovePermits(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	for _, guard := range remove.Guards() {
		flag := guard.Flag()
		if flag == "" {
			continue
		}
		t.Run(flag, func(t *testing.T) {
			args := []string{"pod/a", flag}
			want := remove.Permits{Despite: []remove.Guard{guard}}
			switch guard {
			case remove.NotDeleting:
				want = remove.Permits{DeleteFirst: true}
			case remove.Loss:
				args = append(args, "a bucket")
				want = remove.Permits{AcceptLoss: []string{"a bucket"}}
			default:
			}
			o, err := options(t, nil, args...)
			if err != nil {
				t.Fatal(err)
			}
			if want.AcceptLoss == nil {
				o.permits.AcceptLoss = nil
			}
			if diff := cmp.Diff(want, o.permits); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Backups and the log are where the person's state is kept, or where they say.
func TestRemoveState(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	tests := map[string]struct {
		env      map[string]string
		args     []string
		dir, log string
	}{
		"home":           {map[string]string{"HOME": "/h"}, nil, "/h/.local/state/kubectl-finalizers/backups", "/h/.local/state/kubectl-finalizers/removals.jsonl"},
		"state folder":   {map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/s"}, nil, "/s/kubectl-finalizers/backups", "/s/kubectl-finalizers/removals.jsonl"},
		"a relative one": {map[string]string{"HOME": "/h", "XDG_STATE_HOME": "s"}, nil, "/h/.local/state/kubectl-finalizers/backups", "/h/.local/state/kubectl-finalizers/removals.jsonl"},
		"a folder":       {map[string]string{"HOME": "/h"}, []string{"--backup-dir=/b"}, "/b", "/h/.local/state/kubectl-finalizers/removals.jsonl"},
		"only a folder":  {nil, []string{"--backup-dir=/b"}, "/b", "/b/removals.jsonl"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o, err := options(t, tt.env, append([]string{"pod/a", "--confirm"}, tt.args...)...)
			if err != nil {
				t.Fatal(err)
			}
			if o.backups.Dir != tt.dir || o.log.Path != tt.log {
				t.Errorf("got %q and %q", o.backups.Dir, o.log.Path)
			}
		})
	}
	if _, err := options(t, nil, "pod/a", "--confirm"); err == nil || !strings.Contains(err.Error(), "no folder to keep backups") {
		t.Errorf("got %v", err)
	}
	if _, err := options(t, nil, "pod/a"); err != nil {
		t.Errorf("a plan needs no folder: %v", err)
	}
}

// The command to go on is the one that was typed, means the same, and names the
// context that it was meant for.
func TestProceed(t *testing.T) {
	plan := &remove.Plan{Actions: []remove.Action{{Objections: []remove.Objection{{Guard: remove.Dependents, Flag: "--despite-dependents", Overridden: true}}}}}
	tests := map[string]struct {
		typed, context, want string
	}{
		"as typed":               {"-n shop remove pod/a", "", "kubectl finalizers -n shop remove pod/a --confirm=D"},
		"a context in use":       {"remove pod/a", "lab", "kubectl finalizers remove pod/a --context lab --confirm=D"},
		"confirmed already":      {"remove pod/a --confirm", "", "kubectl finalizers remove pod/a --confirm=D"},
		"with another digest":    {"remove pod/a --confirm=E", "", "kubectl finalizers remove pod/a --confirm=D"},
		"tried out":              {"remove pod/a --dry-run=server", "", "kubectl finalizers remove pod/a --confirm=D"},
		"tried out, alone":       {"remove --dry-run pod/a", "", "kubectl finalizers remove pod/a --confirm=D"},
		"with secrets":           {"remove pod/a --token t --context c --password=p", "", "kubectl finalizers remove pod/a --context c --confirm=D"},
		"a server and who":       {"remove pod/a --server=https://bob:pw@s:1 --context c", "", "kubectl finalizers remove pod/a --server=https://s:1 --context c --confirm=D"},
		"a server, parted":       {"-s bob:pw@s remove pod/a --server https://bob@s", "", "kubectl finalizers -s s remove pod/a --server https://s --confirm=D"},
		"a server, joined":       {"remove -shttps://bob:pw@s pod/a", "", "kubectl finalizers remove -shttps://s pod/a --confirm=D"},
		"operands at the end":    {"remove -n shop -- pod/a", "lab", "kubectl finalizers remove -n shop --context lab --confirm=D -- pod/a"},
		"what is overruled":      {"remove pod/a --despite-dependents", "", "kubectl finalizers remove pod/a --despite-dependents --confirm=D"},
		"a kubeconfig was given": {"remove pod/a --kubeconfig k", "lab", "kubectl finalizers remove pod/a --kubeconfig k --context lab --confirm=D"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := removeOptions{words: strings.Fields(tt.typed)}
			if tt.context != "" {
				o.context = []string{"--context", tt.context}
			}
			if diff := cmp.Diff(tt.want, strings.Join(o.proceed(plan, "D"), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
	second := removeOptions{words: []string{"-n", "shop", "remove", "pod/a"}, reach: pasted.Reach{As: pasted.Name{WhyStuck: true}}}
	if got, want := strings.Join(second.proceed(plan, "D"), " "), "kubectl why-stuck -n shop remove pod/a --confirm=D"; got != want {
		t.Errorf("under the second name it is %q, want %q", got, want)
	}
	if got := (&removeOptions{words: []string{"remove"}}).proceed(plan, ""); got != nil {
		t.Errorf("what is planned from a dump has a command: %q", got)
	}
	plan.Actions[0].Objections[0].Overridden = false
	if got := (&removeOptions{words: []string{"remove"}}).proceed(plan, "D"); got != nil {
		t.Errorf("what is refused has a command: %q", got)
	}
}

// What --confirm is given with, and what of a command line is selected rather than named.
func TestConfirmation(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	digest := (&remove.Plan{}).Show().Digest()
	for name, tt := range map[string]struct {
		args     string
		want     confirmation
		selected bool
	}{
		"none":              {"pod/a", confirmation{}, false},
		"alone":             {"pod/a --confirm", confirmation{given: true}, false},
		"several":           {"pod a b --confirm", confirmation{given: true}, false},
		"a digest":          {"pod/a --confirm=" + digest, confirmation{true, digest}, false},
		"a type":            {"pods --confirm", confirmation{given: true}, true},
		"labels":            {"pods -l a=b --confirm", confirmation{given: true}, true},
		"stuck":             {"--stuck --confirm", confirmation{given: true}, true},
		"a cause":           {"--stuck --cause 1 --confirm", confirmation{given: true}, true},
		"a file":            {"-f x.yaml --confirm", confirmation{given: true}, true},
		"a kustomization":   {"-k x --confirm", confirmation{given: true}, true},
		"in all namespaces": {"pod/a -A --confirm", confirmation{given: true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			o, err := options(t, map[string]string{"HOME": "/h"}, strings.Fields(tt.args)...)
			if err != nil || o.confirm != tt.want || o.selected != tt.selected {
				t.Errorf("got %+v, %v", o, err)
			}
		})
	}
}

func TestWithout(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	action := func(namespace, name, finalizer string, guards ...remove.Objection) remove.Action {
		return remove.Action{
			Kind: trace.Kind{Kind: "Pod", Resource: "pods"}, Hold: explain.Hold{Finalizer: finalizer}, Objections: guards,
			Object: trace.Node{Ref: trace.Ref{Kind: "Pod", Namespace: namespace, Name: name}, UID: namespace + name, Finalizers: []trace.Finalizer{{Name: "a/b"}, {Name: "c/d"}}},
		}
	}
	no := remove.Objection{Guard: remove.Dependents, Flag: "--despite-dependents"}
	lost := remove.Objection{Guard: remove.Loss, Flag: "--accept-loss", Overridden: true}
	tests := map[string]struct {
		actions []remove.Action
		want    string
	}{
		"nothing is refused":      {[]remove.Action{action("x", "p", "a/b")}, ""},
		"everything is":           {[]remove.Action{action("x", "p", "a/b", no)}, ""},
		"one of two":              {[]remove.Action{action("x", "p", "a/b"), action("x", "p", "c/d"), action("x", "q", "a/b", no)}, "kubectl finalizers remove pods/p -n x --context=c --despite-gaps --server=https://s"},
		"only one finalizer":      {[]remove.Action{action("x", "p", "a/b"), action("x", "q", "a/b", no)}, "kubectl finalizers remove pods/p -n x --finalizer a/b --context=c --despite-gaps --server=https://s"},
		"part of an object":       {[]remove.Action{action("x", "p", "a/b"), action("x", "p", "c/d", no)}, ""},
		"two namespaces":          {[]remove.Action{action("x", "p", "a/b"), action("y", "p", "a/b"), action("x", "q", "a/b", no)}, ""},
		"not the same finalizers": {[]remove.Action{action("x", "p", "a/b"), action("x", "r", "c/d"), action("x", "q", "a/b", no)}, ""},
		"a loss that is accepted": {[]remove.Action{action("x", "p", "a/b", lost), action("x", "q", "a/b", no)}, "kubectl finalizers remove pods/p -n x --finalizer a/b --accept-loss x/pods/p --context=c --despite-gaps --server=https://s"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o, err := options(t, map[string]string{"HOME": "/h"}, "pods", "-l", "a=b", "-n", "x", "--context=c", "--despite-gaps", "--confirm", "--accept-loss", "z", "--token", "t", "--server=https://bob:pw@s")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.Join(o.without(&remove.Plan{Actions: tt.actions}), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A log with broken lines is shown as far as it can be read.
func TestHistoryCommand(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, ".local", "state", pasted.Program)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, logName), []byte("{\"phase\":\"ended\",\"name\":\"a\",\"kind\":\"Pod\"}\n{\"phase\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	streams, _, out, errOut := genericiooptions.NewTestIOStreams()
	around := around(streams)
	around.env = func(name string) string { return map[string]string{"HOME": home}[name] }
	code := run(t.Context(), []string{"remove", "--history"}, around)
	if code != exit.OK || !strings.Contains(out.String(), "pod/a") || !strings.HasPrefix(errOut.String(), "warning: 1 line of ") {
		t.Errorf("got %d, %q, %q", code, out, errOut)
	}
}
