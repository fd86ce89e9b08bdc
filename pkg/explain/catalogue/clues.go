package catalogue

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Clue is one thing that the form of an unknown finalizer suggests. It is a
// hint about who may have made the name, never proof.
type Clue struct {
	// Form is one of the Form constants.
	Form string
	// Text is the suggestion, in one sentence without its full stop.
	Text string
	// Names are what it suggests: finalizers that are known, projects, or API
	// resources. It may be empty.
	Names []string
}

// The forms that a name can have. They are a public contract.
const (
	FormMisspelt      = "Misspelt"
	FormUID           = "UID"
	FormRetired       = "RetiredDomain"
	FormFrameworkMade = "FrameworkMade"
	FormKnownDomain   = "KnownDomain"
	FormNotQualified  = "NotQualified"
)

// clues asks of each form whether the name has it; those that say most come
// first.
func (c *Catalogue) clues(finalizer string) []Clue {
	var out []Clue
	for _, look := range []func(string) (Clue, bool){
		c.misspelt, holdsUID, retired, frameworkMade, c.knownDomain, notQualified,
	} {
		if clue, ok := look(finalizer); ok {
			out = append(out, clue)
		}
	}
	return out
}

var uid = regex.New(`(?i)` + phrase.UUID)

// holdsUID recognises a name that was made for one object. Upgrades and restores
// change UIDs and schemes, so such names are the ones that are left behind.
func holdsUID(finalizer string) (Clue, bool) {
	found := uid.FindString(finalizer)
	if found == "" {
		return Clue{}, false
	}
	return Clue{
		Form: FormUID,
		Text: fmt.Sprintf("%s has the form of a UID, so the name was made for one object: the one that carries it, its parent, or another that uses it; "+
			"compare it with their metadata.uid. If the object with that UID is gone or was made again, its controller may no longer know the name", found),
		Names: []string{found},
	}, true
}

// notQualified recognises a name that says nothing about its origin.
func notQualified(finalizer string) (Clue, bool) {
	if domain(finalizer) != "" {
		return Clue{}, false
	}
	return Clue{
		Form: FormNotQualified,
		Text: "it is not domain-qualified, so nothing in it says whose it is, and two controllers may use the same name; " +
			"recent API servers warn where such a name is set",
	}, true
}

// domain returns the part of a name that is a domain, in lower case and without
// a UID; empty where there is none. A name without a slash is one where it has
// three parts at least: "my.finalizer" is no more than two words.
func domain(finalizer string) string {
	if !qualified(finalizer) {
		return ""
	}
	host, _, _ := strings.Cut(finalizer, "/")
	var labels []string
	for label := range strings.SplitSeq(strings.ToLower(host), ".") {
		if label != "" && !uid.MatchString(label) {
			labels = append(labels, label)
		}
	}
	if len(labels) < 2 {
		return ""
	}
	return strings.Join(labels, ".")
}
