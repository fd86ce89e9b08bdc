package render

import (
	"strings"
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestStateText(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		state trace.State
		since time.Time
		want  string
	}{
		{"deleting", trace.Deleting, at.Add(-14 * time.Minute), "deleting 14m"},
		{"deleting without a time", trace.Deleting, time.Time{}, "deleting"},
		{"deleting, by a clock ahead", trace.Deleting, at.Add(time.Hour), "deleting 0s"},
		{"grace", trace.Grace, at.Add(12 * time.Second), "in grace, 12s left"},
		{"grace without a time", trace.Grace, time.Time{}, "in grace"},
		{"grace, by a clock behind", trace.Grace, at.Add(-time.Hour), "in grace, 0s left"},
		{"live", trace.Live, time.Time{}, "live"},
		{"a state of later", "New\nOne", time.Time{}, `New\x0aOne`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := stateText(&trace.Node{State: tt.state, Since: tt.since}, at); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 4980: "4,980", 1234567: "1,234,567", -999: "-999", -1000: "-1,000"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestNothing(t *testing.T) {
	whole, partly := &explain.Diagnosis{}, &explain.Diagnosis{Incomplete: []trace.Problem{{About: trace.Part{Resource: "secrets"}, Reason: trace.Forbidden}}}
	for _, tt := range []struct {
		d              *explain.Diagnosis
		searched, want string
	}{
		{whole, "", "Nothing is being deleted."},
		{whole, "in namespace shop", "Nothing in namespace shop is being deleted."},
		{partly, "", "Nothing that could be read is being deleted."},
		{partly, "in namespace a\x1b[2Jb", "Nothing in namespace a\\x1b[2Jb that could be read is being deleted."},
	} {
		text, _, _ := strings.Cut(printed(t, Why, tt.d, Options{Searched: tt.searched}), "\n")
		if text != tt.want {
			t.Errorf("got %q, want %q", text, tt.want)
		}
	}
	asked := &explain.Diagnosis{Objects: []explain.Object{{Node: trace.Node{Ref: trace.Ref{Kind: "Pod", Name: "p"}, State: trace.Live, Asked: true}}}}
	if text := printed(t, Why, asked, Options{Searched: "in namespace shop"}); strings.Contains(text, "Nothing") {
		t.Error(text)
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		text     string
		columns  int
		ellipsis string
		want     string
	}{
		{"0123", 4, "…", "0123"},
		{"01234", 4, "…", "012…"},
		{"01234", 4, "...", "0..."},
		{"01234", 2, "...", "01"},
		{"名前名前", 6, "…", "名前…"},
		{"名前名前", 5, "…", "名前…"},
		{"e\u0301e\u0301e\u0301", 3, "…", "e\u0301e\u0301e\u0301"},
	} {
		if got := Fit(tt.text, tt.columns, tt.ellipsis); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}
