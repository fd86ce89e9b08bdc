package regex

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNeedles finds the words without which an expression cannot match, and none where it may match without.
func TestNeedles(t *testing.T) {
	for pattern, want := range map[string]string{
		`(?i)\b(?:gear|mill)s? (?:is|are) bent\b`: "bent",
		`(?i)\b(?:gear|mill)\w*`:                  "gear mill",
		`(?i)\bge(?:ar|nus)\b|\bmill\b`:           "ge mill",
		`(?:gear)+x?`:                             "gear",
		`(?:gear){2,3}`:                           "gear",
		`(?:gear){0,3}`:                           "",
		`(?:gear)*`:                               "",
		`(?:gear)?`:                               "",
		`(?:gear|[a-z]+)`:                         "",
		`(?:gear|)`:                               "",
		`^(?i:gear)`:                              "",
		`gear\b`:                                  "", // it is found as it is spelled
		`\bgear`:                                  "gear",
		`[.!?]\s+`:                                "",
		`(?i)“`:                                   "",
	} {
		got := strings.Fields(string(joined(needles(pattern))))
		fields := strings.Fields(want)
		slices.Sort(fields)
		if !slices.Equal(got, fields) {
			t.Errorf("%s: got %q, want %q", pattern, got, fields)
		}
	}
}

func joined(all [][]byte) (out []byte) {
	for _, needle := range all {
		out = append(append(out, needle...), ' ')
	}
	return out
}

// TestSameWithNeedles finds the same as without them.
func TestSameWithNeedles(t *testing.T) {
	texts := []string{"", "gear", "The GEAR is bent", "the Gears are BENT.", "a mill", "no such thing", "\u212aite is bent", "the \u017fhop is bent", "kite", "kites fly; gear", "“quoted”", strings.Repeat("x ", longestSought) + "gears are bent"}
	for _, pattern := range []string{
		`(?i)\b(?:gear|mill)s? (?:is|are) bent\b`, `(?i)kite`, `(?i)\bthe shop\b`, `(?i)(?:gear|mill)?`, `\b(gear)\b`, `(?i)(?:^|the )gears?`, `(?i)\bGE[AE]R\b`, `“[^”]*”`, `(?i)x$`, `(?i)\bgear$|\bmill$`,
	} {
		is, r := regexp.MustCompile(pattern), New(pattern)
		for _, text := range texts {
			switch {
			case is.MatchString(text) != r.MatchString(text),
				is.FindString(text) != r.FindString(text),
				!slices.Equal(is.FindStringIndex(text), r.FindStringIndex(text)),
				!slices.Equal(is.FindStringSubmatch(text), r.FindStringSubmatch(text)),
				!slices.Equal(is.FindStringSubmatchIndex(text), r.FindStringSubmatchIndex(text)),
				!slices.Equal(is.FindAllString(text, -1), r.FindAllString(text, -1)),
				len(is.FindAllStringIndex(text, -1)) != len(r.FindAllStringIndex(text, -1)),
				len(is.FindAllStringSubmatch(text, -1)) != len(r.FindAllStringSubmatch(text, -1)),
				len(is.FindAllStringSubmatchIndex(text, -1)) != len(r.FindAllStringSubmatchIndex(text, -1)),
				is.ReplaceAllString(text, "<$0>") != r.ReplaceAllString(text, "<$0>"),
				is.ReplaceAllLiteralString(text, "$") != r.ReplaceAllLiteralString(text, "$"),
				is.ReplaceAllStringFunc(text, strings.ToUpper) != r.ReplaceAllStringFunc(text, strings.ToUpper):
				t.Errorf("%s is not the same in %.40q", pattern, text)
			}
		}
	}
}

// TestCompiledWhenNeeded compiles no expression for texts that it cannot match.
func TestCompiledWhenNeeded(t *testing.T) {
	compiled := 0
	r := &Regexp{func() [][]byte { return needles(`(?i)\bgears? bent`) }, func() *regexp.Regexp { compiled++; return regexp.MustCompile(`(?i)\bgears? bent`) }}
	for _, text := range strings.SplitAfter(strings.Repeat("The mill goes on well. ", 100)+"A gear bent.", ". ") {
		r.MatchString(text)
	}
	if compiled != 1 {
		t.Errorf("it was asked %d times", compiled)
	}
}
