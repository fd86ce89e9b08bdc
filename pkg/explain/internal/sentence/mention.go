package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Mention is what a text calls an object.
type Mention struct {
	// Kind is the word for its kind: singular or plural, with or without a group.
	Kind      string
	Namespace string // empty where the text does not say
	Name      string // empty where the text names the kind alone
	// Loose says that it may be prose: it counts only where there is such an object.
	Loose bool

	from, to int // its tokens
}

var (
	kindPattern    = regex.New(`^[A-Za-z][A-Za-z0-9]*(\.[a-z0-9][-a-z0-9.]*)?$`)
	namePattern    = regex.New(`^([a-z0-9][-a-z0-9.]*/)?[a-z0-9]([-a-z0-9.:]*[a-z0-9])?$`)
	versionPattern = regex.New(`^(v\d[a-z0-9]*|apps|batch|core|policy|autoscaling|[a-z0-9-]+(\.[a-z0-9-]+)+)$`)
)

// Words that follow a kind's name in sentences and are no names: in a list only those
// that cannot be one.
var (
	functionWords = strings.Fields(`a an the is are was were be been being has have had do does did no not to in on of off for from and or with by at as
	cannot can could may must should will would still yet already which that this these it its if when while until before after because since so but
	then than there their his her they we you all any each another other others exists exist deleted deleting`)
	proseNouns = strings.Fields(`deletion delete existing remain remains remaining left resource resources object objects instance instances hook hooks
	failed failing fails error errors finalizer finalizers condition conditions status state phase controller controllers operator set ready running
	found missing created updated removed gone named called name names detached attached mounted unmounted unused used using timed timeout needs need
	stop stopped complete completed finish finished available healthy terminated terminating creation removal cleanup reconcile reconciliation
	version versions health volume volumes data type types key keys id ids group groups kind kinds spec first next wait waiting`)
)

// mentionsIn finds the objects that tokens name. A word names a kind where isKind
// says so.
func mentionsIn(tokens []token, isKind func(string) bool) []Mention {
	var out []Mention
	for i := 0; i < len(tokens); {
		found := mentionAt(tokens, i, isKind)
		if len(found) == 0 {
			i++
			continue
		}
		if last := len(out) - 1; last >= 0 && out[last].Name == "" && out[last].to == i {
			out = out[:last] // "worker nodes" are nodes
		}
		out = append(out, found...)
		i = found[len(found)-1].to
	}
	return out
}

