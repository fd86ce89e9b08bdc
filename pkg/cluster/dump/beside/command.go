package beside

import (
	"regexp"
	"slices"
	"strings"
)

// Command is what kubectl was called with to print or to change one object, or all of a type.
type Command struct{ Resource, Name, Namespace string }

var (
	// called is a call of kubectl in a line, or of a program that takes the same arguments.
	called = regexp.MustCompile(`(?:^|[\s$#>(` + "`" + `'"])(?:[\w.]*kubectl|oc|k|microk8s\.kubectl)((?:\s+\S+)+)`)
	// typeLike is what a type may be called.
	typeLike = regexp.MustCompile(`^[A-Za-z][\w.,-]*$`)
	objects  = regexp.MustCompile(`^[a-z0-9][\w.:-]*$`)
	verbs    = []string{"get", "describe", "edit", "patch", "delete"}
	// valued are the flags that a value stands behind.
	valued = []string{"-n", "--namespace", "-o", "--output", "-l", "--selector", "--context", "--kubeconfig", "--field-selector", "-p", "--patch", "--type", "-f", "--cluster", "--grace-period", "--timeout", "--cascade", "-c"}
)

// call is a command with its verb.
type call struct {
	Command
	verb string
}

// callIn reads the call in a line. Flags may stand anywhere.
func callIn(line string) (c call, ok bool) {
	m := called.FindStringSubmatch(line)
	if m == nil {
		return c, false
	}
	words := strings.Fields(m[1])
	for i := 0; i < len(words); i++ {
		word := strings.Trim(words[i], "\"'`")
		flag, value, given := strings.Cut(word, "=")
		switch {
		case word == "|" || word == ">" || word == "&&" || word == ";" || word == "#":
			return c, c.verb != "" && c.Resource != ""
		case strings.HasPrefix(word, "-n") && !strings.HasPrefix(word, "-n=") && len(word) > 2 && !strings.HasPrefix(word, "--"):
			c.Namespace = word[2:]
		case slices.Contains(valued, flag):
			if !given && i+1 < len(words) {
				i++
				value = strings.Trim(words[i], "\"'`")
			}
			if flag == "-n" || flag == "--namespace" {
				c.Namespace = value
			}
		case strings.HasPrefix(word, "-"):
		case c.verb == "":
			if c.verb = word; !slices.Contains(verbs, word) {
				return call{}, false
			}
		case c.Resource == "":
			resource, name, _ := strings.Cut(word, "/")
			if !typeLike.MatchString(resource) {
				return call{}, false
			}
			c.Resource, c.Name = resource, name
		case c.Name == "" && objects.MatchString(word):
			c.Name = word
		}
	}
	return c, c.verb != "" && c.Resource != ""
}

// CommandIn is the command in a line that is about one object.
func CommandIn(line string) (Command, bool) {
	c, ok := callIn(line)
	if !ok || c.Name == "" {
		return Command{}, false
	}
	return c.Command, true
}

// Printing is the command in a line that prints objects, of which it may name one.
func Printing(line string) (Command, bool) {
	c, ok := callIn(line)
	if !ok || !slices.Contains(verbs[:3], c.verb) {
		return Command{}, false
	}
	return c.Command, true
}

// TypeIn is the type that the commands among the lines are about, those before that delete.
func TypeIn(lines []string) string {
	printed := ""
	for _, line := range lines {
		c, ok := callIn(line)
		switch {
		case ok && c.verb == "delete":
			return c.Resource
		case ok && printed == "" && slices.Contains(verbs[:3], c.verb):
			printed = c.Resource
		}
	}
	return printed
}
