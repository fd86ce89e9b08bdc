package failure

import "testing"

func TestInvalidIdentity(t *testing.T) {
	for words, want := range map[string][2]string{
		`ValidationError: 'arn:aws:x:gear/a' is not a valid gear group ARN`: {"arn:aws:x:gear/a", "gear group"},
		`invalid gear ID: "g-1"`:                   {"g-1", "gear"},
		`'g-1' is not a valid size`:                {},
		`"g-1" is a valid gear ARN`:                {},
		`spec.id: Invalid value: "g 1": no spaces`: {},
	} {
		identity, of, _ := InvalidIdentity(words)
		if got := [2]string{identity, of}; got != want {
			t.Errorf("%s: %q", words, got)
		}
	}
}
