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

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What is wrong with a command line is said before a server is asked.
func TestTraceUsage(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	tests := map[string]struct {
		args []string
		want string
	}{
		"no object":         {nil, "no object is named"},
		"file and object":   {[]string{"pod/a", "-f", "x.yaml"}, "-f cannot be used"},
		"unknown format":    {[]string{"pod/a", "-o", "xml"}, `unknown output format "xml"`},
		"unknown colour":    {[]string{"pod/a", "--color", "blue"}, `unknown value "blue" for --color`},
		"depth below zero":  {[]string{"pod/a", "--depth=-1"}, "--depth=-1 is less than 0"},
		"depth no number":   {[]string{"pod/a", "--depth=x"}, `invalid argument "x" for "--depth"`},
		"deleting and all":  {[]string{"pod/a", "--deleting", "--all"}, "--deleting cannot be used with --all"},
		"namespace and all": {[]string{"pod/a", "-A", "-n", "x"}, "--all-namespaces cannot be used with --namespace"},
		"unknown flag":      {[]string{"pod/a", "--depht=1"}, "unknown flag: --depht"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			streams, _, out, errOut := genericiooptions.NewTestIOStreams()
			code := run(t.Context(), append([]string{"trace"}, tt.args...), around(streams))
			if code != exitUsage || out.Len() > 0 || !strings.Contains(errOut.String(), tt.want) {
				t.Errorf("got %d, %q, %q; want %d and %q", code, out, errOut, exitUsage, tt.want)
			}
		})
	}
}

// The flags of a right command line become the options of the work.
func TestTraceOptions(t *testing.T) {
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "none"))
	type options struct {
		Namespace     string
		Everywhere    bool
		Up, Down      bool
		Depth         int
		Deleting, All bool
		Width         int
		Color         bool
	}
	tests := map[string]struct {
		args []string
		want options
	}{
		"none":            {nil, options{Namespace: "default"}},
		"namespace":       {[]string{"-n", "shop"}, options{Namespace: "shop"}},
		"all namespaces":  {[]string{"-A"}, options{Everywhere: true}},
		"up":              {[]string{"--up"}, options{Namespace: "default", Up: true}},
		"down":            {[]string{"--down", "--depth=2"}, options{Namespace: "default", Down: true, Depth: 2}},
		"both directions": {[]string{"--up", "--down"}, options{Namespace: "default"}},
		"deleting":        {[]string{"--deleting"}, options{Namespace: "default", Deleting: true}},
		"all":             {[]string{"--all", "--color=always"}, options{Namespace: "default", All: true, Color: true}},
		"dump":            {[]string{"--from=x"}, options{Everywhere: true}},
		"dump, one place": {[]string{"--from=x", "-n", "shop"}, options{Namespace: "shop"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a, _ := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
			var o *traceOptions
			cmd := newTraceWith(a, func(_ context.Context, _ *app, got *traceOptions) error {
				o = got
				return nil
			})
			a.flags.AddFlags(cmd.Flags())
			cmd.SetArgs(append([]string{"pod/a"}, tt.args...))
			if err := cmd.ExecuteContext(t.Context()); err != nil {
				t.Fatal(err)
			}
			got := options{
				Namespace: o.question.namespace, Everywhere: o.question.everywhere,
				Up: o.tracer.Up, Down: o.tracer.Down, Depth: o.tracer.Depth,
				Deleting: o.tracer.Deleting, All: o.tracer.All,
				Width: o.render.Width, Color: o.render.Color,
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestColored(t *testing.T) {
	a := &app{surroundings: around(genericiooptions.NewTestIOStreamsDiscard())}
	for mode, want := range map[string]bool{"auto": false, "always": true, "never": false} {
		if got := a.colored(mode); got != want {
			t.Errorf("%s to a pipe: got %t, want %t", mode, got, want)
		}
	}
	if w := a.width(); w != 0 {
		t.Errorf("a pipe is %d wide, want no limit", w)
	}
}

// Each object that is not to be had is an error of its own, whatever else was
// found.
func TestTraceOutcome(t *testing.T) {
	missing := &trace.NotFoundError{Ref: trace.Ref{Kind: "Pod", Namespace: "shop", Name: "web"}, Resource: "pods", Near: []string{"web-0"}}
	refused := (&source{}).waysTo(t.Context(), []error{missing, errors.New("reading pods/db in namespace shop: forbidden")})
	said := "error: pods/web in namespace shop not found\nhint: there is web-0\nerror: reading pods/db in namespace shop: forbidden\n"
	gap := trace.Problem{About: trace.Part{Resource: "secrets", Namespace: "shop"}, Reason: trace.Forbidden}
	warning := "warning: could not read secrets in namespace shop (forbidden); the answer may be incomplete\n"
	tests := map[string]struct {
		graph   *trace.Graph
		refused []error
		code    exitCode
		text    string
	}{
		"all is well":       {&trace.Graph{}, nil, exitOK, ""},
		"something unread":  {&trace.Graph{Incomplete: []trace.Problem{gap}}, nil, exitIncomplete, warning},
		"some are refused":  {&trace.Graph{}, refused, exitError, said},
		"all are refused":   {nil, refused, exitError, said},
		"refused and gaps":  {&trace.Graph{Incomplete: []trace.Problem{gap}}, refused, exitError, said + warning},
		"only one, missing": {nil, refused[:1], exitError, "error: pods/web in namespace shop not found\nhint: there is web-0\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			streams, _, _, errOut := genericiooptions.NewTestIOStreams()
			a, _ := newApp(around(streams))
			code := report(errOut, (&traceOptions{}).outcome(a, tt.graph, tt.refused))
			if code != tt.code || errOut.String() != tt.text {
				t.Errorf("got %d %q, want %d %q", code, errOut, tt.code, tt.text)
			}
		})
	}
}

// A manifest names objects; what else it says is not used.
func TestReadManifests(t *testing.T) {
	file := filepath.Join(t.TempDir(), "app.yaml")
	text := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: b, namespace: shop}\nspec: {replicas: many}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var flags traceFlags
	flags.files.Filenames = []string{file}
	objects, err := readManifests(flags.files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range objects {
		got = append(got, o.kind.String()+" "+o.namespace+"/"+o.name)
	}
	if diff := cmp.Diff([]string{"/v1, Kind=Pod /a", "apps/v1, Kind=Deployment shop/b"}, got); diff != "" {
		t.Error(diff)
	}
	flags.files.Filenames = []string{file + ".none"}
	if _, err := readManifests(flags.files); err == nil {
		t.Error("a missing file is no error")
	}
}
