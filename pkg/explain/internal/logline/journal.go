package logline

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// journalOf is what a journal puts before the line of a kubelet or of a container runtime.
var journalOf = regex.New(`^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (\S+) (?:kubelet|containerd|crio|dockerd|cri-dockerd)(?:\[\d+\])?: `)

// NodeOfJournal is the node whose journal the line of a kubelet or of a container runtime was copied
// from, empty where it does not tell.
func NodeOfJournal(line string) string {
	if m := journalOf.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}
