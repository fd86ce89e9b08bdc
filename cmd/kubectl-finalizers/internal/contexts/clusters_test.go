package contexts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/genericclioptions"
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

func TestClusters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(path, []byte(lists), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KUBECONFIG", path)
	for name, tt := range map[string]struct {
		flags     Flags
		namespace string
		all       bool
		want      []string
	}{
		"each in its namespace":      {Flags{names: []string{"prod-us", "prod-eu"}}, "", false, []string{"prod-us https://127.0.0.1:2 default", "prod-eu https://127.0.0.1:1 shop"}},
		"in one namespace":           {Flags{names: []string{"prod-*"}}, "lab", false, []string{"prod-eu https://127.0.0.1:1 lab", "prod-us https://127.0.0.1:2 lab"}},
		"all, one cluster only once": {Flags{all: true}, "", true, []string{"odd  ", "prod-eu https://127.0.0.1:1 ", "prod-us https://127.0.0.1:2  view-us"}},
	} {
		t.Run(name, func(t *testing.T) {
			reached := genericclioptions.NewConfigFlags(true)
			reached.Namespace = &tt.namespace
			clusters, err := tt.flags.Clusters(reached, tt.all)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range clusters {
				words := append([]string{c.Name(), c.Contexts[0].Server, c.Contexts[0].Namespace}, c.Others()...)
				got = append(got, strings.Join(words, " "))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
