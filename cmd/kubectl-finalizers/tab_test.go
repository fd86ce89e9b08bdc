package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/genericiooptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// offered is what Tab offers for the last word, the directive at the end.
func offered(t *testing.T, line ...string) []string {
	t.Helper()
	code, out := call(t, append([]string{cobra.ShellCompRequestCmd}, line...)...)
	if code != exit.OK {
		t.Errorf("completing ends with %d", code)
	}
	return strings.Split(strings.TrimSuffix(out, "\n"), "\n")
}

func TestCompletion(t *testing.T) {
	const dump = "--from=testdata/stuck.json"
	kubeconfig := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(kubeconfig, []byte(`{"contexts":[{"name":"one","context":{}},{"name":"two","context":{}}],
		"clusters":[{"name":"c1","cluster":{}}],"users":[{"name":"u1","user":{}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", kubeconfig)
	tests := map[string]struct {
		line []string
		want []string
	}{
		"types":                         {[]string{"trace", dump, "po"}, []string{"podcertificaterequests.certificates.k8s.io", "poddisruptionbudgets.policy", "pods", "podtemplates", ":4"}},
		"short name":                    {[]string{"trace", dump, "pvc"}, []string{"pvc", ":4"}},
		"second of several types":       {[]string{"trace", dump, "pods,persistentvolumec"}, []string{"pods,persistentvolumeclaims", ":4"}},
		"no such type":                  {[]string{"trace", dump, "zz"}, []string{":4"}},
		"name of a type, going first":   {[]string{"why-stuck", dump, "namespace", ""}, []string{"shop\tbeing deleted", "data", "default", "kube-node-lease", "kube-public", "kube-system", ":36"}},
		"name in a namespace":           {[]string{"why-stuck", dump, "-n", "data", "database", "o"}, []string{"orders\tbeing deleted", ":36"}},
		"name in another namespace":     {[]string{"why-stuck", dump, "-n", "shop", "database", "o"}, []string{":36"}},
		"name in all namespaces":        {[]string{"why-stuck", dump, "-A", "database", "o"}, []string{"orders\tbeing deleted", ":36"}},
		"name that is there already":    {[]string{"trace", dump, "namespace", "data", "d"}, []string{"default", ":36"}},
		"TYPE/NAME":                     {[]string{"trace", dump, "namespace/d"}, []string{"namespace/data", "namespace/default", ":36"}},
		"TYPE/NAME that is there":       {[]string{"trace", dump, "namespace/data", "namespace/d"}, []string{"namespace/default", ":36"}},
		"type after TYPE/NAME":          {[]string{"trace", dump, "namespace/data", "pods"}, []string{"pods/", ":6"}},
		"TYPE/NAME after TYPE":          {[]string{"trace", dump, "namespace", "namespace/d"}, []string{":4"}},
		"namespaces":                    {[]string{"trace", dump, "-n", "da"}, []string{"data", ":4"}},
		"finalizers of the object":      {[]string{"remove", dump, "-n", "data", "database/orders", "--finalizer", ""}, []string{"cloud.example.com/database", "foregroundDeletion", ":4"}},
		"but for the given":             {[]string{"remove", dump, "-n", "data", "database/orders", "--finalizer", "foregroundDeletion", "--finalizer", ""}, []string{"cloud.example.com/database", ":4"}},
		"finalizers of a namespace":     {[]string{"remove", dump, "namespace/shop", "--finalizer", ""}, []string{"kubernetes", ":4"}},
		"finalizers of nothing":         {[]string{"remove", dump, "--finalizer", ""}, []string{":4"}},
		"finalizers of what is not":     {[]string{"remove", dump, "database/none", "--finalizer", ""}, []string{":4"}},
		"finalizers after a mixture":    {[]string{"remove", dump, "pods", "a/b", "--finalizer", ""}, []string{":4"}},
		"contexts":                      {[]string{"trace", "--context", ""}, []string{"one", "two", ":4"}},
		"contexts elsewhere":            {[]string{"why-stuck", "--also-context", "t"}, []string{"two", ":4"}},
		"several contexts":              {[]string{"why-stuck", "--contexts", ""}, []string{"one", "two", ":4"}},
		"the next of several contexts":  {[]string{"trace", "--contexts", "two,"}, []string{"two,one", ":4"}},
		"clusters":                      {[]string{"trace", "--cluster", ""}, []string{"c1", ":4"}},
		"users":                         {[]string{"trace", "--user", ""}, []string{"u1", ":4"}},
		"colour":                        {[]string{"trace", "--color", "a"}, []string{"auto", "always", ":4"}},
		"dry run":                       {[]string{"remove", "--dry-run="}, []string{"none", "client", "server", ":4"}},
		"formats":                       {[]string{"version", "-o", ""}, []string{"text", "json", "yaml", ":4"}},
		"operation":                     {[]string{"preflight", "m"}, []string{"move\tList what 'clusterctl move' must not meet in the cluster it moves into", ":4"}},
		"one operation":                 {[]string{"preflight", "move", ""}, []string{":4"}},
		"cascades":                      {[]string{"preflight", "delete", "--cascade", ""}, []string{"background", "foreground", "orphan", ":4"}},
		"what is installed":             {[]string{"preflight", "uninstall", dump, "hel"}, []string{"helm/", ":6"}},
		"a group":                       {[]string{"preflight", "uninstall", dump, "group/cloud"}, []string{"group/cloud.example.com", ":4"}},
		"an object that installs":       {[]string{"preflight", "uninstall", dump, "namespace/d"}, []string{"namespace/data", "namespace/default", ":36"}},
		"files":                         {[]string{"trace", "--from", ""}, []string{":0"}},
		"folders":                       {[]string{"trace", "--catalogue", ""}, []string{":16"}},
		"no value that one could guess": {[]string{"trace", "--as", ""}, []string{":4"}},
		"standard input":                {[]string{"trace", "--from=-", "po"}, []string{":4"}},
		"a dump that is not there":      {[]string{"trace", "--from=none", "po"}, []string{":4"}},
		"a kubeconfig that is broken":   {[]string{"trace", "--kubeconfig=completion_test.go", "--context", ""}, []string{":4"}},
		"a namespace and all":           {[]string{"trace", dump, "-A", "-n", "x", "namespace", ""}, []string{":36"}},
		"commands":                      {[]string{"compl"}, []string{"completion\tHave Tab complete the commands, flags and objects of this plugin", ":4"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, offered(t, tt.line...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Causes come with their number and what they mean.
func TestCompleteCauses(t *testing.T) {
	line := []string{"remove", "--from=testdata/stuck.json", "-A", "--stuck", "--cause"}
	all := offered(t, append(line, "")...)
	if len(all) < 3 || !strings.HasPrefix(all[0], "1\t") || all[len(all)-1] != ":36" {
		t.Fatalf("got %q", all)
	}
	reason, _, _ := strings.Cut(strings.TrimPrefix(all[0], "1\t"), ":")
	if diff := cmp.Diff([]string{reason, ":36"}, offered(t, append(line, reason)...)); diff != "" {
		t.Error(diff)
	}
}

// What Tab offers for --output is what each command takes, and what --help says.
func TestChoices(t *testing.T) {
	want := map[string][]string{
		"trace": render.GraphFormats(), "why-stuck": render.DiagnosisFormats(), "explain": render.EntryFormats(),
		"remove": render.RemovalFormats(), "move": render.PreflightFormats(), "delete": render.ForecastFormats(), "uninstall": render.ForecastFormats(), "version": {"text", "json", "yaml"},
	}
	_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
	for _, c := range commands(root) {
		f := c.Flags().Lookup("output")
		if f == nil {
			continue
		}
		offered, ok := f.Value.(*value.Choice)
		if !ok {
			t.Errorf("%s: --output is no choice", c.CommandPath())
			continue
		}
		got := offered.Of
		if f.DefValue != got[0] || !slices.Equal(got, strings.Split(strings.NewReplacer("How to print it: ", "", ", "+shownTemplates+", of the fields of the JSON", "", ".", "", " or ", ", ").Replace(f.Usage), ", ")) {
			t.Errorf("%s: --help says %q, default %q", c.CommandPath(), f.Usage, f.DefValue)
		}
		if known := want[c.Name()]; known != nil && !slices.Equal(got, known) {
			t.Errorf("%s: got %q, want %q", c.CommandPath(), got, known)
		}
		if slices.ContainsFunc(got, func(v string) bool { return !plain(v) }) {
			t.Errorf("%s: --output offers %q", c.CommandPath(), got)
		}
	}
}

// Every flag that takes a value says what Tab offers, or leaves it to the shell
// where that is a file.
func TestEveryFlagCompletes(t *testing.T) {
	files := []string{"filename", "from", "template", "kubeconfig", "certificate-authority", "client-certificate", "client-key"}
	_, root := newApp(around(genericiooptions.NewTestIOStreamsDiscard()))
	for _, c := range commands(root) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			_, known := c.GetFlagCompletionFunc(f.Name)
			if want := (f.NoOptDefVal == "" || f.Name == dryRunFlag) && !slices.Contains(files, f.Name); known != want {
				t.Errorf("%s --%s: completes %t, want %t", c.CommandPath(), f.Name, known, want)
			}
		})
	}
}

// A value that a shell would take apart is not offered.
func TestPlain(t *testing.T) {
	for value, want := range map[string]bool{"a.b/c": true, "system:node": true, "": false, "a b": false, "a\tb": false, "a\x1b[31m": false, "a\nb": false} {
		if plain(value) != want {
			t.Errorf("plain(%q) = %t", value, !want)
		}
	}
}

// A server that never answers costs a moment, and prints nothing.
func TestCompletionIsBounded(t *testing.T) {
	listener := silent(t)
	streams, _, out, _ := genericiooptions.NewTestIOStreams()
	in := around(streams)
	in.tab = 100 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	code := run(ctx, []string{cobra.ShellCompRequestCmd, "trace", "--server", "http://" + listener, "po"}, in)
	if code != exit.OK || out.String() != ":4\n" || ctx.Err() != nil {
		t.Errorf("got %d, %q, %v", code, out, ctx.Err())
	}
}