// mentionAt finds the objects of one kind that are named from a token on.
func mentionAt(tokens []token, i int, isKind func(string) bool) []Mention {
	t := &tokens[i]
	if t.opaque || !strings.ContainsAny(t.text[:1], letters) && !t.quoted {
		return nil
	}
	if m, ok := slashed(t.text, isKind); ok {
		m.from, m.to = i, i+1
		return []Mention{m}
	}
	kind, next := kindAt(tokens, i, isKind)
	if kind == "" {
		return nil
	}
	return namesAfter(tokens, i, next, kind, isKind)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// slashed reads kind/name and kind/namespace/name, also behind a group and a version.
func slashed(word string, isKind func(string) bool) (Mention, bool) {
	parts := strings.Split(word, "/")
	for at, part := range parts[:len(parts)-1] {
		if kindPattern.MatchString(part) && isKind(part) {
			m := Mention{Kind: part, Name: parts[len(parts)-1]}
			if rest := parts[at+1:]; len(rest) == 2 {
				m.Namespace = rest[0]
			} else if len(rest) > 2 {
				return Mention{}, false
			}
			return m, namePattern.MatchString(m.Name)
		}
		if !versionPattern.MatchString(part) {
			return Mention{}, false
		}
	}
	return Mention{}, false
}

// kindAt reads the word for a kind, which prose may take apart: "machine set".
func kindAt(tokens []token, i int, isKind func(string) bool) (kind string, next int) {
	for words := 3; words >= 1; words-- {
		if i+words > len(tokens) {
			continue
		}
		joined := ""
		for _, t := range tokens[i : i+words] {
			if words > 1 && !t.plain() || t.opaque {
				joined = ""
				break
			}
			joined += t.text
		}
		if kindPattern.MatchString(joined) && isKind(joined) {
			return joined, i + words
		}
	}
	return "", i
}

// namesAfter reads the names behind the word for a kind, which ends before next.
func namesAfter(tokens []token, from, next int, kind string, isKind func(string) bool) []Mention {
	if next+2 < len(tokens) && tokens[next].is("(") && tokens[next+1].is("s", "es") && tokens[next+2].is(")") {
		next += 3
	}
	i := next
	for i < len(tokens) && tokens[i].is("named", "called", "object", "resource", "instance", "name") {
		i++
	}
	list := i < len(tokens) && tokens[i].is(":", "[", "(")
	for i < len(tokens) && tokens[i].is(":", "[", "(") && i < next+4 {
		i++
	}
	if out := namesFrom(tokens, from, i, list, kind, isKind); len(out) > 0 {
		return out
	}
	if before := from - 1; before >= 0 && nameLike(&tokens[before]) && (tokens[before].quoted || marked(tokens[before].text)) && strings.ContainsAny(tokens[before].text, letters) {
		return []Mention{{Kind: kind, Name: tokens[before].text, Loose: true, from: from, to: next}}
	}
	return []Mention{{Kind: kind, from: from, to: next}}
}

// namesFrom reads the names from i on, as many as stand together.
func namesFrom(tokens []token, from, i int, list bool, kind string, isKind func(string) bool) (out []Mention) {
	colon := list && tokens[i-1].is(":")
	if colon && i < len(tokens) && saysOf(tokens, i, kind) {
		return nil
	}
	for more := true; more && i < len(tokens); {
		t := &tokens[i]
		if !nameLike(t) || list && nextKind(tokens, i, isKind) {
			break
		}
		sure := t.quoted || list
		lower := kind == strings.ToLower(kind)
		if slices.Contains(functionWords, t.low) || !sure && (slices.Contains(proseNouns, t.low) || !marked(t.text) && (len(out) > 0 || lower)) {
			break
		}
		loose := !sure && (lower || !marked(t.text)) || colon && !t.quoted && !marked(t.text) && !plural(kind)
		out = append(out, mentionOf(kind, t.text, loose, from, i+1))
		i, more = further(tokens, i+1, list, t.quoted)
	}
	return out
}

// nextKind reports whether another word for a kind stands here, with its own names behind a colon.
func nextKind(tokens []token, i int, isKind func(string) bool) bool {
	return i+1 < len(tokens) && tokens[i+1].is(":") && isKind(tokens[i].text)
}

// saysOf reports whether the word behind the word for a kind and a colon begins what is said of it, as in an error
// that wraps another one, and is no name: a sentence goes on behind it. Of several its names are listed, which
// may go on too.
func saysOf(tokens []token, i int, kind string) bool {
	if t := &tokens[i]; t.quoted || marked(t.text) && strings.Trim(t.text, "0123456789") != "" {
		return false
	}
	if plural(kind) {
		return i+1 < len(tokens) && (place(&tokens[i+1]) || tokens[i+1].is("for", "until"))
	}
	return slices.Contains(proseNouns, tokens[i].low) || i+1 < len(tokens) && tokens[i+1].plain() && !tokens[i+1].is("and", "or")
}

// plural reports whether a word for a kind is of several.
func plural(kind string) bool { return phrase.SingularOf(kind) != kind }

// further is where one more name would stand: behind a comma or a conjunction or,
// between brackets, at once.
func further(tokens []token, i int, list, quoted bool) (next int, more bool) {
	next = i
	for next < len(tokens) && tokens[next].is(",", "and", "or") {
		next++
	}
	return next, next > i || list && i < len(tokens) && tokens[i].quoted == quoted && bracketed(tokens, i)
}

// mentionOf is an object by a name, which may hold its namespace.
func mentionOf(kind, name string, loose bool, from, to int) Mention {
	m := Mention{Kind: kind, Name: name, Loose: loose, from: from, to: to}
	if space, rest, ok := strings.Cut(name, "/"); ok {
		m.Namespace, m.Name = space, rest
	}
	return m
}

// bracketed reports whether the token stands between square brackets.
func bracketed(tokens []token, i int) bool {
	for i--; i >= 0; i-- {
		switch tokens[i].low {
		case "[":
			return true
		case "]", ".", ";", "\n":
			return false
		}
	}
	return false
}

func nameLike(t *token) bool {
	return !t.opaque && namePattern.MatchString(t.text)
}

// marked reports whether a word looks like a name even in prose.
func marked(word string) bool { return strings.ContainsAny(word, "-0123456789/") }
