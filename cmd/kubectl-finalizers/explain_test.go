package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
)

func TestExplain(t *testing.T) {
	evil := writeCatalogue(t, t.TempDir(), "project: \"Evil\\e[31m\"\nfinalizers:\n- {pattern: \"evil\\e[31m\", component: \"a\\nb\", loss: \"x\\e]0;y\\a\"}\n- {pattern: evil.plain, component: \"k\\te\\e[1m\"}\n")
	tests := map[string]struct {
		args string
		want string // a part of the answer
		not  string
	}{
		"one":               {"orphan", "garbage collector", "owners, by kind"},
		"several":           {"finalizers.fluxcd.io", "has 6 owners, by kind", ""},
		"one of several":    {"finalizers.fluxcd.io --kind HelmRelease", "flux helm-controller", "kustomize-controller\n"},
		"unknown":           {"acme.net/keep", "is not in the catalogue", "Risk"},
		"a reason":          {"Failing", "Stuck (exit code 3)", "catalogue"},
		"a reason, as JSON": {"holdermissing -o json", `"name": "HolderMissing"`, ""},
		"no reason":         {"Failings", "is not in the catalogue", "exit code"},
		"a reason's kind":   {"Failing --kind Pod", "is not in the catalogue", "exit code"},
		"unknown, as JSON":  {"acme.net/keep -o json", `"known": false`, ""},
		"list":              {"--list crossplane", "composite.apiextensions.crossplane.io", "orphan"},
		"list, by prefix":   {"--list kubernetes.io/p", "kubernetes.io/pvc-protection", "vac-protection"},
		"list, names":       {"--list -o name", "\nforegroundDeletion\n", "RISK"},
		"list, nothing":     {"--list nothing-of-it -o json", `"items": []`, ""},
		"a user's, escaped": {"--list evil --catalogue " + evil, `evil\x1b[31m`, "\x1b"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			code, out := call(t, append([]string{"explain"}, strings.Fields(tt.args)...)...)
			if code != exit.OK || !strings.Contains(out, tt.want) || tt.not != "" && strings.Contains(out, tt.not) {
				t.Errorf("exit code %d:\n%s", code, out)
			}
		})
	}
	t.Run("completion", func(t *testing.T) {
		a := withEnv("HOME", "")
		if got, want := a.completeFinalizers(nil, "kubernetes.io/pvc-p"), []string{"kubernetes.io/pvc-protection\tpvc protection"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got, want := a.completeFinalizers([]string{evil}, "evil"), []string{`evil.plain` + "\t" + `k e\x1b[1m`}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := a.completeFinalizers(nil, "finalizers.fluxcd.io"); len(got) != 1 {
			t.Errorf("a name with many owners is completed to %q", got)
		}
		if got := a.completeFinalizers(nil, "external-attacher/"); len(got) != 0 {
			t.Errorf("a prefix is no finalizer: %q", got)
		}
		if got := completeReasons("HolderS"); !slices.Equal(got, []string{"HolderScaledDown\treason"}) {
			t.Errorf("a reason is completed to %q", got)
		}
	})
}

func TestExplainRefuses(t *testing.T) {
	tests := map[string]struct{ args, err, hint string }{
		"nothing":         {"", "no finalizer is named", "--list"},
		"two":             {"orphan kubernetes", `unexpected argument "kubernetes"`, "one finalizer"},
		"format":          {"orphan -o xml", `unknown output format "xml"`, "text, wide, json, yaml, name"},
		"colour":          {"orphan --color=perhaps", "--color", "auto"},
		"a plural":        {"orphan --kind pods", "--kind=pods is not a kind", "Application.argoproj.io"},
		"kind and list":   {"--list --kind Pod", "--kind cannot be used with --list", ""},
		"too many, list":  {"--list a b", `unexpected argument "b"`, ""},
		"missing folder":  {"orphan --catalogue /nonexistent", "reading the catalogue /nonexistent: not a folder", ""},
		"connection flag": {"orphan --no-such-flag", "unknown flag", "--help"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
			root.SetArgs(append([]string{"explain"}, strings.Fields(tt.args)...))
			err := root.ExecuteContext(t.Context())
			var coded *exit.Error
			switch {
			case err == nil || !strings.Contains(err.Error(), tt.err):
				t.Errorf("got %v, want %q", err, tt.err)
			case name == "missing folder":
				if errors.As(err, &coded) {
					t.Errorf("a folder that is missing is no usage error: %+v", coded)
				}
			case !errors.As(err, &coded) || coded.Code != exit.Misused || !strings.Contains(coded.Hint, tt.hint):
				t.Errorf("got %+v, want a usage error with the hint %q", err, tt.hint)
			}
		})
	}
}
