package hearing

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// hostName is a domain that somebody may have registered.
	hostName = regex.New(`^[a-z0-9](?:[a-z0-9-]*\.)*[a-z0-9-]+\.[a-z]{2,}$`)
	// ofProgram is how a program is called that takes finalizers off: in words, with no number, hash or UID.
	ofProgram = regex.New(`^(?:[a-z]+[0-9]?-)*(?:operator|controller|provisioner|driver)(?:-[a-z]+[0-9]?)*$`)
	// ofPurpose is how a name ends that says what for, and generic one that says no more than that.
	ofPurpose = regex.New(`[-.](?:finali[sz]ers?|cleanup|protect(?:ion)?|delet(?:e|ion)|removal)$`)
	generic   = regex.New(`^(?:finali[sz](?:ers?|e)|cleanup|protect(?:ion)?|delet(?:e|ion))$`)
)

// dull are words of names that say of no program which one it is, and those of what is to be done to one or by one.
var dull = strings.Fields("operator controller provisioner driver manager finalizer finalizers cleanup default resource object k8s kube kubernetes " +
	"skip wait waits waiting for by from to on of in with without the delete deleted deletes remove removed release keep orphan hold block blocked before after until pending managed")

// ByName is what the name of a finalizer says of who removes it, where nothing else tells who that is: it is read, and no
// more than that. Program is how that one calls itself, empty where the name tells no more than a domain.
func (h *Case) ByName() (reading, program string) {
	host, name, slash := strings.Cut(h.Finalizer, "/")
	first, rest, _ := strings.Cut(host, ".")
	if (generic.MatchString(first) || phrase.SingularOf(first) == strings.ToLower(h.Kind.Kind)) && strings.Contains(rest, ".") {
		host = rest
	}
	switch {
	case h.Entry.Pattern != "" || h.Holder.Name != "" || h.Finalizer == explain.NotCopied || h.PutByPerson() || h.CameWith() != "":
		return "", ""
	case !slash && (host != rest || !catalogue.SameDomain(h.Kind.Group, rest)):
		host, name = "", h.Finalizer
	}
	if program = ofPurpose.ReplaceAllString(name, ""); ofProgram.MatchString(program) && !strings.HasSuffix("."+host, ".kubernetes.io") {
		words := strings.Split(program, "-")
		own := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(dull, word) })
		if len(own) > 0 && len(words)-len(own) == 1 { // that it is an operator, and whose or which one
			return "by its name one that calls itself " + program, program
		}
	}
	switch {
	case !hostName.MatchString(host) || !catalogue.Owned(host, host) || strings.HasSuffix(host, ".kubernetes.io"):
		return "", ""
	case catalogue.SameDomain(h.Kind.Group, h.Finalizer):
		return "by its name one of " + host + "'s, as its kind is", ""
	}
	return "by its name one of " + host + "'s", ""
}
