package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/asked"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/forecasting"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// completeObjects offers types and names in the three forms that a command line
// may have: TYPE NAME ..., TYPE/NAME ..., and TYPE,TYPE.
func completeObjects(ctx context.Context, t *tab) ([]string, cobra.ShellCompDirective) {
	slashed := slices.ContainsFunc(t.args, func(arg string) bool { return strings.Contains(arg, "/") })
	types, name, named := strings.Cut(t.typed, "/")
	switch {
	case named && (slashed || len(t.args) == 0):
		return t.names(ctx, types, name, types+"/"), cobra.ShellCompDirectiveKeepOrder
	case named:
		return nil, 0
	case len(t.args) == 0:
		return t.typeNames(), 0
	case slashed:
		offered := t.typeNames()
		for i := range offered {
			offered[i] += "/"
		}
		return offered, cobra.ShellCompDirectiveNoSpace
	}
	return t.names(ctx, t.args[0], t.typed, ""), cobra.ShellCompDirectiveKeepOrder
}

// completeBare offers the names of objects where no command is typed, once a slash says
// that none will be.
func (a *app) completeBare(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if !strings.Contains(typed, "/") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.asking(completeObjects)(cmd, args, typed)
}

// completeInstalled offers what can be uninstalled: Helm releases of the namespace, API
// groups, and whatever is one object.
func completeInstalled(ctx context.Context, t *tab) ([]string, cobra.ShellCompDirective) {
	word, name, named := strings.Cut(t.typed, "/")
	finder := &install.Finder{Reader: t.Source, Kinds: t.Types.Kinds}
	switch {
	case named && word == forecasting.Group:
		return t.installed(forecasting.Group, finder.Groups(), name), 0
	case named && word == forecasting.Helm:
		q, err := t.question(nil)
		if err != nil {
			return nil, 0
		}
		return t.installed(forecasting.Helm, finder.Releases(ctx, q.Namespace), name), 0
	}
	offered, directive := completeObjects(ctx, t)
	if named || len(t.args) > 0 && !strings.Contains(t.args[0], "/") {
		return offered, directive
	}
	words := beginning([]string{forecasting.Helm + "/", forecasting.Group + "/"}, t.typed)
	if len(words) > 0 && t.typed != "" {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return append(words, offered...), directive
}

// installed are the names of what is installed in a way, with the word for that way.
func (t *tab) installed(word string, names []string, typed string) []string {
	var out []string
	for _, name := range beginning(names, typed) {
		if full := word + "/" + name; !slices.Contains(t.args, full) {
			out = append(out, full)
		}
	}
	return out
}

// typeNames are the types that begin as typed. Short names stand back: they are
// short enough, and would only keep a shell from finishing the full one.
func (t *tab) typeNames() []string {
	end := strings.LastIndexByte(t.typed, ',') + 1
	before, typed := t.typed[:end], t.typed[end:]
	var full, short []string
	for _, k := range t.Types.Kinds {
		if !k.Listable {
			continue
		}
		full = append(full, k.Type())
		short = append(short, k.ShortNames...)
	}
	offered := beginning(full, typed)
	if len(offered) == 0 {
		offered = beginning(short, typed)
	}
	slices.Sort(offered)
	for i := range offered {
		offered[i] = before + offered[i]
	}
	return slices.Compact(offered)
}

// names are those of the objects of the types, each with a word before it. What
// is being deleted comes first, and says so where the shell shows that. Names
// that are on the command line already are left out.
func (t *tab) names(ctx context.Context, types, typed, before string) []string {
	q, err := t.question(nil)
	if err != nil {
		return nil
	}
	kinds, err := t.Types.LookupAll(types)
	if err != nil {
		return nil
	}
	var scopes []trace.Scope
	for _, k := range kinds {
		scope := trace.Scope{Kind: k}
		if k.Namespaced && !q.Everywhere {
			scope.Namespace = q.Namespace
		}
		scopes = append(scopes, scope)
	}
	going, others := t.list(ctx, scopes)
	offered := func(names []string, note string) []string {
		slices.Sort(names)
		var words []string
		for _, name := range beginning(slices.Compact(names), typed) {
			if word := before + name; !slices.Contains(t.args, word) {
				words = append(words, word+note)
			}
		}
		return words
	}
	return append(offered(going, "\tbeing deleted"), offered(others, "")...)
}

// list are the names of the objects that are being deleted, and of the others.
func (t *tab) list(ctx context.Context, scopes []trace.Scope) (going, others []string) {
	_, _, err := t.Find(ctx, scopes, trace.Want{}, func(target trace.Target, row *trace.Row) bool {
		if row.Deleted.IsZero() {
			others = append(others, target.Name)
		} else {
			going = append(going, target.Name)
		}
		return false
	})
	if err != nil {
		return nil, nil
	}
	return going, others
}

// question is what the command line asks so far.
func (t *tab) question(args []string) (asked.Question, error) {
	return t.app.askAny(args, &askFlags{allNamespaces: t.value("all-namespaces") == "true", sourceFlags: sourceFlags{from: t.value("from")}})
}

func completeNamespaces(ctx context.Context, t *tab) ([]string, cobra.ShellCompDirective) {
	kind, err := t.Types.Lookup("namespaces")
	if err != nil {
		return nil, 0
	}
	going, others := t.list(ctx, []trace.Scope{{Kind: kind}})
	all := slices.Concat(going, others)
	slices.Sort(all)
	return beginning(all, t.typed), 0
}

// mostRead bounds the objects that are read to complete a word.
const mostRead = 50

// completeFinalizersOf offers the finalizers of the objects that are named, but
// for those that are on the command line already.
func completeFinalizersOf(ctx context.Context, t *tab) ([]string, cobra.ShellCompDirective) {
	if len(t.args) == 0 {
		return nil, 0
	}
	q, err := t.question(t.args)
	if err != nil {
		return nil, 0
	}
	targets, err := q.Targets(ctx, t.Source)
	if err != nil {
		return nil, 0
	}
	var offered []string
	for _, target := range targets[:min(len(targets), mostRead)] {
		obj, err := t.Get(ctx, target.Kind, target.Namespace, target.Name)
		if err != nil {
			continue
		}
		offered = append(offered, trace.FinalizersOf(obj)...)
	}
	slices.Sort(offered)
	given, err := t.flags.GetStringArray("finalizer")
	if err != nil {
		return nil, 0
	}
	offered = slices.DeleteFunc(slices.Compact(offered), func(f string) bool { return slices.Contains(given, f) })
	return beginning(offered, t.typed), 0
}

// completeCauses offers what why-stuck finds now, by number and by reason.
func completeCauses(ctx context.Context, t *tab) ([]string, cobra.ShellCompDirective) {
	q, err := t.question(nil)
	if err != nil {
		return nil, 0
	}
	folders, err := t.flags.GetStringSlice("catalogue")
	if err != nil {
		return nil, 0
	}
	catalogue, err := t.app.catalogue(folders)
	if err != nil {
		return nil, 0
	}
	o := &whyOptions{question: q, going: []string{q.Namespace}, catalogue: catalogue}
	diagnosis, _, err := o.diagnose(ctx, t.Source, nil)
	if err != nil || diagnosis == nil {
		return nil, 0
	}
	var numbers, reasons []string
	for i := range diagnosis.Causes {
		cause := &diagnosis.Causes[i]
		number, reason := strconv.Itoa(i+1), string(cause.Reason)
		if strings.HasPrefix(number, t.typed) {
			numbers = append(numbers, number+"\t"+reason+": "+render.Line(cause.Message))
		}
		if !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return append(numbers, beginning(reasons, t.typed)...), cobra.ShellCompDirectiveKeepOrder
}
