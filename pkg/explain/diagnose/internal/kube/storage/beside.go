package storage

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nodeRow is the state of a node in a row of a table that shows whether it is ready, empty for any other line.
func nodeRow(line, name string) (state string) {
	cells := strings.Fields(line)
	if len(cells) < 4 || strings.TrimPrefix(cells[0], "node/") != name || !strings.HasPrefix(strings.TrimPrefix(cells[1], "Not"), "Ready") || strings.Trim(cells[3], "0123456789smhdy") != "" {
		return ""
	}
	return cells[1]
}

// goingRow reports whether a row of a table shows a pod on its way out.
func goingRow(p *hearing.Program) bool { return p.Kind == "pod" && p.State == "Terminating" }

// podGoing is the row of a pod that a table beside the object shows on its way out, empty where none does.
func podGoing(h *hearing.Case, namespace, name string) (row string) {
	if !h.View.Copied {
		return ""
	}
	for _, p := range holder.ProgramsShown(h) {
		if p.Name == name && (p.Namespace == namespace || p.Namespace == "") {
			row = ""
			if goingRow(&p) {
				row = p.Row
			}
		}
	}
	return row
}

// nodeDown is how a node is that is not ready: by its object, or by a table beside; empty where neither says so.
func nodeDown(ctx context.Context, h *hearing.Case, name string) (how, source string) {
	ref := trace.Ref{Kind: "Node", Name: name}
	if node := h.View.Look(ctx, ref).Object; node != nil {
		ready := manifest.ConditionOf(node, "Ready")
		if ready.Status == "" || ready.Status == "True" {
			return "", ""
		}
		return "not ready" + phrase.Prefixed(": ", strings.TrimSuffix(phrase.OneLine(ready.Message), ".")), h.View.NameOf(ref)
	}
	if !h.View.Copied {
		return "", ""
	}
	state := ""
	for _, line := range h.View.Logs.Aside.Texts() {
		state = cmp.Or(nodeRow(line, name), state)
	}
	if !strings.HasPrefix(state, "NotReady") {
		return "", ""
	}
	return state + " when this was copied", "table copied beside it"
}

// attachedToDown decides for an attachment to a node that is not ready: nothing there unmounts the volume, and the pods
// that use it do not end.
func attachedToDown(ctx context.Context, h *hearing.Case, node string) (f hearing.Finding) {
	how, source := nodeDown(ctx, h, node)
	if how == "" {
		return f
	}
	f.Fact(source, "node "+node+" is "+how)
	f.BlockKnown(h.View, trace.Ref{Kind: "Node", Name: node}, cmp.Or(h.View.Look(ctx, trace.Ref{Kind: "Node", Name: node}).State, trace.Unreadable), how)
	var pods []string
	for _, p := range holder.ProgramsShown(h) {
		if goingRow(&p) && slices.Contains(strings.Fields(p.Row), node) && !slices.Contains(pods, p.Name) {
			pods = append(pods, p.Name)
			f.Fact("table copied beside it", p.Row)
		}
	}
	f.Do(explain.Look("bring node "+node+" back: start its machine, or the kubelet on it, which then ends its pods and unmounts the volume", "kubectl", "describe", "node", node).For(explain.Mends))
	f.Do(explain.Act(explain.Stops, trace.Ref{Kind: "Node", Name: node}, "only when the machine is off for good: mark it so, which frees its pods and their volumes",
		"kubectl", "taint", "nodes", node, manifest.OutOfServiceTaint+"=nodeshutdown:NoExecute").For(explain.Guarded))
	f.Never("detach the volume by force while its node may still write to it: a disk that two nodes write to is corrupted")
	message := "node " + node + ", to which it is attached, is " + how + ": nothing there unmounts the volume"
	if len(pods) > 0 {
		message += ", and " + phrase.Count(len(pods), "pod", "pods") + " on it " + phrase.Plural(len(pods), "is", "are") + " on the way out too: " + phrase.Names(pods)
	}
	return f.Decide(explain.Undecided, explain.NodeNotReady, message)
}
