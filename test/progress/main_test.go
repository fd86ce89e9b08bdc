package main

import (
	"strings"
	"testing"
	"time"
)

const events = `{"Action":"start","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"}
{"Action":"run","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestA"}
{"Action":"output","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"run","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestA/slow"}
{"Action":"output","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestA/slow","Output":"building a house: some minutes\n"}
{"Action":"pass","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestA/slow","Elapsed":3.04}
{"Action":"pass","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestA","Elapsed":3.04}
{"Action":"run","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestQuick"}
{"Action":"pass","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Test":"TestQuick","Elapsed":0.01}
{"Action":"pass","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace","Elapsed":3.2}
`

func told(t *testing.T, in string) (string, bool) {
	t.Helper()
	var out strings.Builder
	failed, err := tell(strings.NewReader(in), &out, func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) })
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), failed
}

func TestPassed(t *testing.T) {
	out, failed := told(t, events+`{"Action":"skip","Package":"github.com/kubectl-finalizers/kubectl-finalizers/pkg/none","Elapsed":0}`+"\n")
	const want = `03:04:05  building a house: some minutes
03:04:05  passed pkg/trace TestA/slow (3s)
03:04:05  passed pkg/trace (3.2s)
03:04:05  2 tests passed in 0s; the longest: TestA/slow 3s, TestQuick 0s
`
	if out != want || failed {
		t.Errorf("%t, got\n%s", failed, out)
	}
}

func TestFailed(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"a test": {
			`{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:1: it is red\n"}
{"Action":"fail","Package":"p","Test":"TestB","Elapsed":1}
{"Action":"fail","Package":"p","Elapsed":1}
`, `03:04:05  FAILED p TestB (1s)
    b_test.go:1: it is red
03:04:05  FAILED p (1s)
03:04:05  FAILED after 0s: p
`,
		},
		"a build": {
			`{"ImportPath":"q [q.test]","Action":"build-output","Output":"./q.go:1:1: no\n"}
{"ImportPath":"q [q.test]","Action":"build-fail"}
{"Action":"fail","Package":"q","Elapsed":0,"FailedBuild":"q [q.test]"}
`, `03:04:05  FAILED to build q [q.test]
./q.go:1:1: no
03:04:05  FAILED q (0s)
03:04:05  FAILED after 0s: q [q.test], q
`,
		},
		"a package that is killed": {
			`{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestB"}
`, `03:04:05  FAILED p: it did not end
03:04:05  FAILED after 0s: p
`,
		},
		"no line of JSON": {"go: no such package\n" + `{"Action":"fail","Package":"p","Elapsed":0}` + "\n", "go: no such package\n03:04:05  FAILED p (0s)\n03:04:05  FAILED after 0s: p\n"},
	} {
		t.Run(name, func(t *testing.T) {
			out, failed := told(t, events+tt.in)
			if _, end, _ := strings.Cut(out, "passed pkg/trace (3.2s)\n"); !failed || end != tt.want {
				t.Errorf("%t, got\n%s", failed, end)
			}
		})
	}
}
