package dump

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const aPod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"op-0","namespace":"acme"}}`

// TestLogOfDump reads the logs of the trees that other programs write.
func TestLogOfDump(t *testing.T) {
	d, err := OpenFS(t.Context(), fstest.MapFS{
		"pod.json": {Data: []byte(aPod)},
		"g/namespaces/acme/pods/op-0/manager/manager/logs/current.log":  {Data: []byte("2026-03-01T10:00:00.1Z old\n2026-03-01T11:59:00.1Z new\n")},
		"g/namespaces/acme/pods/op-0/manager/manager/logs/previous.log": {Data: []byte("no time\n")},
		"g/namespaces/acme/pods/op-1/manager/logs/current.log":          {Data: []byte("named once\n")},
		"acme/op-2/logs.txt": {Data: []byte("==== START logs for container proxy of pod acme/op-2 ====\nof the proxy\n==== END logs for container proxy of pod acme/op-2 ====\n" +
			"==== START logs for container manager of pod acme/op-2 ====\nof the manager\n==== END logs for container manager of pod acme/op-2 ====\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !d.HasLogs() {
		t.Error("there are logs")
	}
	since := time.Date(2026, 3, 1, 11, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		pod, container string
		previous       bool
		want           []string
	}{
		{"op-0", "manager", false, []string{"new"}},
		{"op-0", "manager", true, []string{"no time"}},
		{"op-1", "manager", false, []string{"named once"}},
		{"op-2", "manager", false, []string{"of the manager"}},
		{"op-2", "proxy", false, []string{"of the proxy"}},
		{"op-3", "manager", false, nil},
		{"op-2", "manager", true, nil},
	} {
		log, err := d.Log(t.Context(), explain.LogOf{Namespace: "acme", Pod: c.pod, Container: c.container, Previous: c.previous, Since: since})
		if p := d.Problem(trace.Part{}, cmpOr(err)); (err != nil) != (c.want == nil) || err != nil && p.Reason != trace.NotInDump {
			t.Errorf("%s: %v", c.pod, err)
		}
		var got []string
		for _, line := range log.Lines {
			got = append(got, line.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s/%s, previous %t (-want +got):\n%s", c.pod, c.container, c.previous, diff)
		}
	}
}

// cmpOr is an error where there is none, which is not looked at.
func cmpOr(err error) error {
	if err == nil {
		return os.ErrExist
	}
	return err
}

// TestLogOfFolder reads the end of a long file, below a real folder.
func TestLogOfFolder(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "namespaces/acme/pods/op-0/manager/logs")
	if err := os.MkdirAll(at, 0o755); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat(strings.Repeat("x", 99)+"\n", 2*explain.MostLog/100) + "the end\n"
	for name, text := range map[string]string{filepath.Join(at, "current.log"): text, filepath.Join(dir, "pod.json"): aPod} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	log, err := d.Log(t.Context(), explain.LogOf{Namespace: "acme", Pod: "op-0", Container: "manager"})
	if err != nil || !log.Partial || len(log.Lines) < explain.MostLog/100-2 || len(log.Lines) > explain.MostLog/100+1 || log.Lines[len(log.Lines)-1].Text != "the end" || len(log.Lines[0].Text) != 99 {
		t.Errorf("%d lines, partial %t, %v", len(log.Lines), log.Partial, err)
	}
}

// TestLogOfSnapshot reads what a snapshot holds itself.
func TestLogOfSnapshot(t *testing.T) {
	d, err := Read(t.Context(), strings.NewReader(`{"apiVersion":"kubectl-finalizers/v1","kind":"Snapshot","items":[`+aPod+`],
		"logs":[{"namespace":"acme","pod":"op-0","container":"manager","partial":true,"lines":[{"at":"2026-03-01T11:59:00Z","text":"kept"}]}],"read":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Log(t.Context(), explain.LogOf{Namespace: "acme", Pod: "op-0", Container: "manager"})
	want := explain.Log{Partial: true, Lines: []explain.LogLine{{At: time.Date(2026, 3, 1, 11, 59, 0, 0, time.UTC), Text: "kept"}}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestSnapshotKeepsLogs writes lines into a snapshot, and reads them again without what
// is a credential.
func TestSnapshotKeepsLogs(t *testing.T) {
	source, err := Read(t.Context(), strings.NewReader(aPod))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 1, 11, 59, 0, 0, time.UTC)
	of := explain.LogOf{Namespace: "acme", Pod: "op-0", Container: "manager"}
	line := func(after time.Duration, text string) explain.LogLine {
		return explain.LogLine{At: at.Add(after), Text: text}
	}
	kept := &Logs{}
	kept.Keep(of, explain.Log{Partial: true, From: at, Lines: []explain.LogLine{line(2, "login failed: password=hunter2"), line(1, "first")}})
	kept.Keep(of, explain.Log{Partial: true, From: at, Lines: []explain.LogLine{line(1, "first"), line(3, `{"msg":"x","token":"c2VjcmV0LXRva2VuLW9mLWFjbWU"}`)}})
	var file strings.Builder
	if _, err := Snapshot(t.Context(), &file, source, SnapshotOptions{At: at, Logs: kept}); err != nil {
		t.Fatal(err)
	}
	d, err := Read(t.Context(), strings.NewReader(file.String()))
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Log(t.Context(), of)
	want := explain.Log{Partial: true, From: at, Lines: []explain.LogLine{
		line(1, "first"), line(2, "login failed: password=<redacted>"), line(3, `{"msg":"x","token":"<redacted>"}`),
	}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestLogsKeepOrder keeps the lines of two entries, and one of them again: what was printed at
// one time stays in its order, and is there as often as it was printed.
func TestLogsKeepOrder(t *testing.T) {
	at := time.Date(2026, 3, 1, 11, 59, 0, 0, time.UTC)
	batch := func(texts ...string) explain.Log {
		var log explain.Log
		for _, text := range texts {
			log.Lines = append(log.Lines, explain.LogLine{At: at, Text: text})
		}
		return log
	}
	for name, c := range map[string]struct{ batches, want []string }{
		"a trace":              {[]string{"zorg failed|  at b()|  at a()"}, []string{"zorg failed", "  at b()", "  at a()"}},
		"a trace kept twice":   {[]string{"zorg failed|  at b()|  at a()", "zorg failed|  at b()|  at a()"}, []string{"zorg failed", "  at b()", "  at a()"}},
		"more of one":          {[]string{"zorg failed|  at b()", "zorg failed|  at b()|  at a()"}, []string{"zorg failed", "  at b()", "  at a()"}},
		"the same place twice": {[]string{"zorg failed|  at b()|  at b()"}, []string{"zorg failed", "  at b()", "  at b()"}},
		"another trace":        {[]string{"zorg failed|  at b()", "a gear failed|  at a()"}, []string{"zorg failed", "  at b()", "a gear failed", "  at a()"}},
	} {
		kept := &Logs{}
		for _, texts := range c.batches {
			kept.Keep(explain.LogOf{Pod: "op-0"}, batch(strings.Split(texts, "|")...))
		}
		var got []string
		for _, line := range kept.spelled()[0].Lines {
			got = append(got, line.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
