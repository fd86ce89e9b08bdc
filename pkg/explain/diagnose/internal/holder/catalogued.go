package holder

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// byCatalogue looks for the workloads that the catalogue names: where it says,
// and under longer names and in other namespaces, as charts install them.
func (t *tally) byCatalogue() {
	source := "catalogue: " + t.entry.Source
	for _, documented := range t.entry.Controller.Workloads {
		kind, name, _ := strings.Cut(documented, "/")
		if !slices.Contains(workloadKinds, kind) || slices.Contains(workloadKinds, name) {
			continue // a static pod, or no name at all
		}
		for i := range t.workloads.rows {
			row := &t.workloads.rows[i]
			points, how := likeness(row, kind, name, t.entry.Controller)
			if points == 0 {
				continue
			}
			c := t.addClue(row.Ref, clue{kind: catalogueClue, points: points, fact: how, source: source})
			c.catalogued = points >= strongClue
			c.fit(row)
		}
	}
}

// likeness compares a workload with a documented one.
func likeness(row *workload, kind, name string, c catalogue.Component) (points int, how string) {
	home := slices.ContainsFunc(c.Namespaces, func(n string) bool { return catalogue.Glob(n, row.Namespace) })
	same := catalogue.Glob(name, row.Name)
	switch {
	case same && home && row.Kind == kind:
		return proofClue, "has the documented name and namespace"
	case same && home:
		return strongClue, "has the documented name and namespace"
	case commonName(name), c.Exact && !same:
		return 0, ""
	case same:
		return strongClue, "has the documented name, in another namespace"
	case row.Kind != kind || otherPart(row.Name, c):
		return 0, "" // all of a project may have its label
	case row.marks[appName] == name:
		return strongClue, "has the label " + appName + "=" + name
	case partOf(name, row.Name):
		return strongClue, "has the documented name as a part of its own"
	case rebranded(name, row.Name):
		return strongClue - 1, "ends as the documented name does"
	}
	return 0, ""
}

// rebranded reports whether the name is the documented one but for its first part: what
// another vendor ships is called after that one's product.
func rebranded(name, other string) bool {
	_, role, _ := strings.Cut(strings.Trim(name, "*-"), "-")
	return strings.Contains(role, "-") && !commonName(role) && strings.HasSuffix(other, "-"+role)
}

func commonName(name string) bool { return shown.CommonName(name) }

// partOf reports whether the name is at the beginning or the end of the other,
// set off by a dash: what charts put around it is the name of the release.
func partOf(name, other string) bool {
	name = strings.Trim(name, "*-")
	return strings.HasSuffix(other, "-"+name) || strings.HasPrefix(other, name+"-") && releaseSuffix(other[len(name)+1:])
}

// releaseSuffix is false for the endings of a project's other workloads, such
// as cert-manager-webhook.
func releaseSuffix(rest string) bool {
	return rest == "controller" || rest == "controller-manager" || rest == "operator" || rest == "manager"
}

// fit takes over what the workload's marks say of it.
func (c *candidate) fit(row *workload) { c.title = row.title() }

