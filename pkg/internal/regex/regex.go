// Package regex has regular expressions that are compiled when they are first needed: there are
// hundreds, of which one run of the program needs few. One is not asked about a short text that
// has none of the words without which it cannot match.
package regex

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// Regexp is a regular expression. It does what that of the standard library does.
type Regexp struct {
	needles  func() [][]byte
	compiled func() *regexp.Regexp
}

// New is a regular expression that is compiled when it is first needed or, in a test, at once, so
// that none that is wrong gets past the tests.
func New(text string) *Regexp {
	r := &Regexp{
		sync.OnceValue(func() [][]byte { return needles(text) }),
		sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }),
	}
	if tested {
		r.compiled()
	}
	return r
}

var tested = strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// Match is [regexp.Regexp.Match].
func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }

// MatchString is [regexp.Regexp.MatchString].
func (r *Regexp) MatchString(s string) bool { return r.mayMatch(s) && r.compiled().MatchString(s) }

// FindString is [regexp.Regexp.FindString].
func (r *Regexp) FindString(s string) string {
	if !r.mayMatch(s) {
		return ""
	}
	return r.compiled().FindString(s)
}

// FindStringIndex is [regexp.Regexp.FindStringIndex].
func (r *Regexp) FindStringIndex(s string) []int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindStringIndex(s)
}

// FindStringSubmatch is [regexp.Regexp.FindStringSubmatch].
func (r *Regexp) FindStringSubmatch(s string) []string {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindStringSubmatch(s)
}

// FindStringSubmatchIndex is [regexp.Regexp.FindStringSubmatchIndex].
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindAllString is [regexp.Regexp.FindAllString].
func (r *Regexp) FindAllString(s string, n int) []string {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindAllString(s, n)
}

// FindAllStringIndex is [regexp.Regexp.FindAllStringIndex].
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is [regexp.Regexp.FindAllStringSubmatch].
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is [regexp.Regexp.FindAllStringSubmatchIndex].
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !r.mayMatch(s) {
		return nil
	}
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is [regexp.Regexp.ReplaceAllString].
func (r *Regexp) ReplaceAllString(s, with string) string {
	if !r.mayMatch(s) {
		return s
	}
	return r.compiled().ReplaceAllString(s, with)
}

// Split is [regexp.Regexp.Split].
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }

// ReplaceAll is [regexp.Regexp.ReplaceAll].
func (r *Regexp) ReplaceAll(b, with []byte) []byte { return r.compiled().ReplaceAll(b, with) }

// ReplaceAllLiteralString is [regexp.Regexp.ReplaceAllLiteralString].
func (r *Regexp) ReplaceAllLiteralString(s, with string) string {
	if !r.mayMatch(s) {
		return s
	}
	return r.compiled().ReplaceAllLiteralString(s, with)
}

// ReplaceAllStringFunc is [regexp.Regexp.ReplaceAllStringFunc].
func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	if !r.mayMatch(s) {
		return s
	}
	return r.compiled().ReplaceAllStringFunc(s, with)
}

// ExpandString is [regexp.Regexp.ExpandString].
func (r *Regexp) ExpandString(to []byte, template, s string, match []int) []byte {
	return r.compiled().ExpandString(to, template, s, match)
}
