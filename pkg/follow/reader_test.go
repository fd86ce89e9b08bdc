package follow

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestAgesGoOn reads an object that does not change, of which is said how long ago it was
// asked to go: that grows with every reading where a judgement takes no time, and else only
// when the judgement is too old.
func TestAgesGoOn(t *testing.T) {
	known, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	object := held()
	object.Object["metadata"].(map[string]any)["deletionTimestamp"] = readAt.Add(-5 * time.Second).Format(time.RFC3339)
	for name, tt := range map[string]struct {
		takes time.Duration
		want  []string // what is said of it at first, and after two and four seconds
	}{
		"a judgement that takes no time": {time.Millisecond, []string{"5s ago", "7s ago", "9s ago"}},
		"one that takes some":            {150 * time.Millisecond, []string{"5s ago", "5s ago", "9s ago"}},
		"one that takes long":            {time.Minute, []string{"5s ago", "5s ago", "5s ago"}},
	} {
		t.Run(name, func(t *testing.T) {
			var at, clock time.Time
			r := &reader{
				catalogue: known, targets: []trace.Target{{Kind: configMaps, Namespace: "shop", Name: "a"}},
				open: func(context.Context) (explain.Reader, time.Time, error) { return &server{object: object}, at, nil },
				now:  func() time.Time { clock = clock.Add(tt.takes); return clock },
			}
			read := func(after time.Duration) *reading {
				at = readAt.Add(after)
				now, err := r.again(t.Context(), false)
				if err != nil {
					t.Fatal(err)
				}
				return now
			}
			for i, want := range tt.want {
				after := time.Duration(2*i) * time.Second
				if said := read(after).diagnosis.Objects[0].Holds[0].Message; !strings.Contains(said, " "+want+":") {
					t.Errorf("after %s it says %q, want %q", after, said, want)
				}
			}
			if !read(judgedFor + 4*time.Second).judged {
				t.Error("a judgement stands for longer than it may")
			}
		})
	}
}
