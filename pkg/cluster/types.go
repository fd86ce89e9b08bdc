package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Types are the kinds among which a name is looked up that a person typed. The
// same rules hold for a live server and for a dump.
type Types struct {
	// Kinds has each resource in its preferred version.
	Kinds []trace.Kind
	// Others has the further versions in which resources are served. A name
	// finds them only if it says the version.
	Others []trace.Kind
	// Groups are the API groups in the order in which the server names them, which is
	// that of their priority. A dump does not know it.
	Groups []string
	// At is when the server said so, by its own clock and to the second; zero
	// where it did not say. Whether a deletionTimestamp has passed is asked of
	// that clock, not of this machine's.
	At time.Time
	// Held says what is there where it was copied and no server was asked, nil for a server: its
	// types are those of what was copied.
	Held func() string
}

// Targets turns arguments as kubectl takes them into the objects that they
// name: TYPE/NAME ..., TYPE NAME ... or TYPE,TYPE NAME .... The namespace is
// that of the objects whose kind has namespaces.
func (t Types) Targets(namespace string, args []string) ([]trace.Target, error) {
	pairs, err := pairsOf(args)
	if err != nil {
		return nil, err
	}
	targets := make([]trace.Target, 0, len(pairs))
	for _, p := range pairs {
		kind, err := t.Lookup(p[0])
		if err != nil {
			return nil, err
		}
		target := trace.Target{Kind: kind, Name: p[1]}
		if kind.Namespaced {
			target.Namespace = namespace
		}
		if !containsTarget(targets, target) {
			targets = append(targets, target)
		}
	}
	return targets, nil
}

func containsTarget(targets []trace.Target, target trace.Target) bool {
	return slices.ContainsFunc(targets, func(t trace.Target) bool {
		return t.Name == target.Name && t.Namespace == target.Namespace &&
			t.Kind.Group == target.Kind.Group && t.Kind.Resource == target.Kind.Resource
	})
}

