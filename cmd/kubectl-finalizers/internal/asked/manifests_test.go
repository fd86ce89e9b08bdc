package asked

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/cli-runtime/pkg/resource"
)

// A manifest names objects; what else it says is not used.
func TestManifests(t *testing.T) {
	file := filepath.Join(t.TempDir(), "app.yaml")
	text := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: b, namespace: shop}\nspec: {replicas: many}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	files := resource.FilenameOptions{Filenames: []string{file}}
	objects, err := Manifests(files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range objects {
		got = append(got, o.Kind.String()+" "+o.Namespace+"/"+o.Name)
	}
	if diff := cmp.Diff([]string{"/v1, Kind=Pod /a", "apps/v1, Kind=Deployment shop/b"}, got); diff != "" {
		t.Error(diff)
	}
	files.Filenames = []string{file + ".none"}
	if _, err := Manifests(files); err == nil {
		t.Error("a missing file is no error")
	}
}
