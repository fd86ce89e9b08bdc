package rights

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// binding is one that names an account, with the role that it gives.
type binding struct {
	ref, role trace.Ref
	gone      bool     // the role certainly does not exist
	verbs     []string // what the role gives on the kind
	made      bool     // the role is put together of others, so that writing to it is in vain
	wide      bool     // the role comes with Kubernetes
	people    bool     // the role is for people
}

// Runs reports whether a workload that is there runs as an account.
type Runs func(account trace.Ref) bool

// Lost says which binding or role is missing or too small for what an account may
// not do to objects of the kind, as far as that can be read, and what shows or mends it.
type Lost struct {
	Said, Source string
	Steps        []explain.Step
	// Narrow says that the account has the right in other namespaces, as it may be meant to.
	Narrow bool
}

// Lacking looks for what is at the bottom of a right that is not there: a binding
// whose role is gone, a role that gives less, and then a role that nothing binds.
func Lacking(ctx context.Context, h *hearing.Case, account trace.Ref, lacks []string, runs Runs) (l Lost) {
	bindings, complete := bindingsOf(ctx, h, account)
	who := sight.Where(account)
	for _, b := range bindings {
		if b.gone {
			l.Said = fmt.Sprintf("%s gives %s the %s, which does not exist", sight.Where(b.ref), who, sight.Where(b.role))
			l.Source = sight.Where(b.ref) + ": .roleRef"
			l.Steps = []explain.Step{
				explain.Tell("bring " + sight.Where(b.role) + " back, as whatever installed " + account.Name + " has it"),
				explain.Look("see what names it", h.View.Command(b.ref, "get", "-o", "yaml")...),
			}
			return l
		}
	}
	for _, b := range bindings {
		if len(b.verbs) > 0 {
			missing := slices.DeleteFunc(slices.Clone(lacks), func(v string) bool { return slices.Contains(b.verbs, v) })
			if len(missing) > 0 {
				return tooSmall(ctx, h, b, who, missing)
			}
		}
	}
	if !complete {
		return l
	}
	if slices.ContainsFunc(bindings, func(b binding) bool { return len(b.verbs) > 0 }) {
		return l // the roles give what the server denies
	}
	if l, found := boundAmiss(ctx, h, account, runs); found {
		return l
	}
	for _, b := range bindings {
		if !b.wide && strings.Contains(b.role.Name, account.Name) {
			return tooSmall(ctx, h, b, who, lacks)
		}
	}
	l.Source = "roles and their bindings"
	l.Said = "no binding names " + who
	if len(bindings) > 0 {
		var names []string
		for _, b := range bindings {
			names = append(names, sight.Where(b.ref))
		}
		l.Said = "none of the bindings that name " + who + " gives anything on " + h.Kind.Type() + ": " + phrase.Names(names)
	}
	return l
}

// boundAmiss is for a role that has the right, and is bound for another namespace, to nobody,
// or to another account.
func boundAmiss(ctx context.Context, h *hearing.Case, account trace.Ref, runs Runs) (l Lost, found bool) {
	who := sight.Where(account)
	if at, role := boundElsewhere(ctx, h, account); at.Name != "" {
		l = Lost{Said: sight.Where(at) + " gives " + who + " the right in its own namespace alone", Source: sight.Where(at), Narrow: true}
		l.Steps = []explain.Step{bindHere(ctx, h, role, account)}
		return l, true
	}
	if role := unbound(ctx, h, account); role.Name != "" {
		l = Lost{Said: fmt.Sprintf("no binding gives %s the %s, which has the right", who, sight.Where(role)), Source: "roles and their bindings"}
		l.Steps = []explain.Step{bindAgain(ctx, h, role, account)}
		return l, true
	}
	at, role, to := boundAstray(ctx, h, account, runs)
	if at.Name == "" {
		return l, false
	}
	l = Lost{Said: fmt.Sprintf("%s gives the %s to %s, and not to %s, which it runs as", sight.Where(at), sight.Where(role), sight.Where(to), who), Source: sight.Where(at) + ": .subjects"}
	bind := bindAgain
	if at.Kind == "RoleBinding" && role.Kind == "ClusterRole" {
		bind = bindHere // no wider than it was
	}
	l.Steps = []explain.Step{bind(ctx, h, role, account)}
	return l, true
}

