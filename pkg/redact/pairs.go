package redact

import (
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// assigned is a name and what binds it to the value that follows. The quotes
	// may be those of JSON inside a string.
	assigned = regex.New(`([A-Za-z_][A-Za-z0-9_.-]*)(\\*["']?)(\s*(?:=>|:=|=|:)\s*)(\\*["'])?`)
	// flagged is an option and its value, as two words.
	flagged = regex.New(`((?:^|[\s"'(])--?[A-Za-z][\w.-]*[ ]+["']?)([^\s"'<:=-][^\s"'<]*)`)
)

// pairs hides the values of what is called a credential in a text: name=value,
// name: value, --name value, in YAML, JSON, addresses, settings and messages.
func (r *Redactor) pairs(s string) string {
	s = r.replace(s, flagged, Pair, func(found []string, _ string) (string, bool) {
		return found[1] + Mark, r.meaning(strings.Trim(found[1], " \t\n\"'(")) == secret && !harmless(found[2])
	})
	var out strings.Builder
	at := 0
	for at < len(s) {
		m := assigned.FindStringSubmatchIndex(s[at:])
		if m == nil {
			break
		}
		p := pair{name: s[at+m[2] : at+m[3]], by: strings.TrimSpace(s[at+m[6] : at+m[7]]), quoted: m[5] > m[4] || m[8] >= 0}
		if strings.Contains(p.by, "=") {
			p.by = "="
		}
		if m[8] >= 0 {
			p.quote = s[at+m[8] : at+m[9]]
		}
		begin := at + m[1]
		before := at + m[2]
		p.inQuery = before > 0 && (s[before-1] == '?' || s[before-1] == '&' || s[before-1] == ';')
		end := begin
		if r.isSecretPair(&p) {
			end = p.end(s, begin, before)
		}
		value := s[begin:end]
		if value == "" || value == Mark || harmless(value) || p.weak && !p.looksSecret(value, s[end:]) {
			next := max(at+m[7], at+m[3]+1)
			out.WriteString(s[at:next])
			at = next
			continue
		}
		r.take(Pair)
		out.WriteString(s[at:begin])
		out.WriteString(Mark)
		at = end
	}
	out.WriteString(s[at:])
	return out.String()
}

// pair is a name in a text with what binds it to its value.
type pair struct {
	name, by, quote string
	quoted          bool // the name or the value is
	inQuery         bool // it is a parameter of an address or a setting
	weak            bool // a message may say the same of an object
}

// weakNames are said of objects in messages too: "secret: not found".
var weakNames = map[string]bool{
	"secret": true, "secrets": true, "token": true, "tokens": true, "credential": true, "credentials": true, "cookie": true,
	"kubeconfig": true, "creds": true, "cred": true, "auth": true, "bearer": true,
}

// signatures are names that sign an address.
var signatures = map[string]bool{
	"sig": true, "signature": true, "xamzsignature": true, "xamzcredential": true, "xamzsecuritytoken": true, "xgoogsignature": true,
}

func (r *Redactor) isSecretPair(p *pair) bool {
	words := wordsOf(p.name)
	name := strings.Join(words, "")
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	p.weak = (weakNames[name] || weakNames[last]) && p.by != "=" || (name == "secret" || name == "secrets")
	switch {
	case p.by == "=" && signatures[name], p.by == "=" && p.inQuery && (name == "key" || name == "code"):
		return true
	case name == "auth" && p.by == ":" && !p.quoted:
		return false
	}
	return r.meaning(p.name) == secret
}

// end is where the value ends that begins at a place.
func (p *pair) end(s string, begin, name int) int {
	rest := s[begin:]
	if p.quote != "" {
		if end := strings.Index(rest, p.quote); end >= 0 {
			if p.quote == `"` || p.quote == "'" {
				end = unescaped(rest, p.quote[0])
			}
			return begin + end
		}
		return len(s)
	}
	if p.by == ":" && strings.IndexAny(rest, "|>") == 0 {
		return begin + indented(s, begin, name)
	}
	stops := "&;\"'`<>\\"
	if p.by != "=" {
		stops += ",}]"
	}
	if end := strings.IndexFunc(rest, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(stops, c) }); end >= 0 {
		return begin + end
	}
	return len(s)
}

// unescaped is where the first quote stands that no backslash precedes, or the end.
func unescaped(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i
		}
	}
	return len(s)
}

// indented is how much of the text belongs to a block of YAML: the lines that
// begin further in than the one with the name.
func indented(s string, begin, name int) int {
	line := s[strings.LastIndexByte(s[:name], '\n')+1 : name]
	depth := len(line) - len(strings.TrimLeft(line, " -"))
	end := strings.IndexByte(s[begin:], '\n')
	if end < 0 {
		return len(s) - begin
	}
	for end < len(s)-begin {
		next := s[begin+end+1:]
		text, _, _ := strings.Cut(next, "\n")
		if strings.TrimSpace(text) != "" && len(text)-len(strings.TrimLeft(text, " ")) <= depth {
			break
		}
		end += 1 + len(text)
	}
	return min(end, len(s)-begin)
}

// looksSecret is asked of a value whose name a message may use for an object: one
// word with a digit or capitals in it, at the end of what it is said in.
func (p *pair) looksSecret(value, after string) bool {
	if drawn(value) {
		return true
	}
	named := strings.IndexFunc(value, func(c rune) bool {
		return !unicode.IsLower(c) && !unicode.IsDigit(c) && c != '-' && c != '.' && c != '/'
	}) < 0
	if p.by == "=" {
		return !named
	}
	if p.quoted {
		after = strings.TrimLeft(after, `\"'`)
		return !named || strings.IndexFunc(value, unicode.IsDigit) >= 0 && (after == "" || after[0] == ',' || after[0] == '}')
	}
	ends := after == "" || after[0] == '\n' || after[0] == ',' || after[0] == '}'
	return ends && (!named || strings.IndexFunc(value, unicode.IsDigit) >= 0)
}

var moment = regex.New(`^\d{4}-\d\d-\d\d([T ][\d:.+Z-]*)?$`)

// harmless is what says whether there is a credential, or when, and not which.
func harmless(value string) bool {
	switch strings.ToLower(value) {
	case "", "true", "false", "yes", "no", "none", "null", "nil", "enabled", "disabled", "active", "inactive", "required", "optional":
		return true
	}
	return moment.MatchString(value)
}
