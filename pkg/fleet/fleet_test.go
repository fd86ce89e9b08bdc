package fleet

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChoose(t *testing.T) {
	all := []string{"arn:aws:eks:eu:1:cluster/prod", "dev", "prod-eu", "prod-us", "what?"}
	for name, tt := range map[string]struct{ typed, want []string }{
		"names, as typed":             {[]string{"prod-us", "dev"}, []string{"prod-us", "dev"}},
		"a pattern, in their order":   {[]string{"prod-*"}, []string{"prod-eu", "prod-us"}},
		"across a slash":              {[]string{"arn:*prod"}, []string{"arn:aws:eks:eu:1:cluster/prod"}},
		"one character":               {[]string{"de?"}, []string{"dev"}},
		"each once":                   {[]string{"prod-us", "prod-*", "*-us"}, []string{"prod-us", "prod-eu"}},
		"a name that looks like one":  {[]string{"what?"}, []string{"what?"}},
		"all":                         {[]string{"*"}, all},
		"a dot is itself, and no any": {[]string{"prod-e."}, nil},
		"not in the middle":           {[]string{"rod-*"}, nil},
		"one of two is not there":     {[]string{"dev", "prod"}, nil},
		"a pattern that matches none": {[]string{"stage-*"}, nil},
	} {
		got, err := Choose(all, tt.typed)
		if diff := cmp.Diff(tt.want, got); diff != "" || (err != nil) != (tt.want == nil) {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestUnknown(t *testing.T) {
	for typed, want := range map[string]string{"prod": `context "prod" does not exist`, "stage-*": `no context matches "stage-*"`} {
		_, err := Choose([]string{"dev"}, []string{"dev", typed})
		if unknown, ok := errors.AsType[*UnknownError](err); !ok || unknown.Typed != typed || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestGather(t *testing.T) {
	got := Gather([]Context{
		{Name: "admin@prod", Place: "https://prod", User: "admin"},
		{Name: "dev", Place: "https://dev"},
		{Name: "view@prod", Place: "https://prod", User: "view"},
		{Name: "shop@dev", Place: "https://dev", Namespace: "shop"}, // another question
		{Name: "broken"},
		{Name: "broken too"},
	})
	var names [][]string
	for _, c := range got {
		names = append(names, append([]string{c.Name()}, c.Others()...))
	}
	want := [][]string{{"admin@prod", "view@prod"}, {"dev"}, {"shop@dev"}, {"broken"}, {"broken too"}}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCount(t *testing.T) {
	c := NewCount(named("a", "b", "c", "d"))
	for _, want := range []string{
		"0 of 4 clusters answered, still waiting for a, b and 2 more",
		"1 of 4 clusters answered, still waiting for a, c and 1 more",
		"1 of 4 clusters answered, 1 did not, still waiting for c, d",
		"2 of 4 clusters answered, 1 did not, still waiting for d",
		"3 of 4 clusters answered, 1 did not",
	} {
		if got := c.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		switch c.answered + c.failed {
		case 0:
			c.Ended(1, true)
		case 1:
			c.Ended(0, false)
		case 2:
			c.Ended(2, true)
		case 3:
			c.Ended(3, true)
		}
	}
}

// named are clusters with a context each.
func named(names ...string) []Cluster {
	var out []Cluster
	for _, name := range names {
		out = append(out, Cluster{[]Context{{Name: name}}})
	}
	return out
}
