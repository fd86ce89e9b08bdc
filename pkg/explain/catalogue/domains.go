package catalogue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Owned reports whether a domain is below another, or the same, and the upper one
// is not for everybody.
func Owned(host, domain string) bool {
	return strings.Contains(domain, ".") && !slices.Contains(shared, domain) && within(host, domain)
}

// maxProjects bounds how many projects a clue names.
const maxProjects = 5

// shared are domains under which everybody may have names: they say nothing of
// a project.
var shared = []string{
	"k8s.io", "x-k8s.io", "kubernetes.io", "github.com", "github.io", "example.com", "example.org",
	"amazonaws.com", "azure.com", "googleapis.com", "co.uk", "com.cn", "svc.cluster",
}

// MayBeKin reports whether two domains share a part that may be the name of one party, as
// kubermatic.k8s.io and kubermatic.io do: they may be of the same project, and need not.
func MayBeKin(one, other string) bool {
	parts := namesIn(other)
	return slices.ContainsFunc(namesIn(one), func(part string) bool { return slices.Contains(parts, part) })
}

// namesIn are the parts of a domain that are not for everybody.
func namesIn(domain string) []string {
	own := strings.Split(domain, ".")
	for _, d := range shared {
		if upper, under := strings.CutSuffix(domain, "."+d); under {
			return strings.Split(upper, ".")
		}
	}
	return own[:len(own)-1]
}

// knownDomain looks for projects whose finalizers or kinds have the same domain,
// as much of it as possible.
func (c *Catalogue) knownDomain(finalizer string) (Clue, bool) {
	for host := domain(finalizer); strings.Contains(host, "."); _, host, _ = strings.Cut(host, ".") {
		if slices.Contains(shared, host) {
			return Clue{
				Form: FormKnownDomain,
				Text: fmt.Sprintf("many projects have names under %s, so it does not tell whose this is", host),
			}, true
		}
		if projects := c.under(host); len(projects) > 0 {
			return Clue{
				Form:  FormKnownDomain,
				Text:  fmt.Sprintf("%s is also in finalizers or kinds of %s; it may be a newer or older name of theirs", host, some(projects)),
				Names: projects,
			}, true
		}
	}
	return Clue{}, false
}

// under returns the projects that have a finalizer or a kind in the domain: those
// that have the domain itself before those that are below it, and among them
// those with the most first.
func (c *Catalogue) under(domain string) []string {
	var out []string
	below, same := map[string]int{}, map[string]int{}
	for _, f := range c.finalizers.all {
		name := c.projects[f].Project
		for _, d := range Domains(f) {
			if !within(d, domain) {
				continue
			}
			if below[name]++; below[name] == 1 {
				out = append(out, name)
			}
			if d == domain {
				same[name]++
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Or(cmp.Compare(same[b], same[a]), cmp.Compare(below[b], below[a]))
	})
	return out
}

// Domains returns the domains of an entry: that of its pattern, where it is
// spelt out, and the groups of its kinds.
func Domains(f *Finalizer) []string {
	var out []string
	if f.Match == "" || f.Match == MatchExact || f.Match == MatchPrefix {
		out = append(out, domain(f.Pattern))
	}
	for _, kind := range f.Kinds {
		_, group, _ := strings.Cut(kind, ".")
		out = append(out, strings.TrimPrefix(group, "*."))
	}
	return out
}

func some(names []string) string {
	if len(names) <= maxProjects {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more projects", strings.Join(names[:maxProjects], ", "), len(names)-maxProjects)
}
