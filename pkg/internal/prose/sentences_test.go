package prose

import (
	"slices"
	"strings"
	"testing"
)

// TestSentences keeps the mark of each sentence, and loses nothing of a text.
func TestSentences(t *testing.T) {
	for text, want := range map[string][2]string{
		"The gear hangs. Why? Please tell me!": {"The gear hangs. |Why? |Please tell me!", "The gear hangs. |Why? |Please tell me!"},
		"It hangs; nobody knows why: help":     {"It hangs; nobody knows why: help", "It hangs; |nobody knows why: help"},
		"zorg.io/clean v1.2 stays.":            {"zorg.io/clean v1.2 stays.", "zorg.io/clean v1.2 stays."},
		"All go, e.g. a gear. It hangs.":       {"All go, e.g. a gear. |It hangs.", "All go, e.g. a gear. |It hangs."},
		"Gears (i.e. shafts) vs. mills. Why? ": {"Gears (i.e. shafts) vs. mills. |Why? |", "Gears (i.e. shafts) vs. mills. |Why? |"},
		"It is on the revs. It goes.":          {"It is on the revs. |It goes.", "It is on the revs. |It goes."},
		"":                                     {"", ""},
		"It hangs.\n\n It goes. ":              {"It hangs.\n\n |It goes. |", "It hangs.\n\n |It goes. |"},
	} {
		if got := strings.Join(slices.Collect(Sentences(text)), "|"); got != want[0] {
			t.Errorf("sentences of %q: %q, want %q", text, got, want[0])
		}
		if got := strings.Join(slices.Collect(Clauses(text)), "|"); got != want[1] {
			t.Errorf("clauses of %q: %q, want %q", text, got, want[1])
		}
		if got := strings.Join(slices.Collect(Sentences(text)), ""); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestBegin finds where each sentence begins from any place in it.
func TestBegin(t *testing.T) {
	const text = "The gear hangs, e.g. here.  Why? It is v1.2. \nHelp"
	begin := 0
	for said := range Sentences(text) {
		for at := begin; at < begin+len(strings.TrimSpace(said)); at++ {
			if got := Begin(text, at); got != begin {
				t.Fatalf("at %d it begins at %d, want %d", at, got, begin)
			}
		}
		begin += len(said)
	}
}

// TestWorkOfSentences does ten times the work for ten times the text.
func TestWorkOfSentences(t *testing.T) {
	work := func(sentences int) float64 {
		text := strings.Repeat("The mill goes on well. ", sentences)
		return testing.AllocsPerRun(5, func() {
			for said := range Sentences(text) {
				_ = NotSo.MatchString(said)
			}
		})
	}
	if few, many := work(200), work(2000); many > 12*few+20 {
		t.Errorf("%v for 200 sentences, %v for 2000", few, many)
	}
}
