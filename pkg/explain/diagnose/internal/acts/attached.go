package acts

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// stillAttached is how one says that volumes have to be detached from a node first, or are attached to one still.
var stillAttached = regex.New(`(?i)\b(?:wait|await)(?:s|ed|ing)? (?:for|on|until)? ?(?:[\w'-]+ ){0,4}?volumes? (?:[\w'-]+ ){0,3}?detach|\bvolumes? (?:\S+ )?(?:is|are) still attached to (?:the )?nodes?\b`)

// noneAttached is how one says that there are none, or that nothing waits for that.
var noneAttached = regex.New(`(?i)\b(?:(?:for|on|until) 0 (?:[\w-]+ ){0,2}volumes?|no longer|not wait\w*|disabled|skip(?:s|ped|ping)?|detach\w* polic\w+)\b`)

// attachedTo is the node that such words name.
var attachedTo = regex.New(`(?i)\b(?:attached to|detached from) (?:the )?node:? ["'\x60]?([a-z0-9][\w.-]*\w)`)

// StillAttached is the step to the volumes of which words say that they are attached to a node still: mostly a pod there
// was not evicted, and a volume is detached after the last that uses it.
func StillAttached(_ context.Context, _ *hearing.Case, words string) (n hearing.Notes) {
	if !strings.ContainsRune(words, ' ') {
		words = phrase.Apart(words)
	}
	if !stillAttached.MatchString(words) || noneAttached.MatchString(words) {
		return n
	}
	node := "that node"
	if m := attachedTo.FindStringSubmatch(words); m != nil {
		node = "node " + m[1]
	}
	n.Do(explain.Look("see which VolumeAttachments name "+node+", in the cluster that it is a node of, and end such pods there as still use those volumes: each is detached after the last of them; where none is left, have the CSI driver run that has to detach them",
		"kubectl", "get", "volumeattachments").For(explain.Mends))
	return n
}
