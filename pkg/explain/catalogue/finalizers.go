package catalogue

import (
	"cmp"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// finalizers finds the entry for a finalizer. It is built once and not changed.
type finalizers struct {
	all      []*Finalizer // in the order of the files
	exact    map[string][]*Finalizer
	prefixes []*Finalizer // the longest first
	suffixes []*Finalizer // the longest first
	own      []*Finalizer
	regexes  func() []compiledFinalizer
}

type compiledFinalizer struct {
	*Finalizer
	whole    *regexp.Regexp
	literals int
}

// newFinalizers takes the entries in order; of two that are equally fitting, the
// later wins.
func newFinalizers(entries []*Finalizer) *finalizers {
	h := &finalizers{all: entries, exact: make(map[string][]*Finalizer, len(entries))}
	var regexes []*Finalizer
	for _, f := range slices.Backward(entries) {
		switch f.Match {
		case MatchPrefix:
			h.prefixes = append(h.prefixes, f)
		case MatchSuffix:
			h.suffixes = append(h.suffixes, f)
		case MatchOwn:
			h.own = append(h.own, f)
		case MatchRegex:
			regexes = append(regexes, f)
		default:
			h.exact[f.Pattern] = append(h.exact[f.Pattern], f)
		}
	}
	longest := func(a, b *Finalizer) int { return cmp.Compare(len(b.Pattern), len(a.Pattern)) }
	slices.SortStableFunc(h.prefixes, longest)
	slices.SortStableFunc(h.suffixes, longest)
	h.regexes = sync.OnceValue(func() []compiledFinalizer { return compileAll(regexes) })
	return h
}

// compileAll orders the regexes so that the generic ones come last: the more
// characters a regex spells out, the earlier it is asked.
func compileAll(entries []*Finalizer) []compiledFinalizer {
	out := make([]compiledFinalizer, 0, len(entries))
	for _, f := range entries {
		re, literals, err := compileWhole(f.Pattern)
		if err != nil {
			continue // refused when the file was loaded
		}
		out = append(out, compiledFinalizer{Finalizer: f, whole: re, literals: literals})
	}
	slices.SortStableFunc(out, func(a, b compiledFinalizer) int { return cmp.Compare(b.literals, a.literals) })
	return out
}

func compileWhole(pattern string) (re *regexp.Regexp, literals int, err error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, 0, fmt.Errorf("parsing the regex %q: %w", pattern, err)
	}
	re, err = regexp.Compile(`^(?:` + pattern + `)$`)
	if err != nil {
		return nil, 0, fmt.Errorf("parsing the regex %q: %w", pattern, err)
	}
	return re, countLiterals(parsed), nil
}

func countLiterals(re *syntax.Regexp) int {
	if re.Op == syntax.OpLiteral {
		return len(re.Rune)
	}
	n := 0
	for _, sub := range re.Sub {
		n += countLiterals(sub)
	}
	return n
}

// find returns the entry that fits best, nil for none: exact before prefix
// before suffix before own before regex, and within each one that names the
// kind before one for any kind.
func (h *finalizers) find(kind trace.Kind, finalizer string) *Finalizer {
	same := h.exact[finalizer]
	if f := best(same, kind); f != nil {
		return f
	}
	if f := soleOwner(same, kind, finalizer); f != nil {
		return f
	}
	if f := longestFit(h.prefixes, kind, func(p string) bool { return strings.HasPrefix(finalizer, p) }); f != nil {
		return f
	}
	if f := longestFit(h.suffixes, kind, func(p string) bool { return strings.HasSuffix(finalizer, p) }); f != nil {
		return f
	}
	if f := h.findOwn(kind, finalizer); f != nil {
		return f
	}
	return h.findRegex(kind, finalizer)
}

// findOwn compares with the names that frameworks build from the kind itself.
func (h *finalizers) findOwn(kind trace.Kind, finalizer string) *Finalizer {
	var same []*Finalizer
	names := strings.NewReplacer("{plural}", kind.Resource, "{group}", kind.Group)
	for _, f := range h.own {
		if kind.Resource != "" && names.Replace(f.Pattern) == finalizer {
			same = append(same, f)
		}
	}
	return best(same, kind)
}

// best returns the first entry that names the kind, else the first for any.
func best(entries []*Finalizer, kind trace.Kind) *Finalizer {
	var generic *Finalizer
	for _, f := range entries {
		if len(f.Kinds) == 0 {
			if generic == nil {
				generic = f
			}
			continue
		}
		if anyKindFits(f.Kinds, kind) {
			return f
		}
	}
	return generic
}

// soleOwner answers for a kind that no entry of the name lists, where the kind
// is of the same domain as the finalizer: projects add kinds faster than a list
// can follow. On a kind of anybody else the finalizer was copied or set by hand,
// and its project's controllers will not look at the object. Where several
// components share the name, the kind would have to decide.
func soleOwner(entries []*Finalizer, kind trace.Kind, finalizer string) *Finalizer {
	if len(entries) == 0 || !qualified(finalizer) || !SameDomain(kind.Group, finalizer) {
		return nil
	}
	for _, f := range entries[1:] {
		if f.Component != entries[0].Component {
			return nil
		}
	}
	return entries[0]
}

// SameDomain reports whether an API group and a finalizer end in the same
// domain of one party, as in "net.tailscale.com" and "tailscale.com/finalizer".
func SameDomain(group, finalizer string) bool {
	domain := cmp.Or(registered(group), group)
	return strings.Contains(domain, ".") && ofDomain(finalizer, domain)
}

// qualified reports whether a finalizer names a domain: "host.tld/name", or at
// least three parts with dots.
func qualified(finalizer string) bool {
	host, _, slash := strings.Cut(finalizer, "/")
	if slash {
		return strings.Contains(host, ".")
	}
	return strings.Count(host, ".") >= 2
}

// longestFit returns the longest pattern that matches; among equally long ones
// the kind decides.
func longestFit(entries []*Finalizer, kind trace.Kind, matches func(string) bool) *Finalizer {
	var found *Finalizer
	for _, f := range entries {
		if found != nil && len(f.Pattern) < len(found.Pattern) {
			break
		}
		if !matches(f.Pattern) {
			continue
		}
		if len(f.Kinds) == 0 {
			if found == nil {
				found = f
			}
			continue
		}
		if anyKindFits(f.Kinds, kind) {
			return f
		}
	}
	return found
}

func (h *finalizers) findRegex(kind trace.Kind, finalizer string) *Finalizer {
	var found *compiledFinalizer
	all := h.regexes()
	for i := range all {
		f := &all[i]
		if found != nil && f.literals < found.literals {
			break
		}
		named := len(f.Kinds) > 0
		if named && !anyKindFits(f.Kinds, kind) || !f.whole.MatchString(finalizer) {
			continue
		}
		if named {
			return f.Finalizer
		}
		if found == nil {
			found = f
		}
	}
	if found == nil {
		return nil
	}
	return found.Finalizer
}
