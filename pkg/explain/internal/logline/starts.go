package logline

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// starts is how a controller says that it has just been started, or is to lead from now on.
	starts = regex.New(`(?i)\b(?:start(?:ed|ing)?|launching|booting|running) (?:up )?(?:the )?(?:[\w.-]+ )?(?:manager|controllers?|operator|server|workers)\b|\bstart(?:s|ing|ed) (?:up|to listen)\b|\b(?:attempting to acquire|successfully acquired) (?:the )?(?:leader )?lease\b|\bbec(?:ame|oming) (?:the )?leader\b`)
	// leadsBy takes the lease out of what it says of that.
	leadsBy = regex.New(`(?i)\bacquired? (?:the )?(?:leader )?lease:? ["']?(?:([a-z0-9][-a-z0-9]*)/)?([a-z0-9][-a-z0-9.]*[a-z0-9])`)
)

// Starts reports whether a line says that the program that prints it was just started.
func (l *Line) Starts() bool {
	return l.Level < Warning && l.Error == "" && starts.MatchString(l.Message)
}

// Lease is the lease by which a program leads that says so in the line, with its namespace.
func (l *Line) Lease() (namespace, name string) {
	if m := leadsBy.FindStringSubmatch(l.Message); m != nil {
		return m[1], m[2]
	}
	return "", ""
}
