package diagnose_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestReasonTexts fails for a reason without a text, and for a text of none.
func TestReasonTexts(t *testing.T) {
	var told []string
	for _, text := range explain.Reasons() {
		told = append(told, string(text.Reason))
		for what, words := range map[string]string{"meaning": text.Meaning, "evidence": text.Evidence, "next step": text.Next, "group": text.Group} {
			if words == "" || what != "group" && !strings.HasSuffix(words, ".") {
				t.Errorf("%s: the %s is %q, want sentences", text.Reason, what, words)
			}
		}
		if strings.Count(text.Meaning+text.Evidence+text.Next, "`")%2 != 0 {
			t.Errorf("%s: a backquote is left open", text.Reason)
		}
	}
	constants := reasonConstants(t)
	slices.Sort(told)
	slices.Sort(constants)
	if diff := cmp.Diff(constants, told); diff != "" {
		t.Errorf("texts (-constants +texts):\n%s", diff)
	}
}

// heldLine is that of a hold in an archive.
var heldLine = regexp.MustCompile(`(?m)^  \S.*?: ([A-Z][A-Za-z]+) ([A-Z][A-Za-z]+): `)

// TestReasonVerdicts compares the verdicts that the texts name with those that
// the archives show: these two have to be one truth.
func TestReasonVerdicts(t *testing.T) {
	files, err := filepath.Glob("testdata/why/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	shown := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range heldLine.FindAllStringSubmatch(string(text), -1) {
			if _, known := explain.LookupReason(m[2]); known && !slices.Contains(shown[m[2]], m[1]) {
				shown[m[2]] = append(shown[m[2]], m[1])
			}
		}
	}
	for _, text := range explain.Reasons() {
		var named []string
		for _, v := range text.Verdicts {
			named = append(named, string(v))
		}
		seen := shown[string(text.Reason)]
		slices.Sort(named)
		slices.Sort(seen)
		if diff := cmp.Diff(seen, named); diff != "" {
			t.Errorf("%s: change Verdicts in its text, then go generate ./... (-archives +text):\n%s", text.Reason, diff)
		}
	}
}

// TestReasonNames fails for a reason that the catalogue would answer for.
func TestReasonNames(t *testing.T) {
	catalogue := builtIn(t)
	for _, text := range explain.Reasons() {
		if entries := catalogue.Lookup(string(text.Reason), "").Entries; len(entries) > 0 {
			t.Errorf("%s is taken for the finalizer %s", text.Reason, entries[0].Pattern)
		}
	}
	if got, known := explain.LookupReason("holderscaleddown"); !known || got.Reason != explain.HolderScaledDown {
		t.Errorf("lower case: got %q, %t", got.Reason, known)
	}
	if got, known := explain.LookupReason("orphan"); known {
		t.Errorf("a finalizer is taken for %s", got.Reason)
	}
}