// byManager compares the names under which the finalizer was put there and the
// status is written with those of workloads: by default, a program writes under
// the name of its binary. Who puts a finalizer on another one's object need not take it
// off: that alone makes none likely. Who writes the status tells nothing of the holder of
// an alien finalizer.
func (t *tally) byManager() {
	status, put, statusBy := hintClue, strongClue, t.id.statusBy
	if t.related {
		status, put = strongClue, strongClue+1
	}
	if slices.ContainsFunc(t.workloads.rows, func(row workload) bool { return t.calledAs(&row) && !strings.Contains(statusBy, row.Name) }) {
		status = hintClue // the finalizer is called just as another one
	}
	if own := t.namedWriter(); own != "" {
		t.addManager(own, "writes the object's status, and the finalizer is called after it", proofClue)
		put = hintClue
	}
	if sole := t.soleManager(); t.alien() || sole != "" && !slices.Contains(strings.Fields(statusBy), sole) {
		statusBy = "" // another one than the kind's controller put it there
	}
	if t.byNamesake() {
		put, status = hintClue, min(status, strongClue-1)
	} else if t.putAlone() {
		status = min(status, put-clearLead) // who owns the entry is ahead of who also writes
	}
	for _, names := range []struct {
		managers, fact string
		points         int
	}{
		{t.id.managers, "is called like the field manager that put the finalizer there", put},
		{statusBy, "is called like the field manager that writes the object's status", status},
	} {
		for name := range strings.FieldsSeq(names.managers) {
			if manifest.GenericManager(name) || manifest.PersonalManager(name) || commonName(name) {
				continue
			}
			t.addManager(name, names.fact, names.points)
		}
	}
	t.byLabel()
}

// namedWriter is who writes the object's status and is called after this very finalizer,
// where another one put it there that is not: that one put on what several take off.
func (t *tally) namedWriter() string {
	_, part, _ := strings.Cut(t.id.finalizer, "/")
	for _, word := range tellingParts(part) {
		called := func(name string) bool { return len(word) >= 4 && strings.Contains(name, word) }
		if slices.ContainsFunc(strings.Fields(t.id.managers), called) {
			return ""
		}
		for name := range strings.FieldsSeq(t.id.statusBy) {
			if called(name) && !manifest.GenericManager(name) && !manifest.PersonalManager(name) {
				return name
			}
		}
	}
	return ""
}

// byLabel looks for the workload that the object's own label names.
func (t *tally) byLabel() {
	for i := range t.workloads.rows {
		row := &t.workloads.rows[i]
		if name := t.id.managedBy; name != "" && (row.Name == name || row.marks[appName] == name || partOf(name, row.Name)) {
			t.addClue(row.Ref, clue{labelClue, hintClue, "is called as the object's label " + managedByLabel + " says", "metadata.labels"}).fit(row)
		}
	}
}

func (t *tally) addManager(manager, fact string, points int) {
	documented := slices.Contains(t.entry.Controller.FieldManagers, manager)
	for i := range t.workloads.rows {
		row := &t.workloads.rows[i]
		if _, known := t.candidates[row.Ref]; documented && known {
			t.addClue(row.Ref, clue{managerClue, strongClue, "is documented to write as field manager " + manager, "managedFields and catalogue"})
			continue
		}
		switch {
		case row.Name == manager || row.marks[appName] == manager:
			t.addClue(row.Ref, clue{managerClue, points, fact, "managedFields"}).fit(row)
		case partOf(manager, row.Name), strings.HasPrefix(row.Name, manager+"-"):
			t.addClue(row.Ref, clue{managerClue, max(points-2, hintClue), fact, "managedFields"}).fit(row)
		}
	}
}

// byNames looks for workloads whose name or namespace has a part of the finalizer's
// domain or name, or of the kind's group, in it. Of several of a project more speaks for the one that is called after
// the finalizer's own name too.
func (t *tally) byNames() {
	if t.entry.Controller.Exact {
		return // the object tells the name
	}
	domain, own, _ := strings.Cut(t.id.finalizer, "/")
	words := finalizerWords(t.id.finalizer)
	if t.related {
		words = append(words, tellingWords(t.kind.Group)...)
	}
	for i := range t.workloads.rows {
		row := &t.workloads.rows[i]
		has := func(word string) bool { return hasPart(row.Name, word) || hasPart(row.Namespace, word) }
		at := slices.IndexFunc(words, has)
		if at < 0 {
			continue
		}
		points, fact := hintClue, "has "+words[at]+" in its name or namespace, as the finalizer or the group has"
		if t.entry.Pattern == "" && slices.ContainsFunc(tellingWords(domain), has) && slices.ContainsFunc(tellingParts(own), func(word string) bool { return hasPart(row.Name, word) }) {
			points, fact = hintClue+clearLead, "is called after the finalizer"
		}
		if t.calledAs(row) {
			points, fact = strongClue+1, "is called just as the finalizer"
		}
		t.addClue(row.Ref, clue{nameClue, points, fact, sight.Where(row.Ref)}).fit(row)
	}
}

