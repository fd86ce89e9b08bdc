package hearing

import (
	"slices"
	"strings"
)

// HasRun are the states of what runs once, and has.
var HasRun = map[string]bool{"Failed": true, "Error": true, "Succeeded": true, "Completed": true}

// Program is a pod or a Deployment as a row of a table shows it that was copied beside an object.
type Program struct {
	// Kind is as kubectl takes it; Namespace is empty where nothing tells.
	Kind, Namespace, Name string
	// Workload is what makes a pod, by its name.
	Workload      string
	Ready, Wanted int
	// State is that of a pod.
	State string
	// Row is as it was copied, and Line where.
	Row  string
	Line int
}

// Runs reports whether all of it was ready.
func (p *Program) Runs() bool {
	return p.Ready > 0 && p.Ready == p.Wanted && (p.State == "" || p.State == "Running") || p.Kind == "deployment" && p.Ready > 0
}

// notYet are states in which a pod is on its way.
var notYet = []string{"ContainerCreating", "PodInitializing", "Pending"}

// Down reports whether nothing of it was ready, and it was not on its way.
func (p *Program) Down() bool {
	return p.Ready == 0 && p.State != "Running" && !slices.Contains(notYet, p.State) && !strings.HasPrefix(p.State, "Init:0") || strings.HasSuffix(p.State, "BackOff")
}

// Kubectl is a command about it.
func (p *Program) Kubectl(verb string, flags ...string) []string {
	out := []string{"kubectl", verb, p.Kind + "/" + p.Name}
	if p.Namespace != "" {
		out = append(out, "-n", p.Namespace)
	}
	return append(out, flags...)
}
