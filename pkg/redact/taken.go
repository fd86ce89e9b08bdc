package redact

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Family is by what a value was known for a credential.
type Family string

// The families of credentials.
const (
	Contents Family = "Contents" // the data of a Secret or ConfigMap
	Copy     Family = "Copy"     // an annotation that copies the whole object
	Named    Family = "Named"    // the name of the field or variable
	Argument Family = "Argument" // a variable, an argument, a header: hidden whatever it is called
	Address  Family = "Address"  // the user and password of an address
	Pair     Family = "Pair"     // name=value, name: value or a header in a text
	Key      Family = "Key"      // a private key
	Token    Family = "Token"    // a signed token
	Cloud    Family = "Cloud"    // the form that a cloud or a service gives its keys
	Encoded  Family = "Encoded"  // a credential of another family, in base64
	Random   Family = "Random"   // a word drawn at random beside one that speaks of a credential
)

// Taken is how many values were taken out of a field of the objects of a kind.
type Taken struct {
	Family Family `json:"family"`
	Kind   string `json:"kind"`
	Field  string `json:"field"`
	Count  int    `json:"count"`
}

// mostFields bounds how many fields are told apart: a map whose keys are data
// would have one each.
const mostFields = 500

// beyond stands for the fields past that.
const beyond = "…"

type place struct {
	family      Family
	kind, field string
}

// take counts a value that was taken out of where the redactor stands.
func (r *Redactor) take(family Family) {
	at := place{family, r.kind, strings.TrimPrefix(strings.Join(r.path, ""), ".")}
	if r.taken == nil {
		r.taken = map[place]int{}
	}
	if _, known := r.taken[at]; !known && len(r.taken) >= mostFields {
		at.field = beyond
	}
	r.taken[at]++
}

// Taken says what was taken out so far, in a fixed order. What was taken out
// before, of an object of another snapshot, is not in it.
func (r *Redactor) Taken() []Taken {
	out := []Taken{}
	for at, count := range r.taken {
		out = append(out, Taken{at.family, at.kind, at.field, count})
	}
	return Sum(out)
}

// Sum adds up what was taken out of the same fields.
func Sum(taken []Taken) []Taken {
	counts := map[place]int{}
	for _, t := range taken {
		counts[place{t.Family, t.Kind, t.Field}] += t.Count
	}
	out := make([]Taken, 0, len(counts))
	for _, at := range slices.SortedFunc(maps.Keys(counts), func(x, y place) int {
		return cmp.Or(cmp.Compare(x.family, y.family), cmp.Compare(x.kind, y.kind), cmp.Compare(x.field, y.field))
	}) {
		out = append(out, Taken{at.family, at.kind, at.field, counts[at]})
	}
	return out
}

// below runs what looks at a part of the object.
func (r *Redactor) below(step string, look func()) {
	r.path = append(r.path, step)
	look()
	r.path = r.path[:len(r.path)-1]
}

// step is how a path names the member of a map.
func step(key string) string {
	if strings.ContainsAny(key, "./[]") {
		return "[" + key + "]"
	}
	return "." + key
}