// tooSmall is for a role that is about the kind and gives less than is needed.
func tooSmall(ctx context.Context, h *hearing.Case, b binding, who string, missing []string) (l Lost) {
	on := h.Kind.Type()
	l.Said = fmt.Sprintf("%s gives %s the %s, which lacks %s on %s", sight.Where(b.ref), who, sight.Where(b.role), phrase.And(missing), on)
	if !b.made {
		l.Said += changedLast(ctx, h, b.role)
	}
	l.Source = sight.Where(b.role) + ": .rules"
	if b.made {
		l.Steps = []explain.Step{
			explain.Tell("give " + phrase.And(missing) + " on " + on + " in one of the roles that " + sight.Where(b.role) + " is put together of"),
			explain.Look("see which these are", h.View.Command(b.role, "get", "-o", "yaml")...),
		}
		return l
	}
	patch := fmt.Sprintf(`[{"op":"add","path":"/rules/-","value":{"apiGroups":[%q],"resources":[%q],"verbs":["%s"]}}]`, h.Kind.Group, h.Kind.Resource, strings.Join(missing, `","`))
	l.Steps = []explain.Step{explain.Act(explain.Changes, b.role, "give it back what it lacks, where whatever installed the role does not", h.View.Command(b.role, "patch", "--type=json", "-p", patch)...)}
	return l
}

// changedLast says who wrote the rules of a role last, after it was made, and when.
func changedLast(ctx context.Context, h *hearing.Case, role trace.Ref) string {
	obj := h.View.Look(ctx, role).Object
	if obj == nil {
		return ""
	}
	var last manifest.Write
	for _, w := range manifest.WritesOf(obj) {
		if w.Owns("rules") && w.At.After(last.At) {
			last = w
		}
	}
	if last.Manager == "" || !last.At.After(obj.GetCreationTimestamp().Time) {
		return ""
	}
	return fmt.Sprintf("; its rules were last written by %s, %s", phrase.OneLine(last.Manager), h.View.Clock.When(last.At))
}

// bindAgain is the command that binds a role to an account. What gives everything is bound by
// nobody because a program said so.
func bindAgain(ctx context.Context, h *hearing.Case, role, account trace.Ref) explain.Step {
	if roles, _ := rolesFor(ctx, h); roles[role].everything() {
		return explain.Tell("the " + sight.Where(role) + " gives everything: bind it to " + sight.Where(account) + " only where whatever installed both does so too")
	}
	to := "--serviceaccount=" + account.Namespace + ":" + account.Name
	ref := trace.Ref{Group: Group, Kind: "ClusterRoleBinding", Name: role.Name}
	if role.Namespace != "" {
		ref.Kind, ref.Namespace = "RoleBinding", role.Namespace
	}
	if !h.View.Look(ctx, ref).Gone() {
		ref.Name = account.Name + "-" + role.Name
	}
	words := []string{"kubectl", "create", strings.ToLower(ref.Kind), ref.Name, "--" + strings.ToLower(role.Kind) + "=" + role.Name, to}
	if ref.Namespace != "" {
		words = append(words, "-n", ref.Namespace)
	}
	return explain.Act(explain.Changes, ref, "bind it again, where whatever installed it does not", words...)
}

// bindHere is for a role that is bound in another namespace. It may be meant to be so: what is
// wider than that namespace, or than what the account needs, is no command.
func bindHere(ctx context.Context, h *hearing.Case, role, account trace.Ref) explain.Step {
	roles, complete := rolesFor(ctx, h)
	rules, known := roles[role]
	if role.Kind != "ClusterRole" || h.Node.Namespace == "" || !complete || !known || rules.Wide || rules.everything() {
		return explain.Tell("where " + sight.Where(account) + " is meant to act on this object too, give it that right, and no more")
	}
	ref := trace.Ref{Group: Group, Kind: "RoleBinding", Namespace: h.Node.Namespace, Name: role.Name}
	if !h.View.Look(ctx, ref).Gone() {
		ref.Name = account.Name + "-" + role.Name
	}
	return explain.Act(explain.Changes, ref, "where it is meant to act in namespace "+ref.Namespace+" too, give it the role there", "kubectl", "create", "rolebinding", ref.Name,
		"--clusterrole="+role.Name, "--serviceaccount="+account.Namespace+":"+account.Name, "-n", ref.Namespace)
}

// bindingsOf are those that name an account, for all namespaces and for the object's.
func bindingsOf(ctx context.Context, h *hearing.Case, account trace.Ref) (out []binding, complete bool) {
	roles, complete := rolesFor(ctx, h)
	lists := []sight.Listing{h.View.List(ctx, Group, "ClusterRoleBinding", "")}
	if h.Node.Namespace != "" {
		lists = append(lists, In(ctx, h.View, "RoleBinding", h.Node.Namespace))
	}
	for _, l := range lists {
		complete = complete && l.Complete
		for _, obj := range l.Objects {
			if slices.Contains(Accounts(obj), account) {
				out = append(out, readBinding(h, obj, roles, complete))
			}
		}
	}
	slices.SortFunc(out, func(a, b binding) int { return sight.CompareRefs(a.ref, b.ref) })
	return out, complete
}

