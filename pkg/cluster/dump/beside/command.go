package beside

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Command is what kubectl was called with to print or to change one object, or those of a type: all of them by its flag.
type Command struct {
	Resource, Name, Namespace string
	All                       bool
}

var (
	// called is a call of kubectl in a line, or of a program that takes the same arguments.
	called = regex.New(`(?:^|[\s$#>(` + "`" + `'"])(?:[\w.]*kubectl|oc|k|microk8s\.kubectl)((?:\s+\S+)+)`)
	// typeLike is what a type may be called.
	typeLike = regex.New(`^[A-Za-z][\w.,-]*$`)
	// varying stands for a type that a shell puts there.
	varying = regex.New(`^(?:\$.+|\{\}|%)$`)
	// prompt is what may stand before a call that somebody has typed.
	prompt     = regex.New(`(?:^|[$#>%❯;&|])\s*(?:sudo\s+|time\s+)?$`)
	objects    = regex.New(`^[a-z0-9][\w.:-]*$`)
	verbs      = []string{"get", "describe", "edit", "events", "patch", "delete"}
	prints     = verbs[:4]
	separators = []string{"|", ">", "&&", ";", "#"}
	// ofForm is what stands before a call that a form asks for, in which problems are reported: (use `kubectl get gears`).
	ofForm = regex.New(`(?i)\((?:please |you can |e\.g\.,? |for example,? |by )?(?:use|using|run|running|try|paste|provide|attach|include|add|post|via)(?: the| this| an?)?(?: (?:output|result|command|outcome)(?: of| from)?)?:?\s*$`)
	// projects are what people call the projects of OpenShift, each of which is a namespace as its users see it.
	projects = []string{"project", "projects", "project.project.openshift.io", "projects.project.openshift.io"}
	// valued are the flags that a value stands behind.
	valued = []string{"-n", "--namespace", "-o", "--output", "-l", "--selector", "--context", "--kubeconfig", "--field-selector", "-p", "--patch", "--type", "-f", "--cluster", "--grace-period", "--timeout", "--cascade", "-c", "--for", "--types"}
)

// call is a command with its verb.
type call struct {
	Command
	verb  string
	dry   bool // it changes nothing
	line  bool // it is a line of its own, and no word in a sentence
	shell bool // a prompt stands before it that is no mark of a title
	oc    bool // it calls that of OpenShift
	form  bool // a form asks for it
	cut   bool // the end of its name was cut
}

// whole reports whether it is a call that somebody may have made: what a form asks for names no object.
func (c *call) whole() bool { return c.verb != "" && c.Resource != "" && (!c.form || c.Name != "") }

// AnyType stands for the types that a command is called with one after the other, which its rows tell.
const AnyType = "all"

// callIn reads the call in a line, or else the one that xargs makes there. Flags may stand anywhere.
func callIn(line string) (c call, ok bool) {
	if c, ok = callOf(line); ok {
		return c, true
	}
	_, behind, piped := strings.Cut(line, "xargs ")
	if !piped {
		return call{}, false
	}
	c, _ = callOf(behind)
	c.Resource = cmp.Or(c.Resource, AnyType)
	return c, slices.Contains(verbs, c.verb)
}

func callOf(line string) (c call, ok bool) {
	if !slices.ContainsFunc(verbs, func(verb string) bool { return strings.Contains(line, verb) }) {
		return c, false // most lines of a log are through here
	}
	m := called.FindStringSubmatchIndex(line)
	if m == nil {
		return c, false
	}
	c.form = ofForm.MatchString(line[:m[0]])
	c.line = prompt.MatchString(line[:m[0]]) || prompt.MatchString(line[:m[0]+1])
	c.shell = c.line && strings.ContainsAny(line[:m[0]+1], "$%❯;&|")
	c.oc = strings.HasSuffix(line[m[0]:m[2]], "oc")
	arguments := line[m[2]:m[3]]
	if line[m[0]] == '`' {
		arguments, _, _ = strings.Cut(arguments, "`") // a command in a sentence
	}
	words := strings.Fields(strings.ReplaceAll(arguments, "|", " | "))
	for i := 0; i < len(words); i++ {
		word := strings.Trim(words[i], "\"'`")
		switch {
		case slices.Contains(separators, word):
			return c, c.whole()
		case strings.HasPrefix(word, "-"):
			i += c.flag(word, words[i+1:])
		case !c.take(word):
			return call{}, false
		}
	}
	return c, c.whole()
}

// flag takes a flag, and reports how many of the words behind it are its value.
func (c *call) flag(word string, behind []string) int {
	name, value, given := strings.Cut(word, "=")
	taken := 0
	switch {
	case strings.HasPrefix(word, "-n") && len(word) > 2 && !given:
		name, value = "-n", word[2:]
	case !slices.Contains(valued, name):
	case !given && len(behind) > 0:
		value, taken = strings.Trim(behind[0], "\"'`"), 1
	}
	if name == "-n" || name == "--namespace" {
		if c.Namespace = strings.TrimRight(value, ";"); cutName.MatchString(c.Namespace) {
			c.Namespace = ""
		}
	}
	c.All = c.All || name == "--all" && value != "false"
	c.dry = c.dry || name == "--dry-run" && value != "none" && value != "false"
	return taken
}

