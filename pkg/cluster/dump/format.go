package dump

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/copied"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// A snapshot is one JSON document. Its kind is one that kubectl does not know:
// a file that kubectl apply would take could put the objects of a dead cluster
// into a living one.
const (
	snapshotAPIVersion = "kubectl-finalizers/v1"
	snapshotKind       = copied.SnapshotKind
)

// snapshotHeader is a snapshot without its items. Kinds stand before the items
// in the file, Problems after them and Read last, so that a file that was cut
// short claims nothing of what it lacks.
type snapshotHeader struct {
	APIVersion    string           `json:"apiVersion"`
	Kind          string           `json:"kind"`
	At            moment           `json:"at"`
	ServerVersion string           `json:"serverVersion,omitempty"`
	Kinds         []snapshotServed `json:"kinds"`
	// Redacted says what was taken out. It is not there in a snapshot of an earlier
	// version.
	Redacted []redact.Taken    `json:"redacted,omitempty"`
	Logs     []snapshotLog     `json:"logs,omitempty"`
	Problems []snapshotProblem `json:"problems"`
	Read     []snapshotRead    `json:"read"`
	// Answers and Tries are what the server said when it was asked for rights and for
	// dry runs. They are not there in a snapshot of an earlier version.
	Answers []snapshotAnswer `json:"answers,omitempty"`
	Tries   []snapshotTry    `json:"tries,omitempty"`
}

// snapshotServed is a trace.Kind as the file spells it.
type snapshotServed struct {
	Group      string   `json:"group,omitempty"`
	Version    string   `json:"version"`
	Kind       string   `json:"kind"`
	Resource   string   `json:"resource"`
	Singular   string   `json:"singular,omitempty"`
	ShortNames []string `json:"shortNames,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Namespaced bool     `json:"namespaced,omitempty"`
	Listable   bool     `json:"listable,omitempty"`
}

// snapshotRead is one reading of a kind: all of it, or of the namespaces, or of
// the names alone.
type snapshotRead struct {
	Group      string   `json:"group,omitempty"`
	Resource   string   `json:"resource"`
	Namespaces []string `json:"namespaces,omitempty"`
	Names      []string `json:"names,omitempty"`
	// Rows says that only metadata was read.
	Rows bool `json:"rows,omitempty"`
	// Filter says which of the objects were kept, where not all were.
	Filter string `json:"filter,omitempty"`
	// Problem says why the reading failed. Some objects may have been kept.
	Problem *snapshotProblem `json:"problem,omitempty"`
}

// warnings is the Filter of events.
const warnings = "type=Warning"

// snapshotProblem is a trace.Problem as the file spells it.
type snapshotProblem struct {
	What      string `json:"what"`
	Outside   bool   `json:"outside,omitempty"`
	Group     string `json:"group,omitempty"`
	Version   string `json:"version,omitempty"`
	Resource  string `json:"resource,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	Reason    string `json:"reason"`
	Message   string `json:"message,omitempty"`
}

// spelled leaves out what a server says that is a credential.
func spelled(p trace.Problem) snapshotProblem {
	return snapshotProblem{
		What: p.About.String(), Outside: p.About.Outside, Group: p.About.Group, Version: p.About.Version, Resource: p.About.Resource,
		Namespace: p.About.Namespace, Name: p.About.Name, Reason: p.Reason, Message: redact.Text(p.Message),
	}
}

// problem is what was spelled. One that names nothing has only its words.
func (p *snapshotProblem) problem() trace.Problem {
	about := trace.Part{Group: p.Group, Version: p.Version, Resource: p.Resource, Namespace: p.Namespace, Name: p.Name}
	if about == (trace.Part{}) {
		about.Words, about.Outside = p.What, p.Outside
	}
	return trace.Problem{About: about, Reason: p.Reason, Message: p.Message}
}

// snapshotSkips reports whether a snapshot leaves a kind out: what the server
// works out anew for each request, the second name that events are served
// under, and the kinds whose names are credentials.
func snapshotSkips(kind trace.Kind) bool {
	if !kind.Listable {
		return true
	}
	switch kind.Group {
	case "":
		return kind.Resource == "componentstatuses"
	case "events.k8s.io", "metrics.k8s.io", "custom.metrics.k8s.io", "external.metrics.k8s.io",
		"packages.operators.coreos.com":
		return true
	case "oauth.openshift.io":
		return kind.Resource != "oauthclients"
	}
	return false
}
