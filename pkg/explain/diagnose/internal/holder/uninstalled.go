package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// uninstalling is a command that takes a program off the cluster, at the beginning of a line,
// behind a prompt or between marks.
var uninstalling = regex.New("(?:^|[$#>] *|`)((?:helm +(?:uninstall|delete|del)|([a-z][a-z0-9-]*) +uninstall)\\b([^`|;&]*))")

// installing is a command that puts one on it.
var installing = regex.New("(?:^|[$#>] *|`)(?:helm +(?:install|upgrade)|([a-z][a-z0-9-]*) +install)\\b([^`|;&]*)")

// uninstalledBeside is the command that was copied beside the object and has taken its holder
// off the cluster, empty where there is none, or where a later one has brought it back.
func uninstalledBeside(h *hearing.Case) (command string) {
	if !h.View.Copied {
		return ""
	}
	for _, l := range h.View.Logs.Aside {
		line := strings.TrimSpace(l.Text)
		if m := uninstalling.FindStringSubmatch(line); m != nil && ofHolder(h, m[2], m[3]) {
			command = phrase.OneLine(m[1])
		} else if m := installing.FindStringSubmatch(line); m != nil && ofHolder(h, m[1], m[2]) {
			command = ""
		}
	}
	return command
}

// proseOnly is a line of a person: no line of a log, no field and no command.
var proseOnly = regex.New(`^\s*(?:(?:[-*>]|\d+[.)]) +)?[A-Za-z][^{}=\[\]$|]* [^{}=\[\]$|]*$`)

// logHead is how lines of a log begin that are else like prose.
var logHead = regex.New(`^(?i:error|warning|fatal): |^\s*[IWEF]\d{4} |^[A-Z][a-z]{2} [ \d]\d \d\d:`)

// toldBeside is what a person writes beside the object of the program that has to act, as far as that is surely the
// one that is meant, and in which sentence.
func toldBeside(h *hearing.Case) (s sentence.Standing, said string) {
	if !h.View.Copied || h.Holder.BuiltIn || !h.GoesAlone() {
		return s, said
	}
	return sentence.StandingOf(Prose(h), func(words string) bool { return isCalled(h, words) })
}

// Prose is what a person writes beside the object, without what was copied: a sentence that begins on a line of its own
// follows a point.
func Prose(h *hearing.Case) string {
	var prose strings.Builder
	goesOn := false
	for _, l := range h.View.Logs.Aside {
		line := strings.TrimSpace(l.Text)
		switch {
		case !proseOnly.MatchString(line), logHead.MatchString(line):
			goesOn = false
			continue
		case goesOn && line[0] >= 'a' && line[0] <= 'z':
			prose.WriteString(" " + line)
		default:
			prose.WriteString("\n. " + line)
		}
		goesOn = !strings.HasSuffix(line, ":")
	}
	return prose.String()
}

// isCalled reports whether words before operator or controller are of the holder, or none that would tell it from
// another one.
func isCalled(h *hearing.Case, words string) bool {
	own := strings.FieldsFunc(strings.ToLower(h.Kind.Kind+"."+h.Kind.Group+"."+h.Finalizer), func(c rune) bool { return c == '.' || c == '/' })
	return !slices.ContainsFunc(strings.FieldsFunc(words, func(c rune) bool { return c == ' ' || c == '-' }), func(word string) bool {
		word = strings.ToLower(word)
		return !isOfHolder(h, word) && !slices.Contains(own, word)
	})
}

// toldAway is the outcome where a person writes that the holder does not run any more, and nothing else is known of
// why it does not act.
func toldAway(h *hearing.Case, said string) (f hearing.Finding) {
	standing, words := toldBeside(h)
	if standing != sentence.Away || h.Health == explain.Running {
		return f
	}
	name := "its controller"
	if h.Holder.Confidence != explain.Possible && h.Holder.Name != "" {
		name = h.HolderName()
	}
	domain, _, qualified := strings.Cut(h.Finalizer, "/")
	again := name
	if h.Holder.Name == "" && qualified {
		again += ", whose finalizers begin with " + domain + ","
	}
	f.Join(reinstall(h, "", again, ", so that it can clean up"))
	f.Join(PlanRemoval(h))
	fact := AsTold(words)
	f.Add(fact)
	if !strings.Contains(said, fact.Words) && len(fact.Words) <= longestQuoted {
		said = ": " + phrase.Quoted(fact.Words) + said
	}
	return f.Decide(explain.Undecided, explain.HolderMissing, name+" does not run any more, by what is written beside it"+said)
}

// longestQuoted is how long a sentence of a person is that an answer begins with.
const longestQuoted = 100

// TextBeside is where stands what a person has written beside the object.
const TextBeside = "text written beside it"

// AsTold is a sentence of a person as evidence.
func AsTold(words string) explain.Evidence {
	words = redact.Text(phrase.OneLine(words))
	return explain.Evidence{Kind: explain.Said, Source: TextBeside, Fact: words, Words: words, Weak: true}
}

// ofHolder reports whether a command, by its program and its arguments, does something to the
// holder, and does not only say what it would do.
func ofHolder(h *hearing.Case, program, arguments string) bool {
	names := []string{strings.TrimSuffix(strings.TrimSuffix(program, "ctl"), "-cli")}
	words := strings.Fields(arguments)
	for i := 0; i < len(words); i++ {
		switch flag, _, valued := strings.Cut(words[i], "="); {
		case flag == "--dry-run" && words[i] != "--dry-run=none" && words[i] != "--dry-run=false":
			return false
		case !strings.HasPrefix(flag, "-"):
			names = append(names, words[i])
		case !valued && slices.Contains(valuedFlags, flag):
			i++
		}
	}
	return slices.ContainsFunc(names, func(name string) bool { return isOfHolder(h, name) })
}

// valuedFlags are those of such commands that the next word is the value of.
var valuedFlags = []string{"-n", "--namespace", "--kube-context", "--context", "--kubeconfig", "--timeout", "--cascade", "--description", "-f", "--values", "--set", "--set-string", "--version", "--repo"}

// isOfHolder reports whether a program or a release is called after the holder or its project.
func isOfHolder(h *hearing.Case, name string) bool {
	name = strings.ToLower(name)
	if len(name) < 3 || strings.HasPrefix(name, "-") || commonName(name) || slices.Contains(dullWords, name) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(h.Entry.Project+" "+h.Holder.Name)), func(word string) bool { return word == name })
}

// uninstalled is the outcome where a command that was copied has taken the holder away.
func uninstalled(h *hearing.Case, command, said string) (f hearing.Finding) {
	f.Fact("command copied beside it", command)
	f.Join(reinstall(h, "", h.HolderName(), ", so that it can clean up"))
	f.Join(PlanRemoval(h))
	return f.Decide(explain.Stuck, explain.HolderMissing, h.HolderName()+" was uninstalled, by what was copied beside it: "+command+said)
}