// take takes a word that is no flag: the verb, the type, a name. It is false where these make
// no call that is understood.
func (c *call) take(word string) bool {
	switch {
	case c.verb == "":
		if c.verb = word; word == "events" {
			c.Resource = word
		}
		return slices.Contains(verbs, word)
	case c.verb == "events":
		return !objects.MatchString(word) // it takes flags alone
	case c.Resource == "" && varying.MatchString(word):
		c.Resource = AnyType
	case c.Resource == "":
		c.Resource, c.Name, _ = strings.Cut(word, "/")
		c.cut = cutName.MatchString(c.Name)
		if c.Name = strings.TrimRight(c.Name, "`,.;:\"'"); !objects.MatchString(c.Name) || c.cut {
			c.Name = "" // what stands for a name, or is a part of one
		}
		if slices.Contains(projects, c.Resource) && (c.oc || strings.Contains(c.Resource, ".")) {
			c.Resource = "namespaces"
		}
		return typeLike.MatchString(c.Resource)
	case c.Name == "" && !c.shell && slices.Contains(tells, word):
		return false // a sentence goes on
	case cutName.MatchString(word):
		c.cut = true // what comes behind it is not its name
	case c.Name == "" && !c.cut && c.Resource != AnyType && objects.MatchString(word):
		c.Name = word
	}
	return true
}

// tells are words by which a sentence goes on behind a command, and nothing is called.
var tells = strings.Fields("shows showed says returned hangs hung gives gave still never")

// cutName is a name of which somebody has cut the end.
var cutName = regex.New(`^[a-z0-9][\w.-]*?(?:\.{2,}|…)$`)

// CommandIn is the command in a line that is about one object.
func CommandIn(line string) (Command, bool) {
	c, ok := callIn(line)
	if !ok || c.Name == "" {
		return Command{}, false
	}
	return c.Command, true
}

// Typed reports whether a line is a command that somebody has typed to print objects: what was printed before it
// ends there.
func Typed(line string) bool {
	c, ok := callIn(line)
	return ok && c.line && slices.Contains(prints, c.verb) && Indent(line) == 0
}

// Printing is the command in a line that prints objects, of which it may name one.
func Printing(line string) (Command, bool) {
	c, ok := callIn(line)
	if !ok || !slices.Contains(prints, c.verb) {
		return Command{}, false
	}
	return c.Command, true
}

// Describing is the command that a line is which describes one object.
func Describing(line string) (Command, bool) {
	c, ok := callIn(line)
	return c.Command, ok && c.line && c.verb == "describe" && c.Name != ""
}

// TypeIn is the type that the commands among the lines are about, those before that delete.
func TypeIn(lines []string) string {
	deleting, printing := Commands(lines)
	for _, c := range append(deleting, printing...) {
		if c.Resource != AnyType {
			return c.Resource
		}
	}
	return ""
}

// NameIn is the namespace and the name of the one object of that type which commands among the lines name.
func NameIn(lines []string) (namespace, name string) {
	deleting, printing := Commands(lines)
	typ := TypeIn(lines)
	for _, c := range append(deleting, printing...) {
		switch {
		case c.Resource != typ || c.Name == "":
		case name != "" && name != c.Name:
			return "", ""
		default:
			namespace, name = cmp.Or(namespace, c.Namespace), c.Name
		}
	}
	return namespace, name
}

// Commands are those among the lines that delete objects, and those that print some.
func Commands(lines []string) (deleting, printing []Command) {
	for _, line := range lines {
		switch c, ok := callIn(line); {
		case ok && c.verb == "delete":
			deleting = append(deleting, c.Command)
		case ok && slices.Contains(prints, c.verb):
			printing = append(printing, c.Command)
		}
	}
	return deleting, printing
}

// Deletions are the commands among the lines that have asked objects to go: none that a sentence speaks of, that
// was a dry run, or that the server has refused.
func Deletions(lines []string) (done []Command) {
	answered := true // the last one
	for _, line := range lines {
		switch c, ok := callIn(line); {
		case !answered && strings.HasPrefix(strings.TrimSpace(line), "Error from server"):
			done, answered = done[:len(done)-1], true
		case ok && c.verb == "delete" && c.line && !c.dry:
			done, answered = append(done, c.Command), false
		case called.MatchString(line):
			answered = true
		}
	}
	return done
}

// waitBroken is how kubectl says that it has waited in vain for what it has asked to go.
var waitBroken = regex.New(`(?i)^error: (?:timed out waiting for the condition|an error occurred while waiting for the object to be deleted)`)

// StillThere are those deletions among the lines of which kubectl has printed that it asked for them, and that it
// did not see their end: what they are of was there then.
func StillThere(lines []string) (left []Command) {
	for at, line := range lines {
		c, ok := callIn(line)
		if !ok || c.verb != "delete" || !c.line || c.dry || c.Name == "" {
			continue
		}
		asked := false
		for _, answer := range lines[at+1:] {
			if called.MatchString(answer) {
				break
			}
			asked = asked || strings.HasSuffix(strings.TrimSpace(answer), `"`+c.Name+`" deleted`)
			if asked && waitBroken.MatchString(strings.TrimSpace(answer)) {
				left = append(left, c.Command)
				break
			}
		}
	}
	return left
}
