package redact

import (
	"math"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	leastRandom = 16 // characters
	leastBits   = 3  // for each
)

var (
	random   = regex.New(`[A-Za-z0-9+/_=~.!@#$%^*-]{16,}`)
	beside   = regex.New(`(?i)pass(word|wd|phrase|code)?\b|\b(pwd|psk|creds?)\b|token|secret|credential|bearer|cookie|\bkeys?\b|[a-z]key\b`)
	digestOf = regex.New(`(?i)(sha\d+|md5|digest|hash|checksum|uid)["']?[:=@ ]["']?$`)
)

// drawn reports whether a word looks drawn at random: no name that Kubernetes
// makes, no UID, no digest that says what it is of, and nothing that people write.
func drawn(word string) bool {
	if len(word) < leastRandom || phrase.IsUUID(word) || strings.HasPrefix(word, "/") || strings.Contains(word, "://") {
		return false
	}
	var lower, upper, digits, other int
	hex := true
	counts := map[rune]int{}
	for _, c := range word {
		counts[c]++
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsUpper(c):
			upper++
		case unicode.IsLower(c):
			lower++
		default:
			other++
		}
		hex = hex && strings.ContainsRune("0123456789abcdefABCDEF", c)
	}
	bits := 0.0
	for _, n := range counts {
		p := float64(n) / float64(len(word))
		bits -= p * math.Log2(p)
	}
	switch {
	case bits < leastBits:
		return false
	case hex:
		return len(word) >= 32 && digits > 0
	case upper > 0 && lower > 0:
		return digits >= 2
	default:
		return digits >= 5 && other == 0 && lower+upper >= 5 && len(word) >= 20
	}
}

// besideWord hides, in each line that speaks of a credential, what looks drawn
// at random.
func (r *Redactor) besideWord(s string) string {
	if !beside.MatchString(s) {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if !beside.MatchString(line) {
			continue
		}
		lines[i] = r.replace(line, random, Random, func(found []string, before string) (string, bool) {
			word := strings.TrimRight(found[0], ".!")
			return Mark + found[0][len(word):], drawn(word) && !digestOf.MatchString(before) && !typeName(word, line[len(before)+len(word):])
		})
	}
	return strings.Join(lines, "\n")
}

// goType is a type of an API as Go prints it before the fields of a value, and goField how
// these begin.
var (
	goType  = regex.New(`^v\d+(?:(?:alpha|beta)\d+)?\.(?:[A-Z]{1,4}[a-z]{2,})+$`)
	goField = regex.New(`^\{[A-Z][A-Za-z]*:`)
)

// typeName reports whether a word is the type of the value that stands behind it, as in
// v1.SecretKeyRef{Name:"a"}.
func typeName(word, behind string) bool {
	return goType.MatchString(word) && goField.MatchString(behind)
}