func readBinding(h *hearing.Case, obj *unstructured.Unstructured, roles map[trace.Ref]Role, complete bool) binding {
	b := binding{ref: manifest.RefOf(Group, obj.GetKind(), obj), role: RoleOf(obj)}
	role, known := roles[b.role]
	b.gone = !known && complete
	b.verbs, b.made, b.wide, b.people = role.verbsOn(h.Kind), role.made, role.Wide, role.forPeople
	return b
}

// rolesFor are the roles that a binding for the object can give.
func rolesFor(ctx context.Context, h *hearing.Case) (roles map[trace.Ref]Role, complete bool) {
	all := h.View.List(ctx, Group, "ClusterRole", "")
	roles, complete = RolesOf("ClusterRole", all.Objects), all.Complete
	if h.Node.Namespace != "" {
		own := In(ctx, h.View, "Role", h.Node.Namespace)
		complete = complete && own.Complete
		maps.Copy(roles, RolesOf("Role", own.Objects))
	}
	return roles, complete
}

// boundElsewhere is a binding that gives an account rights on the kind in another
// namespace than the object's, and the role that it names.
func boundElsewhere(ctx context.Context, h *hearing.Case, account trace.Ref) (at, role trace.Ref) {
	roles, _ := rolesFor(ctx, h)
	for _, obj := range h.View.List(ctx, Group, "RoleBinding", "").Objects {
		if obj.GetNamespace() == h.Node.Namespace || !slices.Contains(Accounts(obj), account) {
			continue
		}
		of, known := RoleOf(obj), roles
		if of.Kind == "Role" {
			known = RolesOf("Role", In(ctx, h.View, "Role", of.Namespace).Objects)
		}
		if len(known[of].verbsOn(h.Kind)) > 0 {
			return manifest.RefOf(Group, "RoleBinding", obj), of
		}
	}
	return at, role
}

// boundAstray is a binding that gives rights on the kind to an account which is called as the
// one that lacks them and is of another namespace, or is one of its namespace that does not
// exist. It is empty where several bindings do.
func boundAstray(ctx context.Context, h *hearing.Case, account trace.Ref, runs Runs) (at, role, to trace.Ref) {
	roles, _ := rolesFor(ctx, h)
	found := 0
	for _, obj := range bindingsFor(ctx, h) {
		b := readBinding(h, obj, roles, false)
		if b.wide || b.people || len(b.verbs) == 0 {
			continue
		}
		for _, other := range Accounts(obj) {
			named := other.Name == account.Name && other.Namespace != account.Namespace
			if !named && (other.Namespace != account.Namespace || !h.View.Look(ctx, other).Gone()) {
				continue
			}
			if runs(other) {
				continue // another installation, which has its rights
			}
			at, role, to = b.ref, b.role, other
			found++
		}
	}
	if found != 1 {
		return trace.Ref{}, trace.Ref{}, trace.Ref{}
	}
	return at, role, to
}

// unbound is the role that gives what an account lacks, and is named like it or like
// nobody's else: no binding names it. It is empty where several could be meant.
func unbound(ctx context.Context, h *hearing.Case, account trace.Ref) (found trace.Ref) {
	free := Free(ctx, h)
	likeIt := slices.DeleteFunc(slices.Clone(free), func(r trace.Ref) bool {
		return !strings.Contains(r.Name, account.Name) && !strings.Contains(account.Name, r.Name)
	})
	switch {
	case len(likeIt) == 1:
		return likeIt[0]
	case len(free) == 1:
		return free[0]
	}
	return found
}

// Free are the roles for a controller that give a right on the kind, and that no binding names.
func Free(ctx context.Context, h *hearing.Case) (free []trace.Ref) {
	roles, _ := rolesFor(ctx, h)
	bound := boundRoles(ctx, h)
	for ref, role := range roles {
		if !role.Wide && !role.forPeople && role.rightOn(h.Kind) >= ToGroup && !bound[ref] {
			free = append(free, ref)
		}
	}
	return free
}

// boundRoles are those that any binding for the object's namespace names.
func boundRoles(ctx context.Context, h *hearing.Case) map[trace.Ref]bool {
	bound := map[trace.Ref]bool{}
	for _, obj := range bindingsFor(ctx, h) {
		bound[RoleOf(obj)] = true
	}
	return bound
}

// bindingsFor are all that can give a right on the object.
func bindingsFor(ctx context.Context, h *hearing.Case) []*unstructured.Unstructured {
	all := h.View.List(ctx, Group, "ClusterRoleBinding", "").Objects
	if h.Node.Namespace == "" {
		return all
	}
	return slices.Concat(all, In(ctx, h.View, "RoleBinding", h.Node.Namespace).Objects)
}
