package template

import (
	"bytes"
	"testing"

	"k8s.io/cli-runtime/pkg/genericclioptions"
)

// What a template prints goes to a pipe as it is, and to a terminal as one can see it.
func TestWriter(t *testing.T) {
	document := []byte(`{"apiVersion":"finalizers.kubectl.dev/v1","kind":"Diagnosis","verdict":"Stuck","objects":[{"name":"a\u001b[31m","holds":[{"reason":"X"},{"reason":"Y"}]},{"name":"b","holds":[]}]}`)
	for _, tt := range []struct {
		format   string
		terminal bool
		want     string
	}{
		{"jsonpath={.verdict}", false, "Stuck"},
		{"jsonpath={.objects[0].name}", false, "a\x1b[31m"},
		{"jsonpath={.objects[0].name}", true, `a\u001b[31m`},
		{"go-template={{len .objects}}\n", true, "2\n"},
		{"custom-columns=NAME:.name,WHY:.holds[*].reason", false, "NAME        WHY\na\\x1b[31m   X,Y\nb           <none>\n"},
	} {
		printer, err := Printer(tt.format, genericclioptions.NewKubeTemplatePrintFlags(), false)
		if err != nil {
			t.Errorf("%s: %v", tt.format, err)
			continue
		}
		var b bytes.Buffer
		if _, err := (Writer{W: &b, Printer: printer, Terminal: tt.terminal}).Write(document); err != nil || b.String() != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.format, &b, err, tt.want)
		}
	}
	if _, err := (Writer{W: &bytes.Buffer{}}).Write([]byte("no JSON")); err == nil {
		t.Error("what is no JSON is no error")
	}
}

func TestFullPath(t *testing.T) {
	for path, want := range map[string]string{
		"name": "{.name}", ".name": "{.name}", "{name}": "{.name}", "{.name}": "{.name}", ".holds[*].reason": "{.holds[*].reason}",
		"{.a}{.b}": "", "": "", "{": "",
	} {
		got, err := fullPath(path)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v, want %q", path, got, err, want)
		}
	}
}
