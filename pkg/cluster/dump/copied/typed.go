package copied

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// typeIn is the kind of a type as people name it to kubectl, and its apiVersion: that of the one group which is known to
// have a kind of the name, where that is of several words. Of a plain word there may be one of anybody's.
func (q *Question) typeIn(name string) (apiVersion, kind string) {
	apiVersion, kind = builtin.TypeIn(name)
	if version, as := q.shortFor(name); as != "" {
		return version, as
	}
	if version, as := q.unbent(name, kind); as != "" {
		return cmp.Or(version, apiVersion), as
	}
	if kind == "" || builtin.VersionOf(kind) == apiVersion {
		return apiVersion, kind
	}
	of, known := q.kindOf(kind)
	if known == "" || strings.IndexFunc(known[1:], unicode.IsUpper) < 0 {
		return apiVersion, kind
	}
	if apiVersion != trace.Unstated {
		return apiVersion, known
	}
	return of, known
}

// shortFor is the kind that a word without a group is short for, as people type that; empty where it is none of which
// that is known, one of Kubernetes' own, or where the text tells that it is somebody else's.
func (q *Question) shortFor(name string) (apiVersion, kind string) {
	word, _, _ := strings.Cut(strings.ToLower(name), "/")
	if _, known := builtin.Named(word); known || q.Typed == nil || strings.Contains(word, ".") {
		return "", ""
	}
	group, kind := q.Typed(word, q.lines)
	if group == "" || strings.EqualFold(kind, word) || q.ofOther(group, kind, word, word+"s") {
		return "", ""
	}
	return group + "/" + trace.Unstated, kind
}

// finalizerTold is a finalizer with its domain behind that word.
var finalizerTold = regex.New(`(?i)\bfinali[sz]ers?\b[^\n.]{0,30}?[\s"'\x60\[]([a-z0-9-]+(?:\.[a-z0-9-]+)+/[\w.-]*\w)`)

// ofOther reports whether the text tells that a kind, or what is short for it, is of another group than this: it has that
// behind one of the words, or the finalizers that it has are all of other domains.
func (q *Question) ofOther(group, kind string, words ...string) bool {
	if spoken.InOtherGroup(group, kind, words, q.lines) {
		return true
	}
	other := false
	for _, domain := range q.domains() {
		switch {
		case domain == partyOf(group):
			return false
		case domain != "" && domain != "kubernetes.io" && domain != "k8s.io":
			other = true
		}
	}
	return other
}

// finalizerDomains are the domains of the finalizers of which lines tell in any way.
func finalizerDomains(lines []string) (domains []string) {
	names := spoken.FinalizersIn(lines)
	for _, name := range beside.FinalizersIn(lines) {
		names = append(names, fmt.Sprint(name))
	}
	for _, m := range finalizerTold.FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
		names = append(names, m[1])
	}
	for _, name := range names {
		domains = append(domains, partyOf(name))
	}
	return domains
}

// partyOf is the domain of whoever has a group or a finalizer, empty where that has none.
func partyOf(name string) string {
	host, _, _ := strings.Cut(name, "/")
	labels := strings.Split(host, ".")
	if len(labels) < 2 {
		return ""
	}
	return strings.Join(labels[len(labels)-2:], ".")
}

// unbent is the kind that a word means as it stands, where it is one that is known of several words and ends as a plural
// does: podchaos. It is empty where what the word would be the plural of is known, or neither is.
func (q *Question) unbent(name, singular string) (apiVersion, kind string) {
	word, _, _ := strings.Cut(strings.ToLower(name), ".")
	if singular == "" || strings.EqualFold(word, singular) {
		return "", ""
	}
	if _, known := q.kindOf(strings.ToLower(singular)); known != "" {
		return "", ""
	}
	if apiVersion, kind = q.kindOf(strings.ToLower(name)); kind == "" {
		apiVersion, kind = q.kindOf(word)
	}
	if kind == "" || strings.IndexFunc(kind[1:], unicode.IsUpper) < 0 {
		return "", ""
	}
	return apiVersion, kind
}

// askedGone is how kubectl answers that it has asked an object to go: by its kind in small letters, with its group.
var askedGone = regex.New(`^\s*([a-z][a-z0-9]*)\.([a-z0-9-]+(?:\.[a-z0-9-]+)*) "([a-z0-9][a-z0-9.-]*)" (?:force )?deleted\b`)

// answered is an object with the kind that kubectl has called it by when it asked it to go: no plural, whatever it ends
// in.
func (q *Question) answered(of spoken.Of, lines []string) spoken.Of {
	for _, line := range lines {
		m := askedGone.FindStringSubmatch(line)
		if m == nil || m[3] != of.Name {
			continue
		}
		typed := m[1] + "." + m[2]
		if apiVersion, kind := builtin.TypeIn(typed); apiVersion != of.APIVersion || kind != of.Kind {
			continue
		}
		if apiVersion, kind := q.kindOf(typed); kind != "" {
			of.APIVersion, of.Kind = cmp.Or(apiVersion, of.APIVersion), kind
		} else if _, known := builtin.Named(m[1]); !known {
			of.Kind = strings.ToUpper(m[1][:1]) + m[1][1:]
		}
		break
	}
	return of
}

// typedByLink gives an object its kind by its own path, where it states none.
func (d *document) typedByLink() {
	var meta struct{ SelfLink string }
	if d.Listed || d.Text("kind") != "" || json.Unmarshal(d.Field("metadata"), &meta) != nil {
		return
	}
	if apiVersion, kind := builtin.TypeOfLink(meta.SelfLink); kind != "" {
		d.Put("apiVersion", apiVersion)
		d.Put("kind", kind)
	}
}

// typedAs gives a document its kind by the command that printed it, where it states none.
func (d *document) typedAs(typed string) {
	if typed == "" || d.Listed || d.Text("kind") != "" || !d.named() {
		return
	}
	apiVersion, kind := builtin.TypeIn(typed)
	if kind == "" {
		return
	}
	if d.Text("apiVersion") == "" {
		d.Put("apiVersion", apiVersion)
	}
	d.Put("kind", kind)
}
