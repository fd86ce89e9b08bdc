package shown

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// podRow is a pod as kubectl get shows it, with or without its namespace and its type.
	podRow = regex.New(`^(?:([a-z0-9][a-z0-9-]*)\s+)?(?:pods?/)?([a-z0-9][a-z0-9.-]*)\s+(\d+)/(\d+)\s+([A-Z][A-Za-z:/0-9]*)\s+\d+(?: \([^)]* ago\))?\s+(?:\d+[smhdy])+(?:\s|$)`)
	// deploymentRow is a Deployment, with how many of its pods are up to date and available.
	deploymentRow = regex.New(`^(?:([a-z0-9][a-z0-9-]*)\s+)?(?:deployment(?:\.apps)?/)?([a-z0-9][a-z0-9.-]*)\s+(\d+)/(\d+)()\s+\d+\s+\d+\s+(?:\d+[smhdy])+(?:\s|$)`)
	// tableHead is how such a table begins.
	tableHead = regex.New(`^\s*(?:NAMESPACE\s+)?NAME\s+READY\s`)
	// command is one that was typed, and what it does.
	command = regex.New(`(?:^|[\s$#>])(?:kubectl|oc|k)\s+(?:-\S+\s+(?:\S+\s+)?)?([a-z][a-z-]*)\b`)
	// inNamespace is the namespace that a command names.
	inNamespace = regex.New(`\s(?:-n|--namespace)(?:\s+|=)?([a-z0-9][a-z0-9-]*)`)
	// toAnother is how a command is sent to another cluster than the one that is set.
	toAnother = regex.New(`--(?:context|kubeconfig|cluster|server)\b|\buse-context\b|\bKUBECONFIG=|\bkubectx\b`)
	// ofAnother is how a person speaks of another cluster than the one where the object is.
	ofAnother = regex.New(`(?i)\b(?:an?other|other|second|different|healthy|working|fresh|new) cluster\b`)
	// noneThere is how kubectl says that a list is empty, and how the API server that a namespace is not there.
	noneThere = regex.New(`^\W*No resources found in ([a-z0-9][a-z0-9-]*) namespace|\(NotFound\): namespaces "([a-z0-9][a-z0-9-]*)" not found`)
	// ofPrograms are the types of which a namespace has some where a program runs in it. One that is asked for by what it
	// has in common with others may be there all the same.
	ofPrograms = regex.New(`\sget\s+(?:pods?|po|all|deploy\w*)(?:,[a-z,.]+)?(?:\s|$)`)
	selecting  = regex.New(`\s(?:-l|--selector|--field-selector)\b|\|`)
)

// Tables are what was copied beside an object: the programs that tables show, in their order, and the namespaces that were
// found empty, each with the line at which it stands.
type Tables struct {
	Programs []hearing.Program
	Empty    []Place
}

// Place is a namespace in which nothing runs, with the words that say so.
type Place struct {
	Namespace, Words string
	Line             int
	// Listed says that the words are of a list that shows something else.
	Listed bool
}

// scan is where a text is being read.
type scan struct {
	first     int    // the first row of a list of all that a namespace has; zero where none was read, or a program among them
	command   string // the last one
	at        int    // its line
	namespace string
	elsewhere bool
}

// Read reads the tables among lines. What is of another cluster is left out.
func Read(lines []string) (t Tables) {
	var s scan
	for at, line := range lines {
		text := strings.TrimSpace(line)
		switch m := command.FindStringSubmatch(text); {
		case m != nil && !podRow.MatchString(text):
			t.Empty = s.noProgram(t.Empty, lines)
			s = scan{command: text, at: at, namespace: group(inNamespace, text), elsewhere: s.elsewhere && s.command == "" || toAnother.MatchString(text)}
			continue
		case ofAnother.MatchString(text):
			s = scan{elsewhere: true, at: at}
			continue
		case tableHead.MatchString(text) && at-s.at > 2:
			s.namespace = "" // of a command that was not copied
		}
		if s.elsewhere {
			continue
		}
		s.list(text, at)
		if p, is := s.program(text); is {
			p.Line = at
			t.Programs = append(t.Programs, p)
			continue
		}
		if m := noneThere.FindStringSubmatch(text); m != nil && at-s.at <= 2 && (m[2] != "" || ofPrograms.MatchString(s.command) && !selecting.MatchString(s.command)) {
			t.Empty = append(t.Empty, Place{Namespace: m[1] + m[2], Words: text, Line: at})
		}
	}
	t.Empty = s.noProgram(t.Empty, lines)
	return t
}

var (
	// ofAll lists all that a namespace has of the usual kinds, typed is a row of that, and runs one of what runs there, or
	// would be, or of what was cut out.
	ofAll = regex.New(`\sget\s+all(?:\s|$)`)
	typed = regex.New(`^[a-z][a-z0-9.-]*/\S+\s`)
	runs  = regex.New(`^(?:pod|deployment\.apps|replicaset\.apps|statefulset\.apps|daemonset\.apps|job\.batch|replicationcontroller)/|\.\.\.|…|(?i:\bsnip|^error|^warning)`)
)

// list takes a line of such a list up. A list ends where a block of text does.
func (s *scan) list(text string, at int) {
	switch {
	case s.namespace == "" || !ofAll.MatchString(s.command) || selecting.MatchString(s.command):
	case runs.MatchString(text):
		s.command, s.first = "", 0
	case s.first == 0 && typed.MatchString(text):
		s.first = at
	}
}

// noProgram adds the namespace of a list that shows something, and nothing that runs.
func (s *scan) noProgram(empty []Place, lines []string) []Place {
	if s.first == 0 {
		return empty
	}
	return append(empty, Place{Namespace: s.namespace, Words: strings.Join(strings.Fields(lines[s.first]), " "), Line: s.first, Listed: true})
}

func group(pattern *regex.Regexp, text string) string {
	if m := pattern.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// IsRow reports whether a line is such a row, and so none of a log.
func IsRow(text string) bool {
	_, is := new(scan).program(strings.TrimSpace(text))
	return is
}

// program is what a row shows.
func (s *scan) program(text string) (p hearing.Program, is bool) {
	kind, m := "pod", podRow.FindStringSubmatch(text)
	if m == nil {
		kind, m = "deployment", deploymentRow.FindStringSubmatch(text)
	}
	if m == nil {
		return p, false
	}
	p = hearing.Program{Kind: kind, Namespace: m[1], Name: m[2], Workload: m[2], State: m[5], Row: strings.Join(strings.Fields(text), " ")}
	if p.Namespace == "" {
		p.Namespace = s.namespace
	}
	if kind == "pod" {
		p.Workload = workloadOf(p.Name)
	}
	p.Ready, _ = strconv.Atoi(m[3])
	p.Wanted, _ = strconv.Atoi(m[4])
	return p, true
}

// workloadOf is the name of what makes a pod: without the hash of its template and what tells it from others.
func workloadOf(pod string) string {
	parts := strings.Split(pod, "-")
	last := len(parts) - 1
	switch tail := parts[last]; {
	case last > 0 && len(tail) < 4 && strings.Trim(tail, "0123456789") == "":
		return strings.Join(parts[:last], "-")
	case last < 1 || len(tail) != 5 || !generated(tail):
		return pod
	case last > 1 && len(parts[last-1]) > 5 && len(parts[last-1]) < 11 && generated(parts[last-1]):
		last--
	}
	return strings.Join(parts[:last], "-")
}

// generated reports whether a part of a name was made by a program: those have no vowels, so that no word comes out.
func generated(part string) bool { return strings.Trim(part, "bcdfghjklmnpqrstvwxz0123456789") == "" }
