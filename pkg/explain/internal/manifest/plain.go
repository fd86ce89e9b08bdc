package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

const (
	// deepestPlain is how many names lead to a plain field of the status at the most.
	deepestPlain = 3
	// longestPlain is how long a value is that is still plain.
	longestPlain = 60
)

// PlainOf are the fields of a field of the status whose names say nothing that is known, with their values: flags, numbers and
// words as "approvals.given: 1". Times, hashes and what may be secret are none of them.
func PlainOf(name string, value any) []string { return plainBelow(name, name, value, 1) }

func plainBelow(path, name string, value any, deep int) (out []string) {
	words := wordsOf(name)
	if meaningOf(name) != nothing || len(words) == 0 || slices.Contains(ofNoUse, words[len(words)-1]) {
		return nil
	}
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if deep < deepestPlain {
				out = append(out, plainBelow(path+"."+key, key, v[key], deep+1)...)
			}
		}
	case bool, int64, float64:
		return []string{fmt.Sprintf("%s: %v", path, v)}
	case string:
		if v != "" && len(v) <= longestPlain && FirstTime(v).IsZero() && !strings.Contains(v, "\n") {
			return []string{path + ": " + v}
		}
	}
	return out
}

// ofNoUse are the last words of the names of fields that tell what was made, and not how far its end is.
var ofNoUse = strings.Fields("conditions ready available active uid id ids name generation hash checksum version image url uri arn ip address endpoint selector since until time date")