// dullWords are parts of domains that say nothing of a project.
var dullWords = []string{
	"kubernetes", "cluster", "resources", "finalizer", "finalizers", "cloud", "infra", "infrastructure", "operator",
	"operators", "apps", "core", "platform", "controller", "config", "example", "github", "domain", "system", "services", "aws", "x-k8s", "k8s",
}

// tellingWords are the parts of a domain that could be the name of a project.
func tellingWords(domain string) []string {
	labels := strings.Split(domain, ".")
	if len(labels) < 2 {
		return nil
	}
	var words []string
	for _, label := range labels[:len(labels)-1] {
		if len(label) > 2 && !slices.Contains(dullWords, label) {
			words = append(words, label)
		}
	}
	return words
}

// finalizerWords are the telling words of a finalizer.
func finalizerWords(finalizer string) []string {
	domain, name, _ := strings.Cut(finalizer, "/")
	return append(tellingWords(domain), tellingParts(name)...)
}

// tellingParts are the words of a finalizer's own name that could be the name of who
// holds it.
func tellingParts(name string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '.' || r == '_' || r == '/' }), func(word string) bool {
		return len(word) < 3 || slices.Contains(dullWords, word) || slices.Contains(purposes, word) || commonName(word)
	})
}

// purposes are words that say what a finalizer is for, and not whose it is.
var purposes = []string{
	"cleanup", "clean", "protection", "protect", "delete", "deletion", "deprovision", "hook", "hold", "lock", "guard", "manager", "managed",
	"resource", "external", "pre", "post", "drain", "teardown", "destroy", "release", "foreground", "default", "finalize",
}

// hasPart reports whether a word is one of the parts of a name, or several.
func hasPart(name, word string) bool {
	return strings.Contains("-"+name+"-", "-"+word+"-")
}

// byLeases looks, in the namespaces of the candidates, for Leases that carry
// the domain of the finalizer or the kind's group and are held by a pod of one.
func (t *tally) byLeases(ctx context.Context) {
	domain, _, _ := strings.Cut(t.id.finalizer, "/")
	seen := map[string]bool{}
	for _, c := range t.ranked("") {
		if seen[c.ref.Namespace] || len(seen) >= mostLeaseNamespaces {
			continue
		}
		seen[c.ref.Namespace] = true
		for _, lease := range t.View.List(ctx, manifest.LeaseGroup, "Lease", c.ref.Namespace).Objects {
			documented := t.entry.Controller.HasLease(lease.GetNamespace(), lease.GetName())
			telling := strings.Contains(domain, ".") && strings.HasSuffix(lease.GetName(), domain) ||
				t.related && t.kind.MayBeCustom() && strings.Contains(lease.GetName(), t.kind.Group)
			if !documented && !telling {
				continue
			}
			t.addLease(ctx, lease.GetName(), manifest.LeaseHolder(lease), c.ref.Namespace)
		}
	}
}

// mostLeaseNamespaces bounds how many namespaces are searched for Leases.
const mostLeaseNamespaces = 8

func (t *tally) addLease(ctx context.Context, lease, identity, namespace string) {
	source := sight.Where(trace.Ref{Kind: "Lease", Namespace: namespace, Name: lease}) + ": .spec.holderIdentity"
	for ref := range t.candidates {
		if ref.Namespace == namespace && leads(ctx, t.View, identity, ref) {
			t.addClue(ref, clue{leaseClue, strongClue, "has the pod that holds the leader election " + lease, source})
		}
	}
}
