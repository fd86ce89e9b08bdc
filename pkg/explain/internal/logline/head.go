package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// journal is what journald and syslog put before a line.
	journal = regex.New(`^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [\w./@-]+(?:\[\d+\])?: `)
	// streamed is what programs put before each line of several logs: the pod and the
	// container.
	streamed = regex.New(`^(?:\[[a-z][\w./ -]*\]|[a-z][\w./-]*(?:\[[\w.-]+\]:)?)(?:[ \t]+[a-z][\w./-]*\]?)?[ \t]*[|>]?[ \t]+([IWEF]\d{4} \d\d:|\d{4}-\d\d-\d\d[T ]\d\d:|time=|level=|ts=)`)
)

// headless is a line without what stands before it that its program has not printed.
func headless(text string) string {
	if at := journal.FindStringIndex(text); at != nil {
		text = text[at[1]:]
	}
	if at := streamed.FindStringSubmatchIndex(text); at != nil {
		text = text[at[2]:]
	}
	return text
}

var (
	// spread is how a line of the form for people begins where its tabs became blanks.
	spread = regex.New(`^\S+ {2,}[A-Z]+ {2,}`)
	// single is the same with one blank for each tab, and fields at its end.
	single = regex.New(`^(\d{4}-\d\d-\d\dT\S+) (TRACE|DEBUG|INFO|WARN|ERROR|DPANIC|PANIC|FATAL) (\S.*?) (\{ ?".*\})$`)
	// recorded is what controller-runtime prints of an event: the logger and how bad it is.
	recorded = regex.New(`^([\w.-]*\bevents) (Warning|Normal)$`)
	blanks   = regex.New(` {2,}`)
	opens    = regex.New(`\{ *"`)
)

// tabbed puts the tabs back that became blanks when a line was copied.
func tabbed(first string) string {
	if m := single.FindStringSubmatch(first); m != nil {
		m[3] = recorded.ReplaceAllString(m[3], "$1\t$2")
		return strings.Join(m[1:], "\t")
	}
	if !spread.MatchString(first) {
		return first
	}
	end := len(first)
	if at := opens.FindStringIndex(first); at != nil {
		end = at[0]
	}
	head := blanks.ReplaceAllString(first[:end], "\t")
	if end < len(first) && head != "" && head[len(head)-1] == ' ' {
		head = head[:len(head)-1] + "\t"
	}
	return head + first[end:]
}
