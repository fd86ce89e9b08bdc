package gates

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// apiRow is a row of a table of APIServices: its Service, and whether it is available.
var apiRow = regex.New(`^\s*(\S+)\s+([a-z0-9-]+)/([a-z0-9-]+)\s+(True|False|Unknown)(?: \((\w+)\))?(?:\s|$)`)

// copiedRow reads what was copied of a table beside a dump that lacks the APIService itself.
func (d *DeadAPI) copiedRow(w *sight.View) {
	for _, line := range w.Logs.Aside {
		if m := apiRow.FindStringSubmatch(line.Text); m != nil && m[1] == d.ref.Name {
			d.backend.service = trace.Ref{Kind: "Service", Namespace: m[2], Name: m[3]}
			d.available, d.reason, d.row = m[4] == "True", m[5], strings.Join(strings.Fields(line.Text), " ")
		}
	}
}

// UnavailableRows are the API groups, with their versions, that tables copied beside the objects show last not to be
// available.
func UnavailableRows(w *sight.View) (groups []trace.Part) {
	for _, line := range w.Logs.Aside {
		m := apiRow.FindStringSubmatch(line.Text)
		if m == nil {
			continue
		}
		version, group, named := strings.Cut(m[1], ".")
		part := trace.Part{Group: group, Version: version}
		groups = slices.DeleteFunc(groups, func(g trace.Part) bool { return g == part })
		if named && m[4] == "False" {
			groups = append(groups, part)
		}
	}
	return groups
}

// Said takes over what words say of the group, where nothing else tells what is the matter with it.
func (d *DeadAPI) Said(words string) {
	if _, behind, told := strings.Cut(words, d.Name()+": "); told && d.message == "" {
		said, _, _ := strings.Cut(behind, ", ")
		d.message = strings.TrimSuffix(strings.TrimSpace(said), ": "+d.Name())
	}
}

// restored are the steps for one of which a table has told the Service.
func (d *DeadAPI) restored() (n hearing.Notes) {
	how := "bring back what it leads to"
	switch {
	case d.available:
		how = "it is said to be available, and what it answers is out of date: start anew or update what it leads to"
	case d.reason == "MissingEndpoints", d.reason == "EndpointsNotFound":
		how = "it leads to no pod that is ready: mend what keeps its pods from that"
	case d.reason == "ServiceNotFound":
		how = "it is not there: bring it back with what it leads to"
	}
	n.Fact("table copied beside it", d.row)
	n.Mend("have " + d.backend.servedBy() + " serve " + d.Name() + " again: " + how)
	n.Next("see what it leads to", "kubectl", "describe", "service/"+d.backend.service.Name, "-n", d.backend.service.Namespace)
	return n
}
