package explain

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// kubeletEnds is how the kubelet of a node and its container runtime speak of ending a pod: of
// killing and stopping its containers and its sandbox, and of unmounting its volumes.
var kubeletEnds = regex.New(`\b(?:[Kk]ill|[Ss]top)(?:Container|PodSandbox)(?:Error)?\b|\b[Kk]illPod(?:WithSyncResult)?\b|\bFailedKillPod\b|` +
	`\b(?:Unmount|Unmap)(?:Volume|Device)(?:\.\w+)? |` +
	`\bumount: \S+/pods/[^/\s]+/volumes/|` +
	`(?i:\b(?:stop|kill|destroy|unmount|tear(?:ing)? down|remove)(?:ing|ed)? (?:the )?(?:network (?:for|of) )?(?:pod )?sandbox\b)|` +
	`(?i:\b(?:error|errors|failed|unable|cannot|can't)(?: to| while)? kill(?:ing)? (?:the )?(?:pod|container|task|init)\b)|` +
	`\bSkipping the sending of signal \w+ to container\b|` +
	`^\s*(?:Normal|Warning)\s+(?:Killing|FailedPreStopHook|ExceededGracePeriod)\s.*\bkubelet\b`)

// KubeletEnds reports whether a line is of the kubelet of a node or of its container runtime, and
// of how they end a pod: what it tells of is on that node, and no finalizer.
func KubeletEnds(line string) bool { return kubeletEnds.MatchString(line) }