// LookupAll finds the kinds that a comma-separated list of types means, each
// once. A name in it that is no type may be a category, such as "all" or
// "managed".
func (t Types) LookupAll(arg string) ([]trace.Kind, error) {
	var kinds []trace.Kind
	for name := range strings.SplitSeq(arg, ",") {
		found, err := t.typeOrCategory(name)
		if err != nil {
			return nil, err
		}
		for _, kind := range found {
			if !slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Group == kind.Group && k.Resource == kind.Resource }) {
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds, nil
}

func (t Types) typeOrCategory(name string) ([]trace.Kind, error) {
	kind, err := t.Lookup(name)
	if err == nil {
		return []trace.Kind{kind}, nil
	}
	var found []trace.Kind
	for _, k := range t.Kinds {
		if k.Listable && slices.Contains(k.Categories, strings.ToLower(name)) {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		return nil, err
	}
	return found, nil
}

// CheckArgs refuses the arguments that are wrong whatever the server serves:
// those that Targets or, for a single TYPE, LookupAll could not take apart.
func CheckArgs(args []string) error {
	if len(args) != 1 || strings.Contains(args[0], "/") {
		if _, err := pairsOf(args); err != nil {
			return err
		}
	}
	for _, arg := range args {
		types, _, slashed := strings.Cut(arg, "/")
		for name := range strings.SplitSeq(types, ",") {
			if name == "" || name[0] == '.' {
				return fmt.Errorf("a type is missing in %q", arg)
			}
		}
		if !slashed {
			break // the others are names
		}
	}
	return nil
}

// pairsOf splits arguments into pairs of type and name.
func pairsOf(args []string) ([][2]string, error) {
	if len(args) == 0 {
		return nil, errors.New("no object is named: use TYPE/NAME or TYPE NAME")
	}
	slashed := 0
	for _, arg := range args {
		if strings.Contains(arg, "/") {
			slashed++
		}
	}
	switch {
	case slashed == len(args):
		return slashedPairs(args)
	case slashed > 0:
		return nil, errors.New("TYPE/NAME and TYPE NAME cannot be mixed: use one of the two for all objects")
	case len(args) == 1:
		return nil, fmt.Errorf("no name is given for the type %q: use %s/NAME", args[0], args[0])
	}
	var pairs [][2]string
	for typ := range strings.SplitSeq(args[0], ",") {
		for _, name := range args[1:] {
			if name == "" {
				return nil, fmt.Errorf("a name for the type %q is empty", typ)
			}
			pairs = append(pairs, [2]string{typ, name})
		}
	}
	return pairs, nil
}

func slashedPairs(args []string) ([][2]string, error) {
	pairs := make([][2]string, 0, len(args))
	for _, arg := range args {
		typ, name, _ := strings.Cut(arg, "/")
		if typ == "" || name == "" || strings.Contains(name, "/") || strings.Contains(typ, ",") {
			return nil, fmt.Errorf("%q names no object: use TYPE/NAME with one type, one slash and one name", arg)
		}
		pairs = append(pairs, [2]string{typ, name})
	}
	return pairs, nil
}

// Lookup finds the kind that a type means: a plural, singular or short name or
// a kind, in any case, alone or followed by a group, the beginning of a group,
// or a version and a group, as in "deploy", "deployments.apps" and
// "deployments.v1.apps".
//
// A full name counts more than a short one, and the group that the server names first
// more than the others, as they do for kubectl; Shared tells of those. Where that order
// is not known, the core group counts more than the other built-in ones, and those more
// than groups of custom resources; what that does not decide is ambiguous.
func (t Types) Lookup(typ string) (trace.Kind, error) {
	name, rest, qualified := strings.Cut(strings.ToLower(typ), ".")
	if name == "" {
		return trace.Kind{}, fmt.Errorf("a type is missing in %q", typ)
	}
	found := t.foremost(t.candidates(name, rest, qualified))
	switch len(found) {
	case 0:
		return trace.Kind{}, t.unknown(typ, name)
	case 1:
		return found[0], nil
	}
	return trace.Kind{}, fmt.Errorf("the type %q is ambiguous: use %s", typ, typeList(found))
}

// Shared returns the kinds that a type could mean as well, where Lookup chose one by no
// more than the order of groups. Of a built-in kind nobody has to be told.
func (t Types) Shared(typ string) []trace.Kind {
	name, rest, qualified := strings.Cut(strings.ToLower(typ), ".")
	if name == "" || len(t.Groups) == 0 {
		return nil
	}
	found := t.candidates(name, rest, qualified)
	if len(found) < 2 {
		return nil
	}
	chosen := t.foremost(found)[0]
	return slices.DeleteFunc(found, func(k trace.Kind) bool {
		return k.Group == chosen.Group || standing(k.Group) > standing(chosen.Group)
	})
}

// candidates are all kinds that a name may mean.
func (t Types) candidates(name, rest string, qualified bool) []trace.Kind {
	if qualified {
		return t.qualified(name, rest)
	}
	return named(t.Kinds, name, func(trace.Kind) bool { return true })
}

// qualified finds what a name means within a group; rest may begin with a
// version.
func (t Types) qualified(name, rest string) []trace.Kind {
	inGroup := func(k trace.Kind) bool { return k.Group == rest }
	version, group, versioned := strings.Cut(rest, ".")
	inVersion := func(k trace.Kind) bool { return versioned && k.Version == version && k.Group == group }
	inSomeGroup := func(k trace.Kind) bool { return rest != "" && strings.HasPrefix(k.Group, rest) }
	for _, attempt := range []struct {
		kinds []trace.Kind
		in    func(trace.Kind) bool
	}{
		{t.Kinds, inVersion},
		{t.Others, inVersion},
		{t.Kinds, inGroup},
		{t.Kinds, inSomeGroup},
	} {
		if found := named(attempt.kinds, name, attempt.in); len(found) > 0 {
			return found
		}
	}
	return nil
}

// named finds the kinds that have the full name or, if there are none, the
// short name.
func named(kinds []trace.Kind, name string, in func(trace.Kind) bool) []trace.Kind {
	var full, short []trace.Kind
	for _, k := range kinds {
		switch {
		case !in(k):
		case strings.EqualFold(k.Resource, name), strings.EqualFold(k.Singular, name), strings.EqualFold(k.Kind, name):
			full = append(full, k)
		case slices.ContainsFunc(k.ShortNames, func(s string) bool { return strings.EqualFold(s, name) }):
			short = append(short, k)
		}
	}
	if len(full) > 0 {
		return full
	}
	return short
}

// foremost keeps the kinds of the group that counts most. It is one where the server
// has said in which order the groups count.
func (t Types) foremost(kinds []trace.Kind) []trace.Kind {
	if len(kinds) < 2 {
		return kinds
	}
	counts := func(k trace.Kind) int { return standing(k.Group) }
	if len(t.Groups) > 0 {
		counts = func(k trace.Kind) int { return slices.Index(t.Groups, k.Group) }
	}
	best := slices.MinFunc(kinds, func(a, b trace.Kind) int { return cmp.Compare(counts(a), counts(b)) })
	return slices.DeleteFunc(slices.Clone(kinds), func(k trace.Kind) bool { return counts(k) > counts(best) })
}

// standing ranks groups: core, other built-in ones, what Kubernetes projects
// serve under its domain, and all others.
func standing(group string) int {
	switch {
	case group == "":
		return 0
	case !strings.Contains(group, "."), builtinGroups[group]:
		return 1
	case strings.HasSuffix(group, ".k8s.io"):
		return 2
	}
	return 3
}

// builtinGroups are the groups with a domain that the API server itself serves.
var builtinGroups = map[string]bool{
	"admissionregistration.k8s.io": true,
	"apiextensions.k8s.io":         true,
	"apiregistration.k8s.io":       true,
	"authentication.k8s.io":        true,
	"authorization.k8s.io":         true,
	"certificates.k8s.io":          true,
	"coordination.k8s.io":          true,
	"discovery.k8s.io":             true,
	"events.k8s.io":                true,
	"flowcontrol.apiserver.k8s.io": true,
	"internal.apiserver.k8s.io":    true,
	"networking.k8s.io":            true,
	"node.k8s.io":                  true,
	"rbac.authorization.k8s.io":    true,
	"resource.k8s.io":              true,
	"scheduling.k8s.io":            true,
	"storage.k8s.io":               true,
	"storagemigration.k8s.io":      true,
}
