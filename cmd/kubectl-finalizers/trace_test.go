package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
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
			if code != exit.Misused || out.Len() > 0 || !strings.Contains(errOut.String(), tt.want) {
				t.Errorf("got %d, %q, %q; want %d and %q", code, out, errOut, exit.Misused, tt.want)
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
				Namespace: o.question.Namespace, Everywhere: o.question.Everywhere,
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

// Each object that is not to be had is an error of its own, whatever else was
// found.
func TestTraceOutcome(t *testing.T) {
	missing := &trace.NotFoundError{Ref: trace.Ref{Kind: "Pod", Namespace: "shop", Name: "web"}, Resource: "pods", Near: []string{"web-0"}}
	refused := (&source.Source{}).WaysTo(t.Context(), []error{missing, errors.New("reading pods/db in namespace shop: forbidden")})
	said := "error: pods/web in namespace shop not found\nhint: there is web-0\nerror: reading pods/db in namespace shop: forbidden\n"
	gap := trace.Problem{About: trace.Part{Resource: "secrets", Namespace: "shop"}, Reason: trace.Forbidden}
	warning := "warning: could not read secrets in namespace shop (forbidden); the answer may be incomplete\n"
	tests := map[string]struct {
		graph   *trace.Graph
		refused []error
		code    exit.Code
		text    string
	}{
		"all is well":       {&trace.Graph{}, nil, exit.OK, ""},
		"something unread":  {&trace.Graph{Incomplete: []trace.Problem{gap}}, nil, exit.Incomplete, warning},
		"some are refused":  {&trace.Graph{}, refused, exit.Failed, said},
		"all are refused":   {nil, refused, exit.Failed, said},
		"refused and gaps":  {&trace.Graph{Incomplete: []trace.Problem{gap}}, refused, exit.Failed, said + warning},
		"only one, missing": {nil, refused[:1], exit.Failed, "error: pods/web in namespace shop not found\nhint: there is web-0\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			streams, _, _, errOut := genericiooptions.NewTestIOStreams()
			a, _ := newApp(around(streams))
			code := exit.Stream{W: errOut}.Report((&traceOptions{}).outcome(a, tt.graph, tt.refused))
			if code != tt.code || errOut.String() != tt.text {
				t.Errorf("got %d %q, want %d %q", code, errOut, tt.code, tt.text)
			}
		})
	}
}
