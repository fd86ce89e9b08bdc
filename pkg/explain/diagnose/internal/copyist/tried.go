package copyist

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

var (
	// patches is a command that patches an object.
	patches = regex.New(`(?:^|[\s$#>❯(` + "`" + `])(?:kubectl|oc|k)\s(.*?\s)?patch\s+(.+)$`)
	// takesOff is how a patch takes finalizers off.
	takesOff = regex.New(`finalizers\\?["']?\s*:\s*(?:null|\[\s*\])|/metadata/finalizers`)
	// keyOf is a key of a patch, and ofFinalizers those which one has that does nothing else.
	keyOf        = regex.New(`["'](\w+)\\?["']\s*:`)
	ofFinalizers = []string{"metadata", "finalizers", "op", "path", "value"}
	// finalizes is a command that ends a namespace without its controller.
	finalizes = regex.New(`\b(?:replace\s+--raw[\s=]+["']?|(?:curl|wget)\s[^|]*?)/api/v1/namespaces/([a-z0-9][a-z0-9-]*|\$\{?\w+\}?)/finalize\b`)
	// writes is what a command has that writes to the API.
	writes = regex.New(`\breplace\s+--raw\b|PUT\b|\s(?:--data|--body|--upload-file|-d\b|-T\b)`)
	// inNamespace is the namespace that a command names.
	inNamespace = regex.New(`(?:^|\s)(?:-n[= ]?|--namespace[= ])\s*["']?([a-z0-9][a-z0-9-]*)`)
	// nameOnly is the name of an object.
	nameOnly = regex.New(`^[a-z0-9][a-z0-9.-]*$`)
)

// stripped is an object of which a command takes the finalizers off, and does nothing else. Its namespace is empty where
// the command names none.
type stripped struct{ kind, namespace, name string }

// strippedIn is the one of a line.
func strippedIn(line string) (s stripped, is bool) {
	m := patches.FindStringSubmatch(line)
	if m == nil || !takesOff.MatchString(m[2]) || strings.Contains(m[2], "--dry-run") {
		return s, false
	}
	for _, key := range keyOf.FindAllStringSubmatch(m[2], -1) {
		if !slices.Contains(ofFinalizers, key[1]) {
			return s, false
		}
	}
	if in := inNamespace.FindStringSubmatch(m[1] + m[2]); in != nil {
		s.namespace = in[1]
	}
	value := false
	for word := range strings.FieldsSeq(m[2]) {
		switch {
		case value:
			value = false
		case strings.HasPrefix(word, "-"):
			value = !strings.Contains(word, "=")
		case strings.ContainsAny(word, "'\"{[") || s.name != "":
			return s, nameOnly.MatchString(s.name)
		case s.kind == "":
			s.kind, s.name, _ = strings.Cut(word, "/")
		default:
			s.name = word
		}
	}
	return s, nameOnly.MatchString(s.name)
}

// of reports whether it is the object that is judged.
func (s stripped) of(h *hearing.Case) bool {
	typ, _, _ := strings.Cut(strings.ToLower(s.kind), ".")
	own := append([]string{strings.ToLower(h.Kind.Kind), h.Kind.Resource, h.Kind.Singular}, h.Kind.ShortNames...)
	if s.namespace != "" && h.Node.Namespace != "" && s.namespace != h.Node.Namespace {
		return false
	}
	return s.name == h.Node.Name && slices.Contains(own, typ)
}

// Tried tells what was done already by commands that were copied beside the object, and what that has skipped.
func Tried(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.Node.State.Going() {
		return n
	}
	for _, c := range run(h) {
		command := c.text
		s, is := strippedIn(command)
		is = is && refusal(h.View.Logs.Aside[c.at+1:], s.name) == ""
		switch m := finalizes.FindStringSubmatch(command); {
		case is && s.of(h) && h.Finalizer != "":
			n.Add(asRun(command))
			n.Warn("to take its finalizers off by hand was tried already, by a command copied beside it: where one is there again, somebody puts it back")
			return n
		case is && !s.of(h) && h.GoesAlone():
			n.Add(asRun(command))
			n.Warn("the finalizers of " + s.kind + " " + s.name + " were taken off by hand, by a command copied beside it: what its controller would have ended first was skipped, there and for whatever counts on it")
			return n
		case m != nil && writes.MatchString(command) && h.Kind.IsNamespace() && isOrStandsFor(h, m[1]):
			n.Add(asRun(command))
			n.Warn("to end the namespace by finalize was tried already, by a command copied beside it: what is left in it then stays in etcd")
			return n
		}
	}
	return n
}

// asRun is a command that was copied beside the object, or the answer to one, as evidence.
func asRun(text string) explain.Evidence {
	text = redact.Text(phrase.OneLine(strings.TrimSpace(text)))
	return explain.Evidence{Kind: explain.Said, Source: "command copied beside it", Fact: text, Words: text, Weak: true}
}
