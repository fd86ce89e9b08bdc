package spoken

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// notInTime is how kubectl, and what is built of it, says which object did not come to be as it was waited for.
	notInTime = regex.New(`\btimed out waiting for the condition on ([a-z][a-z0-9]*(?:\.[a-z0-9.-]+)?)/([a-z0-9][a-z0-9.-]*[a-z0-9])`)
	// deletionOf is how clients say whose deletion they wait for: namespace shop, zorg.io/Gear/g1.
	deletionOf = regex.New(`\b[Ww]ait(?:ing)? for (?:the )?deletion of (?:the )?`)
	// pathWaited and wordWaited are what stands behind that.
	pathWaited = regex.New(`^([a-z0-9.-]*)/([A-Z][A-Za-z]+)/([a-z0-9][a-z0-9.-]*[a-z0-9])`)
	wordWaited = regex.New(`^([A-Za-z][A-Za-z0-9]+)[ /:]+\\*["'\x60]?(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*[a-z0-9])`)
	// stillDestroying is how Terraform says what it waits for, by its own name for a kind and by what it has for an ID.
	stillDestroying = regex.New(`\bkubernetes_([a-z_]+?)(?:_v\d\w*)?\.[\w-]+(?:\[[^\]]*\])?: Still destroying\.\.\. \[id=(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*)[,\]]`)
)

// WaitedFor is the object for whose end a client says that it waits, or has waited in vain.
func WaitedFor(line string) (of Of) {
	if m := notInTime.FindStringSubmatch(line); m != nil {
		of.APIVersion, of.Kind = builtin.TypeIn(m[1])
		of.Name = m[2]
		return of
	}
	if m := stillDestroying.FindStringSubmatch(line); m != nil {
		if k, known := builtin.Named(strings.ReplaceAll(m[1], "_", "")); known {
			return Of{APIVersion: builtin.VersionOf(k.Kind), Kind: k.Kind, Namespace: m[2], Name: m[3]}
		}
	}
	at := deletionOf.FindStringIndex(line)
	if at == nil {
		return of
	}
	if m := pathWaited.FindStringSubmatch(line[at[1]:]); m != nil {
		of = Of{APIVersion: versionOf(m[1], m[2]), Kind: m[2], Name: m[3]}
		return of
	}
	if m := wordWaited.FindStringSubmatch(line[at[1]:]); m != nil {
		k, known := builtin.Named(m[1])
		switch {
		case known && len(m[1]) > 2:
			return Of{APIVersion: builtin.VersionOf(k.Kind), Kind: k.Kind, Namespace: m[2], Name: m[3]}
		case kindKey.MatchString(m[1]) && (nameLike.MatchString(m[3]) || m[2] != ""):
			return Of{APIVersion: trace.Unstated, Kind: m[1], Namespace: m[2], Name: m[3]}
		}
	}
	return of
}

var (
	// inGo is an object as a program in Go prints one with its types, and plainly without.
	inGo    = regex.New(`TypeMeta:v1\.TypeMeta\{Kind:\\*"([A-Za-z0-9]+)\\*", APIVersion:\\*"([\w./-]+)\\*"\}, ObjectMeta:v1\.ObjectMeta\{Name:\\*"([a-z0-9][a-z0-9.-]*)\\*", (?:GenerateName:\\*"[^"\\]*\\*", )?Namespace:\\*"([a-z0-9-]*)`)
	plainGo = regex.New(`TypeMeta:\{Kind:([A-Za-z0-9]+) APIVersion:([\w./-]+)\} ObjectMeta:\{Name:([a-z0-9][a-z0-9.-]*) (?:GenerateName:\S* )?Namespace:([a-z0-9-]*)`)
)

// printedInGo is the object that a line prints so.
func printedInGo(line string) (of Of) {
	if !strings.Contains(line, "TypeMeta:") {
		return of
	}
	for _, form := range []*regex.Regexp{inGo, plainGo} {
		if m := form.FindStringSubmatch(line); m != nil {
			return Of{APIVersion: m[2], Kind: m[1], Namespace: m[4], Name: m[3]}
		}
	}
	return of
}
