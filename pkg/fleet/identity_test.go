package fleet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// said is an answer with how much it lacks, and who gave it.
type said struct {
	Identity

	lacks int
}

func TestJoin(t *testing.T) {
	one, other := Identity{"u1", []string{"a", "b"}}, Identity{"u2", []string{"c"}}
	by := func(name, namespace string, s *said) Answer[said] {
		return Answer[said]{Cluster: Cluster{[]Context{{Name: name, Namespace: namespace}}}, Value: s}
	}
	for name, tt := range map[string]struct {
		answers       []Answer[said]
		want, doubted string
	}{
		"behind two addresses, the better answer counts": {
			[]Answer[said]{by("out", "", &said{one, 2}), by("east", "", &said{other, 0}), by("in", "", &said{Identity{"u1", []string{"b"}}, 1})},
			"out+in:1 east:0", "",
		},
		"of equals the first": {
			[]Answer[said]{by("in", "", &said{one, 1}), by("out", "", &said{one, 1}), by("third", "", &said{one, 1})},
			"in+out+third:1", "",
		},
		"asked about two namespaces": {
			[]Answer[said]{by("in", "shop", &said{one, 0}), by("out", "", &said{one, 0})},
			"in:0 out:0", "",
		},
		"a copy that was restored from the same data is another": {
			[]Answer[said]{by("old", "", &said{one, 0}), by("new", "", &said{Identity{"u1", []string{"z"}}, 0})},
			"old:0 new:0", "",
		},
		"whose servers may not be seen is only perhaps the same": {
			[]Answer[said]{by("in", "", &said{one, 0}), by("out", "", &said{Identity{UID: "u1"}, 0})},
			"in:0 out:0", "in=out",
		},
		"of which nothing is known": {
			[]Answer[said]{by("in", "", &said{Identity{}, 0}), by("out", "", &said{Identity{}, 0}), by("dead", "", nil), by("gone", "", nil)},
			"in:0 out:0 dead gone", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			joined, doubted := Join(tt.answers, func(s *said) Identity { return s.Identity }, func(a, b *said) bool { return a.lacks < b.lacks })
			var got, unsure []string
			for _, a := range joined {
				text := strings.Join(append([]string{a.Name()}, a.Others()...), "+")
				if a.Value != nil {
					text += ":" + string(rune('0'+a.Value.lacks))
				}
				got = append(got, text)
			}
			for _, pair := range doubted {
				unsure = append(unsure, pair[0]+"="+pair[1])
			}
			if diff := cmp.Diff([]string{tt.want, tt.doubted}, []string{strings.Join(got, " "), strings.Join(unsure, " ")}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
