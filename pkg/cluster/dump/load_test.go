package dump

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestArchivesBesideOneAnother reads archives of one directory at the same time, for the race detector to look at.
func TestArchivesBesideOneAnother(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"web-0", "web-1", "web-2", "web-3"} {
		pod := strings.ReplaceAll(podText, "web-0", name)
		files[name+".tar"] = &fstest.MapFile{Data: tarred(t, fstest.MapFS{"pod.json": {Data: []byte(pod)}})}
	}
	l := newLoader()
	d, err := l.finish("x", l.tree(t.Context(), files))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(d.entries(podKind, "")); got != len(files) {
		t.Errorf("%d pods", got)
	}
}

// TestReportAfterTheEnd tells what is wrong with a file that was being read when others ended the reading.
func TestReportAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for err, want := range map[error]int{
		errors.New("it is bent"):                    1,
		fmt.Errorf("in an archive: %w", ctx.Err()):  0,
		fmt.Errorf("in an archive: %w", errNotJSON): 1,
	} {
		l := newLoader()
		if got := l.report(ctx, "a.yaml", err); !errors.Is(got, context.Canceled) || len(l.problems) != want {
			t.Errorf("%v: %v, problems %v", err, got, l.problems)
		}
	}
}
