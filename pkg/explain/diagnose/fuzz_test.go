package diagnose_test

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"
)

// longestRun is far more than any diagnosis of a few odd objects may take.
const longestRun = time.Minute

// FuzzDiagnose spoils the objects of the archives in random places, as nothing
// guarantees what a custom resource holds: a diagnosis never panics and ends.
func FuzzDiagnose(f *testing.F) {
	catalogue := builtIn(f)
	var cases []whyCase
	eachCase(f, func(_ string, c whyCase) {
		f.Add(uint64(len(cases)), uint(len(cases)))
		cases = append(cases, c)
	})
	f.Fuzz(func(t *testing.T, seed uint64, number uint) {
		c := cases[number%uint(len(cases))]
		c.objects = spoilt(t, c.objects, rand.New(rand.NewPCG(seed, 0)))
		ctx, cancel := context.WithTimeout(t.Context(), longestRun)
		defer cancel()
		_, err := c.run(ctx, catalogue)
		if ctx.Err() != nil {
			t.Fatalf("no end after %s: %v\n%s", longestRun, err, c.objects)
		}
	})
}

// spoilt changes a few values in a text of YAML objects.
func spoilt(t *testing.T, text string, r *rand.Rand) string {
	t.Helper()
	var documents []any
	for document := range strings.SplitSeq(text, "\n---\n") {
		var object any
		if err := yaml.Unmarshal([]byte(document), &object); err != nil {
			t.Fatal(err)
		}
		documents = append(documents, object)
	}
	for range 1 + r.IntN(6) {
		object, ok := documents[r.IntN(len(documents))].(map[string]any)
		if !ok {
			continue
		}
		spoil(object, documents, r)
	}
	var out []string
	for _, d := range documents {
		data, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(data))
	}
	return strings.Join(out, "\n---\n")
}

// spoil replaces one value somewhere below, or takes it out.
func spoil(in map[string]any, all []any, r *rand.Rand) {
	keys := slices.Sorted(maps.Keys(in))
	if len(keys) == 0 {
		return
	}
	key := keys[r.IntN(len(keys))]
	if deeper, ok := below(in[key], r); ok && r.IntN(5) > 0 {
		spoil(deeper, all, r)
		return
	}
	switch other, ok := all[r.IntN(len(all))].(map[string]any); {
	case r.IntN(4) == 0:
		delete(in, key)
	case ok && r.IntN(3) == 0:
		in[key] = copied(other[key]) // what belongs to another object, such as its metadata
	default:
		in[key] = copied(odd[r.IntN(len(odd))])
	}
}

func copied(value any) (out any) {
	data, err := json.Marshal(value)
	if err != nil || json.Unmarshal(data, &out) != nil {
		return nil
	}
	return out
}

// below is a map in a value, if there is one.
func below(value any, r *rand.Rand) (map[string]any, bool) {
	switch v := value.(type) {
	case map[string]any:
		return v, true
	case []any:
		if len(v) > 0 {
			return below(v[r.IntN(len(v))], r)
		}
	}
	return nil, false
}

// odd are values that no schema would let pass where they are put.
var odd = []any{
	nil, true, "", "x", "-1", int64(-1), int64(1) << 62, 0.5,
	[]any{},
	[]any{nil},
	[]any{"x", int64(1)},
	[]any{map[string]any{}},
	map[string]any{},
	map[string]any{"x": nil},
	map[string]any{"name": int64(1)},
	map[string]any{"": map[string]any{"": []any{}}},
	"2026-03-01T11:40:00Z", "0001-01-01T00:00:00Z", "9999-99-99", "a/b/c", "../..", "%s%d", "\x00", strings.Repeat("long ", 20_000), "käse\nand more", "(((((", "*",
	[]any{map[string]any{"type": "Ready", "status": true, "message": []any{}}, map[string]any{"type": int64(3)}, "Ready"},
}
