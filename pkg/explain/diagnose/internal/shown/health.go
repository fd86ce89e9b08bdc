package shown

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Source is where such a row was read.
const Source = "table copied beside it"

// Last is of the rows of one program what they tell last: of several pods one that runs, as its replicas do the same. It
// is none where those that are shown are on their way out, or have done their work.
func Last(programs []hearing.Program, is func(*hearing.Program) bool) (last hearing.Program, found bool) {
	for i := range programs {
		p := &programs[i]
		switch {
		case p.State == "Terminating" || p.State == "Completed" || p.State == "Evicted" || !is(p):
		case found && p.Name != last.Name && last.Runs() && !p.Runs():
		default:
			last, found = *p, true
		}
	}
	return last, found
}

// Health is how a program is by its row.
func Health(h *hearing.Case, p *hearing.Program) (b hearing.Wellbeing) {
	b.Hint(Source, p.Row)
	if p.Runs() {
		b.Health = explain.Running
		return b
	}
	if !p.Down() {
		return b
	}
	what := p.Kind + " " + p.Name
	if p.Namespace != "" {
		what += " in namespace " + p.Namespace
	}
	if p.Kind == "deployment" && p.Wanted == 0 {
		b.Do(explain.Act(explain.Starts, trace.Ref{Group: "apps", Kind: "Deployment", Namespace: p.Namespace, Name: p.Name}, "bring it back: scale it up", p.Kubectl("scale", "--replicas=1")...))
		return b.Because(explain.Undecided, explain.ScaledDown, explain.HolderScaledDown, what+" was scaled to zero when this was copied, so that nothing acted")
	}
	how := fmt.Sprintf("%d of %d ready", p.Ready, p.Wanted)
	if p.State != "" {
		how = p.State + ", " + how
	}
	switch state := p.State; {
	case p.Kind == "pod" && (strings.HasSuffix(state, "CrashLoopBackOff") || strings.HasSuffix(state, "Error") && !strings.Contains(state, "Config") || state == "OOMKilled"):
		b.Do(explain.Look("have "+what+" run: what it said before it ended tells why it does not", p.Kubectl("logs", "--all-containers", "--previous", "--tail=50")...).For(explain.Mends))
	default:
		b.Do(explain.Look("have "+what+" come up: what is said of it tells why it does not", p.Kubectl("describe")...).For(explain.Mends))
	}
	return b.Because(explain.Undecided, explain.NotReady, explain.HolderNotReady, h.HolderName()+" did not run when this was copied: "+what+" is shown as "+how)
}
