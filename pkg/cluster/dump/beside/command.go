package beside

import "regexp"

// Command is what kubectl was called with to print or to change one object, or all of a type.
type Command struct{ Resource, Name, Namespace string }

var (
	calling = regexp.MustCompile(`\b(?:kubectl|oc|k)\b(.*?)\s(?:describe|get|edit|patch|delete)\s+([A-Za-z][\w.-]*)(?:/|\s+)([a-z0-9][\w.:-]*)(.*)$`)
	within  = regexp.MustCompile(`\s(?:-n|--namespace)[ =]?\s*([a-z0-9][a-z0-9-]*)`)
	// printing is the command that prints objects, with the type of these, before which flags
	// may stand.
	printing = regexp.MustCompile(`\b(?:kubectl|oc|k)\b.*?\s(?:describe|get|edit)(?: +(?:-n|-o|-l|--namespace|--output|--selector|--context)[ =]\S+| +-\S+)* +([A-Za-z][\w.-]*)`)
	// deleting is the command that was to delete objects, with their type.
	deleting = regexp.MustCompile(`\b(?:kubectl|oc|k)\b.*?\sdelete(?: +(?:-n|--namespace|--context)[ =]\S+| +-\S+)* +([A-Za-z][\w.-]*)`)
)

// CommandIn is the command in a line that is about one object.
func CommandIn(line string) (c Command, ok bool) {
	m := calling.FindStringSubmatch(line)
	if m == nil {
		return c, false
	}
	c = Command{Resource: m[2], Name: m[3]}
	if n := within.FindStringSubmatch(m[1] + " " + m[4]); n != nil {
		c.Namespace = n[1]
	}
	return c, true
}

// Printing is the command in a line that prints objects, of which it may name one.
func Printing(line string) (c Command, ok bool) {
	m := printing.FindStringSubmatch(line)
	if m == nil {
		return c, false
	}
	c = Command{Resource: m[1]}
	if n := within.FindStringSubmatch(line); n != nil {
		c.Namespace = n[1]
	}
	if one, is := CommandIn(line); is && one.Resource == c.Resource {
		c.Name = one.Name
	}
	return c, true
}

// TypeIn is the type that the commands among the lines are about, those before that delete.
func TypeIn(lines []string) string {
	for _, of := range []*regexp.Regexp{deleting, printing} {
		for _, line := range lines {
			if m := of.FindStringSubmatch(line); m != nil {
				return m[1]
			}
		}
	}
	return ""
}
