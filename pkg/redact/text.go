package redact

import (
	"net"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Mark stands in for a value that is not shown.
const Mark = "<redacted>"

// Text hides what is a credential in a text that stands by itself, such as the
// message of an error.
func Text(s string) string { return (&Redactor{}).text(s) }

// text hides what is a credential in a text, whatever the name of its field.
func (r *Redactor) text(s string) string {
	if len(s) < 5 || s == Mark || len(s) < 16 && !strings.ContainsAny(s, "=: @") {
		return s
	}
	if whole, ok := r.document(s); ok {
		return whole
	}
	s = r.shaped(s)
	s = r.addresses(s)
	if strings.ContainsAny(s, "=: ") {
		s = r.headers(s)
		s = r.pairs(s)
		s = r.besideWord(s)
	}
	return r.decoded(s)
}

// always is for what is a credential wherever it is found.
func always([]string, string) (string, bool) { return Mark, true }

// replace hides what a pattern finds where judge says so. judge gets what was
// found, with its groups, and what stands before it, and gives what is shown.
func (r *Redactor) replace(s string, pattern *regex.Regexp, family Family, judge func(found []string, before string) (string, bool)) string {
	all := pattern.FindAllStringSubmatchIndex(s, -1)
	if all == nil {
		return s
	}
	var out strings.Builder
	at := 0
	for _, m := range all {
		found := make([]string, len(m)/2)
		for i := range found {
			if m[2*i] >= 0 {
				found[i] = s[m[2*i]:m[2*i+1]]
			}
		}
		shown, hide := judge(found, s[:m[0]])
		if !hide || shown == found[0] {
			continue
		}
		r.take(family)
		out.WriteString(s[at:m[0]])
		out.WriteString(shown)
		at = m[1]
	}
	out.WriteString(s[at:])
	return out.String()
}

var (
	address = regex.New(`://[^\s"'<>` + "`" + `]+`)
	bare    = regex.New(`([A-Za-z0-9._%+-]+:)([^\s/:@"'<>]+)(@(?:(?:tcp|unix|udp)\(|[A-Za-z0-9.-]+:\d+))`)
)

// addresses hides the passwords in addresses, and a user that is one.
func (r *Redactor) addresses(s string) string {
	if !strings.Contains(s, "@") {
		return s
	}
	s = r.replace(s, address, Address, func(found []string, _ string) (string, bool) {
		rest := found[0][len("://"):]
		end := strings.LastIndexByte(rest, '@')
		if end < 0 {
			return "", false
		}
		user, password, has := strings.Cut(rest[:end], ":")
		switch {
		case strings.Contains(user, "/"), has && isPort(password):
			return "", false // an @ in the path
		case has && password == "":
			return "", false
		case has:
			return "://" + user + ":" + Mark + rest[end:], true
		}
		return "://" + Mark + rest[end:], drawn(user) || (&Redactor{}).shaped(user) != user
	})
	return r.replace(s, bare, Address, func(found []string, _ string) (string, bool) {
		return found[1] + Mark + found[3], !strings.HasPrefix(found[3], "@sha256:") && !strings.HasPrefix(found[3], "@sha512:")
	})
}

// isPort reports whether what follows a colon is a port and a path.
func isPort(text string) bool {
	port, path, found := strings.Cut(text, "/")
	_, err := net.LookupPort("tcp", port)
	return found && path != "" && err == nil && strings.Trim(port, "0123456789") == ""
}

var (
	authorization = regex.New(`(?i)\b((?:proxy-)?authorization["'\\]*\s*[:=]\s*["'\\]*(?:bearer|basic|token|apikey|api-key|ntlm|negotiate)\s+)([^\s"'\\,;<]+)`)
	longHeader    = regex.New(`(?i)\b((?:proxy-)?authorization["'\\]*\s*[:=]\s*["'\\]*(?:digest|sharedkey|aws4-hmac-sha256)\s+|\b(?:set-)?cookie["'\\]*:\s*["'\\]*)([^\s"'\\<][^\n"'\\<]*)`)
	scheme        = regex.New(`(?i)\b((?:bearer|basic)\s+)([A-Za-z0-9._~+/=-]{8,})`)
	userFlag      = regex.New(`(\s(?:-u|--user)[ =]["']?[^\s:"']+:)([^\s"'<]+)`)
)

// headers hides the credentials in headers of HTTP, and what curl takes.
func (r *Redactor) headers(s string) string {
	second := func(found []string, _ string) (string, bool) { return found[1] + Mark, true }
	lower := strings.ToLower(s)
	if strings.Contains(lower, "authorization") || strings.Contains(lower, "cookie") {
		s = r.replace(s, authorization, Pair, second)
		s = r.replace(s, longHeader, Pair, second)
	}
	if strings.Contains(lower, "bearer ") || strings.Contains(lower, "basic ") {
		s = r.replace(s, scheme, Pair, func(found []string, _ string) (string, bool) {
			return found[1] + Mark, strings.IndexFunc(found[2], func(c rune) bool { return !unicode.IsLower(c) && c != '-' && c != '.' }) >= 0
		})
	}
	if strings.Contains(s, "-u") {
		s = r.replace(s, userFlag, Pair, second)
	}
	return s
}
