package pod

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// complaint is what a kubelet says of a pod that it cannot end.
type complaint struct {
	reason, text, source string
	seen                 string // how often, empty where that is not told
	last                 time.Time
}

// said is the complaint under its reason, and fact with how often it was made.
func (c complaint) said() string { return c.under(c.reason) }

func (c complaint) fact() string { return c.under(c.reason + c.often()) }

func (c complaint) under(head string) string {
	if c.reason == "" {
		return c.text
	}
	return head + ": " + c.text
}

// often is how many times it was made, in brackets, and empty where that is not told.
func (c complaint) often() string {
	if c.seen == "" {
		return ""
	}
	return " (" + c.seen + ")"
}

// hookFailed is the reason of an event after which the kubelet goes on.
const hookFailed = "FailedPreStopHook"

// kubeletFailure is the last Warning of the kubelet since the pod was asked to go, or else what
// was copied of its log.
func kubeletFailure(ctx context.Context, h *hearing.Case) (complaint, bool) {
	grace, _ := graceSeconds(h)
	asked := h.Node.Since.Add(-time.Duration(grace) * time.Second)
	said := func(e *sight.Event) bool { return !e.Last.Before(asked) || h.View.Copied && e.Last.IsZero() }
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		if slices.Contains([]string{"FailedKillPod", "FailedUnmount", "FailedUnMount", hookFailed, "FailedSync", "FailedUnmapDevice"}, e.Reason) && said(&e) {
			return complaint{reason: e.Reason, text: e.Message, source: "events", seen: e.Often(), last: e.Last}, true
		}
	}
	if text, found := signs.KubeletSaid(h); found {
		return complaint{text: phrase.OneLine(text), source: holder.LogBeside}, true
	}
	return killsAgain(ctx, h, said)
}

// oftenKilled is after how many times a kubelet stops a container in vain.
const oftenKilled = 3

var (
	// restarts is how a kubelet speaks of a container that it stops to start it anew.
	restarts = regex.New(`(?i)\brestart|probe\b`)
	// stoppedAlready is how a container runtime says that a container has stopped.
	stoppedAlready = regex.New(`(?i)cannot exec in a (?:stopped|deleted) (?:state|container)|container (?:\S+ )?(?:is )?(?:not running|stopped)`)
)

// killsAgain is the event of a kubelet that stops the same container again and again, and beside that
// what the container runtime says, where it takes that for stopped.
func killsAgain(ctx context.Context, h *hearing.Case, said func(*sight.Event) bool) (c complaint, found bool) {
	stopped := ""
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		switch {
		case e.Component != "kubelet" || !said(&e):
		case !found && e.Reason == "Killing" && e.Count >= oftenKilled && !restarts.MatchString(e.Message):
			c, found = complaint{reason: e.Reason, text: e.Message + " (" + e.Often() + ")", source: "events", last: e.Last}, true
		case stopped == "" && e.Warning:
			stopped = stoppedAlready.FindString(e.Message)
		}
	}
	if found && stopped != "" {
		c.text += "; and the container runtime says: " + stopped
	}
	return c, found
}

// longestSilence is how long a kubelet that tries again and again tells nothing of it at most.
const longestSilence = 10 * time.Minute

// kubeletFails judges a pod whose node cannot be read by what its kubelet says: one that speaks is there.
func kubeletFails(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	c, failing := kubeletFailure(ctx, h)
	if !failing {
		return f
	}
	f.Mend(c.step("on node " + nodeName(h)))
	if c.reason == hookFailed || h.View.ClockOf(ctx).Passed(c.last, longestSilence) {
		return f
	}
	return f.Decide(explain.Stuck, explain.KubeletUnfinished, graceEnded(h, "its grace period")+", and the kubelet on "+nodeName(h)+" fails: "+c.said()+c.often())
}

// kubeletSays judges a pod of which little more was copied than what its kubelet says.
func kubeletSays(ctx context.Context, h *hearing.Case, specified bool) (f hearing.Finding) {
	c, failing := kubeletFailure(ctx, h)
	if !failing || nodeName(h) != "" || specified {
		return f
	}
	who, where := "the kubelet of its node", "on the pod's node"
	if node := nodeTold(ctx, h); node != "" {
		who, where = "the kubelet on "+node, "on node "+node
	}
	f.Warn(forcedStopsNothing)
	f.Mend(c.step(where))
	if h.Node.Name != explain.NoName {
		f.Next("see which node that is", h.View.Command(h.Node.Ref, "get", "-o", "wide")...)
	}
	verdict := explain.Stuck
	if c.reason == hookFailed {
		verdict = explain.Undecided
	}
	return f.Decide(verdict, explain.KubeletUnfinished, who+" fails: "+c.said()+c.often())
}

