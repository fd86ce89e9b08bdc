package catalogue

import (
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

// maxSamples bounds what is made of one regex.
const maxSamples = 200

// samples returns finalizers that the entry is for, made from its pattern alone.
func samples(tb testing.TB, f *Finalizer) []string {
	tb.Helper()
	switch f.Match {
	case MatchPrefix:
		return []string{f.Pattern + "x", f.Pattern + "sample-0.example.org"}
	case MatchSuffix:
		return []string{"x" + f.Pattern, "sample-0" + f.Pattern}
	case MatchOwn:
		return []string{strings.NewReplacer("{plural}", nobody.Resource, "{group}", nobody.Group).Replace(f.Pattern)}
	case MatchRegex:
		parsed, err := syntax.Parse(f.Pattern, syntax.Perl)
		if err != nil {
			tb.Fatalf("parsing the regex %q: %v", f.Pattern, err)
		}
		return generate(tb, parsed)
	}
	return []string{f.Pattern}
}

// nearMisses returns names that differ in little from what the entry is for.
func nearMisses(tb testing.TB, f *Finalizer) []string {
	tb.Helper()
	s := samples(tb, f)[0]
	// No pattern begins with an exclamation mark, or with a class that has one.
	out := []string{"!" + s}
	switch f.Match {
	case MatchPrefix:
		return append(out, f.Pattern[:len(f.Pattern)-1])
	case MatchSuffix, MatchOwn:
		return append(out[len(out):], s+"!")
	case MatchRegex:
		return append(out, s+"\n")
	}
	return append(out, s+"!", s[:len(s)-1], strings.ToUpper(s))
}

// generate returns strings that a regex matches: the shortest and the longest
// way through each repetition, and the ends of each class.
func generate(tb testing.TB, re *syntax.Regexp) []string {
	tb.Helper()
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpCharClass:
		return []string{string(re.Rune[0]), string(re.Rune[len(re.Rune)-1])}
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		return []string{"x", "-"}
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine:
		return []string{""}
	case syntax.OpCapture:
		return generate(tb, re.Sub[0])
	case syntax.OpAlternate:
		var out []string
		for _, sub := range re.Sub {
			out = append(out, generate(tb, sub)...)
		}
		return out
	case syntax.OpConcat:
		out := []string{""}
		for _, sub := range re.Sub {
			out = pairs(out, generate(tb, sub))
		}
		return out
	case syntax.OpStar:
		return repeat(tb, re.Sub[0], 0, 3)
	case syntax.OpPlus:
		return repeat(tb, re.Sub[0], 1, 3)
	case syntax.OpQuest:
		return repeat(tb, re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 {
			most = re.Min + 3
		}
		return repeat(tb, re.Sub[0], re.Min, most)
	default:
		tb.Fatalf("no samples can be made of %s (%s)", re, re.Op)
		return nil
	}
}

func repeat(tb testing.TB, re *syntax.Regexp, least, most int) []string {
	tb.Helper()
	var out []string
	for _, n := range slices.Compact([]int{least, most}) {
		for _, s := range generate(tb, re) {
			out = append(out, strings.Repeat(s, n))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// pairs joins each with each, as far as the bound allows.
func pairs(left, right []string) []string {
	var out []string
	for _, l := range left {
		for _, r := range right {
			out = append(out, l+r)
		}
	}
	return out[:min(len(out), maxSamples)]
}

// TestGenerate has each operator once, with what it must not leave out.
func TestGenerate(t *testing.T) {
	for pattern, want := range map[string]string{
		`a(b|c)`:   "ab ac",
		`a[x-z]?`:  "a ax az",
		`(a|b)*c`:  "c aaac bbbc",
		`a{2}`:     "aa",
		`a{1,2}\.`: "a. aa.",
		`.+`:       "- --- x xxx",
	} {
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(generate(t, parsed), " "); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
		whole, _, err := compileWhole(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range generate(t, parsed) {
			if !whole.MatchString(s) {
				t.Errorf("%s does not match its sample %q", pattern, s)
			}
		}
	}
}
