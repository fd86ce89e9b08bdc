package dump

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestUnreadMoment holds that an object whose deletionTimestamp is no moment of the API was asked to go.
func TestUnreadMoment(t *testing.T) {
	untold, _ := time.Parse(time.RFC3339, trace.Untold)
	ten := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	for stated, want := range map[string]time.Time{
		`"2026-03-01T10:00:00Z"`: ten, `"2026-03-01T12:00:00.000+0200"`: ten, `"2026-03-01 12:00:00 +0200 CEST"`: ten,
		`"2026-03-01 10:00:00"`: untold, `<redacted>`: untold, `...`: untold, `1772366400`: untold,
		`null`: {}, `""`: {}, `<none>`: {}, `<nil>`: {}, `"-"`: {},
	} {
		d, err := Read(context.Background(), strings.NewReader("apiVersion: acme.io/v1\nkind: Gear\nmetadata:\n  name: blue\n  deletionTimestamp: "+stated+"\n  finalizers: [acme.io/wait]\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := time.Unix(-1, 0)
		d.Scan(context.Background(), []trace.Scope{{Kind: trace.Kind{Group: "acme.io", Version: "v1", Kind: "Gear", Resource: "gears"}}}, trace.Want{}, func(_ trace.Kind, r *trace.Row) { got = r.Deleted })
		if !got.Equal(want) {
			t.Errorf("deletionTimestamp: %s: asked to go at %s, want %s", stated, got, want)
		}
	}
}
