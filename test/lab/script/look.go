//go:build unix

package script

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	"k8s.io/client-go/util/jsonpath"
)

// looks is json PATH WANT: evaluates a JSONPath on the standard output of the last
// program, which must be JSON, and compares what it prints. $NS in WANT is the
// script's namespace.
func looks(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH WANT")
	}
	got, err := evaluate(ts.ReadFile("stdout"), args[0])
	ts.Check(err)
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %q, want %q (negated: %v)", args[0], got, args[1], neg)
	}
}

func evaluate(text, path string) (string, error) {
	var data any
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		return "", fmt.Errorf("reading the standard output as JSON: %w", err)
	}
	p := jsonpath.New("path").AllowMissingKeys(true)
	if err := p.Parse(path); err != nil {
		return "", fmt.Errorf("reading the path %s: %w", path, err)
	}
	var out bytes.Buffer
	if err := p.Execute(&out, data); err != nil {
		return "", fmt.Errorf("following the path %s: %w", path, err)
	}
	return out.String(), nil
}

// ages are the spans of time in texts for people: 4s, 3m14s, 59m, 2d4h.
var ages = regexp.MustCompile(`\b([0-9]+[smhdy]){1,2}\b`)

// shows FILE compares the standard output of the last program with a file, in
// which $NS is the script's namespace and AGE any age.
func shows(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: shows FILE")
	}
	want := strings.ReplaceAll(ts.ReadFile(args[0]), "$NS", sessionOf(ts).namespace)
	got := ages.ReplaceAllString(ts.ReadFile("stdout"), "AGE")
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		return fmt.Errorf("%s (-want +got):\n%s\nwhole:\n%s", args[0], diff, got)
	}
	return nil
}
