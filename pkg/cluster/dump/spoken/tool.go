package spoken

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// toolCalled is a call of a project's own program, typed or in a sentence: velero backup describe b1.
	toolCalled = regex.New("(?:^\\s*(?:\\S*[$#>%] *)?|`[$ ]*)([a-z]+) ([a-z]+) (?:describe|delete|get|logs)((?: +-{1,2}[a-z][\\w=-]*)*)(?: +([a-z0-9][a-z0-9.-]*[a-z0-9]))?((?: +-{1,2}[a-z][\\w=-]*)*)(?: *`|\\s*$)")
	// rowGoing is a row of a table that shows what it names on its way out.
	rowGoing = regex.New(`^\s*([a-z0-9][a-z0-9.-]*[a-z0-9])(?:\s{2,}|\t\s*)(?:Deleting|Terminating)(?:\s{2,}|\t|\s*$)`)
)

// toolKinds are the kinds of projects whose programs take them in the place of a verb, by program and word. What
// else a program is called with is no object of a cluster, for all that is known.
var toolKinds = map[string]map[string]string{
	"velero": {
		"backup": "Backup.velero.io", "restore": "Restore.velero.io", "schedule": "Schedule.velero.io",
		"backup-location": "BackupStorageLocation.velero.io", "snapshot-location": "VolumeSnapshotLocation.velero.io",
	},
	"ark":    {"backup": "Backup.velero.io", "restore": "Restore.velero.io", "schedule": "Schedule.velero.io"},
	"argocd": {"app": "Application.argoproj.io", "appset": "ApplicationSet.argoproj.io", "proj": "AppProject.argoproj.io"},
	"kn": {
		"service": "Service.serving.knative.dev", "revision": "Revision.serving.knative.dev", "route": "Route.serving.knative.dev",
		"broker": "Broker.eventing.knative.dev", "trigger": "Trigger.eventing.knative.dev",
	},
	"tkn": {
		"pipeline": "Pipeline.tekton.dev", "pipelinerun": "PipelineRun.tekton.dev", "pr": "PipelineRun.tekton.dev",
		"task": "Task.tekton.dev", "taskrun": "TaskRun.tekton.dev", "tr": "TaskRun.tekton.dev",
	},
}

// ByTool is the object that calls of a project's own program are about, or that the table shows on its way out
// which one has printed. Of several that such a table shows, it is the one that a call names too.
func ByTool(lines []string) (of Of) {
	going, called := map[string]bool{}, map[string]bool{}
	for _, line := range lines {
		if m := rowGoing.FindStringSubmatch(line); m != nil {
			going[m[1]] = true
			continue
		}
		m := toolCalled.FindStringSubmatch(line)
		if m == nil || toolKinds[m[1]][m[2]] == "" {
			continue
		}
		if kind, group, _ := strings.Cut(toolKinds[m[1]][m[2]], "."); of.Kind == "" || of.Kind == kind {
			of.APIVersion, of.Kind = group+"/"+trace.Unstated, kind
			called[m[4]] = true
		}
	}
	if of.Kind == "" {
		return of
	}
	of.Name = cmp.Or(only(called), only(going))
	return of
}
