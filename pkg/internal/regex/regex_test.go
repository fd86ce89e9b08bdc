package regex

import "testing"

// A pattern that is wrong is seen by every test of the package that has it.
func TestWrong(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New() took a pattern that is none")
		}
	}()
	New("(")
}

func TestSameAsStandard(t *testing.T) {
	r := New(`(\w+)/(\w+)`)
	if got := r.ReplaceAllString("a/b c/d", "$2-$1"); got != "b-a d-c" {
		t.Errorf("ReplaceAllString() = %q", got)
	}
	if got := r.FindAllString("a/b c/d", -1); len(got) != 2 || got[1] != "c/d" || !r.MatchString("a/b") {
		t.Errorf("FindAllString() = %q", got)
	}
}