// nodeTold is the node whose kubelet speaks, in a journal or in events that tell their host; empty where
// nothing tells.
func nodeTold(ctx context.Context, h *hearing.Case) string {
	node := signs.NodeBeside(h)
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		if e.Component == "kubelet" {
			node = cmp.Or(node, e.Instance)
		}
	}
	return node
}

// nodeStep is what to do on a node against what its kubelet says: WHERE is the node.
type nodeStep struct {
	says *regex.Regexp
	step string // $1 is the first group
}

// nodeSteps are asked in order.
var nodeSteps = []nodeStep{
	{regex.New(`^(?i:stopping|killing) container\b`), "WHERE, compare what the container runtime tells of the container (crictl ps -a, crictl inspect) with its processes; then start the runtime and the kubelet there anew"},
	{regex.New(`(?i)(?:network for (?:pod )?sandbox|networkPlugin|\bcni\b|plugin type=)[^\n]*\b((?:fail(?:ed|ure) to|unable to|cannot|could not|error) (?:del(?:et(?:e|ing))?|remov(?:e|ing)|releas(?:e|ing)|flush|unset) [^:/\n]{1,60}: (?:no such (?:file or directory|process|device|network interface)|(?:(?:link|route|rule|address|interface|device) )?not found|cannot assign requested address))[\s"'\\.]*(?:$|\n)`), "make sure WHERE that nothing is left of what the network plugin is to take away: by these words it is not there any more ($1), so that no retry succeeds; then put in a release of that plugin which takes this for done; a forced deletion may leave the address and the device of the pod taken"},
	{regex.New(`(?:network for (?:pod )?sandbox|networkPlugin)[^\n]*\bGet \\*"https://([\w.:-]+)/[^\n]*(?:Service Unavailable|Bad Gateway|i/o timeout|no route to host|connection (?:refused|reset by peer|timed out)|handshake timeout|deadline exceeded|\bEOF)`), "have the API server answer at $1 WHERE, which the network plugin asks: see to kube-proxy or what stands for it there, to firewalls and to a proxy on the way; the kubelet then tries again by itself"},
	{regex.New(`\bnetwork \\*"([\w.-]+)\\*"|\bplugin type=\\*"([\w.-]+)\\*"`), "have network plugin $1$2 work again WHERE: its pod there, its program and its configuration; the kubelet then tries again by itself"},
	{regex.New(`network for (?:pod )?sandbox|networkPlugin|\bcni\b`), "have the network plugin work again WHERE: its pod there, its program and its configuration; the kubelet then tries again by itself"},
	{regex.New(`driver name ([\w.-]+) not found in the list of registered CSI drivers`), "run the pod of CSI driver $1 WHERE again: the kubelet unmounts by it"},
	{regex.New(`(?i)(?:unmount|unmap|tear ?down|unstage|unpublish)\w*.*\b(?:not mounted|not a mount ?point|volume(?: id)?(?: ["'\\]*[\w.-]*[\d-][\w.-]*["'\\]*)? (?:is |was |has been |could )?(?:not (?:be )?found|does not exist|already unmounted))\b`), "make sure WHERE, as with findmnt, that this volume is not mounted there any more and no process of the pod is left: by these words there is nothing left to unmount, so that no retry succeeds; then run a release of what serves that volume which takes this for done; remove nothing below the kubelet's folder of that pod while something is mounted there"},
	{regex.New(`(?i)(?:unmount|unmap|TearDown).*(?:device or resource busy|target is busy)`), "WHERE, end what still uses the mount, which findmnt and fuser show; the kubelet then unmounts it by itself"},
	{regex.New(`(?i)(?:Unmount|Unmap)(?:Volume|Device)|\bTearDown\b`), "mend the mount that it names WHERE, and what serves that volume there; the kubelet then unmounts it by itself"},
	{regex.New(`(?s)\b(?:[Kk]ill|[Ss]top)(?:Container|PodSandbox)\w*\b.*(?:DeadlineExceeded|deadline exceeded|(?i:timed? ?out))`), "WHERE, see in what the container's processes hang (in state D it is a disk or a mount that does not answer), mend that, and start the container runtime anew; what survives that ends with the node's restart"},
}

// step is what to do against it. A hook that fails holds no pod: the kubelet then goes on.
func (c complaint) step(where string) string {
	if c.reason == hookFailed {
		return "see what the kubelet says after it, " + where + ": a hook that fails holds no pod"
	}
	for _, s := range nodeSteps {
		if at := s.says.FindStringSubmatchIndex(c.text); at != nil {
			return string(s.says.ExpandString(nil, placed(s.step, where), c.text, at))
		}
	}
	return "mend what the kubelet names, " + where + ": it goes on by itself"
}

var place = regex.New(`\bWHERE\b`)

func placed(step, where string) string { return place.ReplaceAllLiteralString(step, where) }
