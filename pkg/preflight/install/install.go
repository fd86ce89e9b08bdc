package install

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Installation is what an uninstall takes, as far as it names it.
type Installation struct {
	// Title names it in a sentence: "the Helm release web in namespace shop".
	Title string
	// Targets are the objects that are deleted by name, in a fixed order.
	Targets []trace.Target
	// Kept are objects that belong to it and are not deleted with it.
	Kept []Kept
	// Unseen says what belongs to it and cannot be read in the cluster; one line each.
	Unseen []string
	// Commands uninstall it, word by word, in this order, and Checks print nothing once
	// that is done. None where a plain delete of the targets is all.
	Commands [][]string
	Checks   [][]string
	// Incomplete lists what could not be read. The installation may have more then.
	Incomplete []trace.Problem
}

// Kept is an object that an uninstall leaves on purpose.
type Kept struct {
	trace.Target
	// Because is one line without a full stop.
	Because string
}

// Finder finds what an uninstall deletes.
type Finder struct {
	Reader trace.Reader
	Kinds  []trace.Kind
}

// NotFoundError says that nothing of the kind is installed.
type NotFoundError struct {
	// What is not there, as in "the Helm release web in namespace shop".
	What string
	// There are those of its kind that are.
	There []string
}

func (e *NotFoundError) Error() string { return "nothing in the cluster belongs to " + e.What }

// absent says that nothing was found, or that not all was read where it could be.
func absent(i *Installation, there []string) error {
	for _, p := range i.Incomplete {
		if p.Reason != trace.NotInDump {
			return fmt.Errorf("looking for %s: reading %s: %s", i.Title, p.About, p.Message)
		}
	}
	return &NotFoundError{What: i.Title, There: there}
}

// Object is what is installed by one object, which is deleted to uninstall it.
func (f *Finder) Object(ctx context.Context, t trace.Target) (*Installation, error) {
	switch {
	case t.Kind.Group == olmGroup && t.Kind.Kind == "Subscription":
		return f.subscription(ctx, t)
	case t.Kind.Group == olmGroup && t.Kind.Kind == "ClusterServiceVersion":
		return f.version(ctx, t)
	}
	return &Installation{Title: trace.Describe(t.Kind, t.Namespace, t.Name), Targets: []trace.Target{t}}, nil
}

// kind finds a kind that is served.
func (f *Finder) kind(group, kind string) (trace.Kind, bool) {
	return trace.KindOf(f.Kinds, group, kind)
}

func compareTargets(a, b trace.Target) int {
	return cmp.Or(a.Kind.Compare(b.Kind), strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name))
}

// Joined is what several installations are together.
func Joined(all []*Installation) *Installation {
	if len(all) == 1 {
		return all[0]
	}
	out := &Installation{}
	var titles []string
	for _, one := range all {
		titles = append(titles, one.Title)
		for _, t := range one.Targets {
			if !slices.ContainsFunc(out.Targets, func(o trace.Target) bool { return compareTargets(t, o) == 0 }) {
				out.Targets = append(out.Targets, t)
			}
		}
		out.Kept = append(out.Kept, one.Kept...)
		out.Unseen = append(out.Unseen, one.Unseen...)
		commands, checks := commandsOf(one)
		out.Commands, out.Checks = append(out.Commands, commands...), append(out.Checks, checks...)
		out.Incomplete = append(out.Incomplete, one.Incomplete...)
	}
	out.Title = strings.Join(titles, ", ")
	return out
}

// commandsOf are the commands that uninstall it, also where a plain delete does, and those
// that then print nothing.
func commandsOf(i *Installation) (commands, checks [][]string) {
	if len(i.Commands) > 0 {
		return i.Commands, i.Checks
	}
	return Deletion(i.Targets)
}

// Deletion are the commands that delete objects, one for each type and namespace, and
// those that print nothing once they are gone.
func Deletion(targets []trace.Target) (commands, checks [][]string) {
	sorted := slices.Clone(targets)
	slices.SortStableFunc(sorted, func(a, b trace.Target) int {
		return cmp.Or(a.Kind.Compare(b.Kind), strings.Compare(a.Namespace, b.Namespace))
	})
	for len(sorted) > 0 {
		first := sorted[0]
		var names []string
		for len(sorted) > 0 && sorted[0].Kind.Compare(first.Kind) == 0 && sorted[0].Namespace == first.Namespace {
			names, sorted = append(names, sorted[0].Name), sorted[1:]
		}
		words := append([]string{first.Kind.Type()}, names...)
		if first.Namespace != "" {
			words = append(words, "-n", first.Namespace)
		}
		commands = append(commands, append([]string{"kubectl", "delete"}, words...))
		checks = append(checks, append(append([]string{"kubectl", "get"}, words...), "--ignore-not-found"))
	}
	return commands, checks
}

// definitions are the CustomResourceDefinitions whose names the test accepts.
func (f *Finder) definitions(ctx context.Context, meant func(name string) bool) ([]trace.Target, []trace.Problem) {
	kind, served := f.kind(definitionGroup, "CustomResourceDefinition")
	if !served {
		return nil, nil
	}
	var out []trace.Target
	problems := f.Reader.Scan(ctx, []trace.Scope{{Kind: kind}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
		if name := string(row.Name); meant(name) {
			out = append(out, trace.Target{Kind: kind, Name: name})
		}
	})
	slices.SortFunc(out, compareTargets)
	return out, problems
}

const definitionGroup = "apiextensions.k8s.io"

// Group is an API group: the definitions that make the server serve it, or the
// APIServices that pass it on.
func (f *Finder) Group(ctx context.Context, group string) (*Installation, error) {
	out := &Installation{Title: "the API group " + group}
	out.Targets, out.Incomplete = f.definitions(ctx, func(name string) bool {
		_, of, _ := strings.Cut(name, ".")
		return of == group
	})
	passed, local, problems := f.services(ctx, group)
	out.Targets = append(out.Targets, passed...)
	out.Incomplete = append(out.Incomplete, problems...)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(out.Targets) > 0 {
		return out, nil
	}
	if local {
		return nil, fmt.Errorf("the API group %s is a part of Kubernetes and cannot be uninstalled", group)
	}
	return nil, absent(out, f.Groups())
}

// services are the APIServices of a group that pass it on to a Service. local says that
// the API server serves it itself.
func (f *Finder) services(ctx context.Context, group string) (passed []trace.Target, local bool, problems []trace.Problem) {
	kind, served := f.kind("apiregistration.k8s.io", "APIService")
	if !served {
		return nil, false, nil
	}
	var named []string
	problems = f.Reader.Scan(ctx, []trace.Scope{{Kind: kind}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
		if _, of, _ := strings.Cut(string(row.Name), "."); of == group {
			named = append(named, string(row.Name))
		}
	})
	for _, name := range named {
		obj, err := f.Reader.Get(ctx, kind, "", name)
		if err != nil {
			problems = append(problems, f.Reader.Problem(trace.PartOf(kind, "", name), err))
			continue
		}
		if field(obj, "spec", "service", "name") == "" {
			local = true
			continue
		}
		passed = append(passed, trace.Target{Kind: kind, Name: name})
	}
	slices.SortFunc(passed, compareTargets)
	return passed, local, problems
}

// Groups are the API groups that are no part of Kubernetes, as far as a name tells.
func (f *Finder) Groups() []string {
	var out []string
	for _, k := range f.Kinds {
		if k.MayBeCustom() && !strings.HasSuffix(k.Group, ".k8s.io") {
			out = append(out, k.Group)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
