package diagnose

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// misset is how words say that a setting is at fault.
var misset = regex.New(`(?i)\b(?:invalid|unsupported|malformed|unknown|unrecognized|illegal|bad|wrong|missing|not set|unset|empty|required|pars(?:e|ing)|no such host|(?:un)?marshal\w*)\b`)

// settings tells from where the holder takes the setting that its words name as at fault, and from where it takes what it
// watches, where it says nothing at all. What a ConfigMap or a Secret holds is never read.
func settings(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if h.Holder.BuiltIn || h.Holder.Workload.Name == "" || !h.Holder.Sure() {
		return f
	}
	workload := h.View.Look(ctx, h.Holder.Workload).Object
	if workload == nil {
		return f
	}
	if f.Reason == explain.Failing {
		for _, words := range quotedIn(&f) {
			if s, found := settingAtFault(ctx, h, workload, words); found {
				return faulty(h, f, &s)
			}
		}
	}
	if f.Reason == explain.Silent && h.Node.Namespace != "" && signs.SpokeAt(ctx, h).IsZero() && !h.HolderWroteSince() {
		for _, variable := range []string{"WATCH_NAMESPACE", "WATCH_NAMESPACES"} {
			if s, found := manifest.SettingOf(workload, variable); found {
				return watches(h, f, &s)
			}
		}
	}
	return f
}

// settingAtFault is the setting that words name as at fault. A name alone may as well be that of something which the object
// refers to, or has beside it: it is the holder's only where neither is so.
func settingAtFault(ctx context.Context, h *hearing.Case, workload *unstructured.Unstructured, words string) (s manifest.Setting, found bool) {
	if !misset.MatchString(words) {
		return s, false
	}
	return manifest.SettingNamed(workload, func(s manifest.Setting) bool {
		return sentence.Named(words, workload.GetNamespace()+"/"+s.Name) || sentence.Named(words, s.Name) && !ofObject(ctx, h, s)
	}, func(variable string) bool { return sentence.Named(words, variable) })
}

// ofObject reports whether the object may mean something else by the name of a setting: it refers to one, or one is called
// so in its namespace.
func ofObject(ctx context.Context, h *hearing.Case, s manifest.Setting) bool {
	if h.Object != nil && manifest.Holds(h.Object.Object["spec"], s.Name) {
		return true
	}
	if h.Node.Namespace == "" || h.Node.Namespace == h.Holder.Workload.Namespace {
		return false
	}
	return h.View.Glance(ctx, trace.Ref{Kind: s.Kind, Namespace: h.Node.Namespace, Name: s.Name}).Object != nil
}

// faulty has a setting corrected that is at fault.
func faulty(h *hearing.Case, f hearing.Finding, s *manifest.Setting) hearing.Finding {
	at := trace.Ref{Kind: s.Kind, Namespace: h.Holder.Workload.Namespace, Name: s.Name}
	what := phrase.Prefixed("key ", s.Key)
	if what == "" {
		what = "what these words name"
	}
	text := "correct " + what + " in " + h.View.NameOf(at) + ", from which " + h.HolderName() + " takes its settings"
	if s.AtStart {
		text += ", and start its pods anew: it reads them when it starts"
	}
	f.Fact(h.View.NameOf(h.Holder.Workload), "takes its settings from "+s.Kind+" "+s.Name)
	f.Foremost = append(f.Foremost, explain.Act(explain.Changes, at, text, h.View.Command(at, "edit")...).For(explain.Mends))
	return f
}

// watches has it looked up whether the holder watches where the object is.
func watches(h *hearing.Case, f hearing.Finding, s *manifest.Setting) hearing.Finding {
	at := trace.Ref{Kind: s.Kind, Namespace: h.Holder.Workload.Namespace, Name: s.Name}
	f.Fact(h.View.NameOf(h.Holder.Workload), "watches the namespaces that key "+s.Key+" of "+s.Kind+" "+s.Name+" names, all where that is empty ("+s.Variable+")")
	f.Message += "; it watches the namespaces that key " + s.Key + " of " + s.Kind + " " + s.Name + " names, all where that is empty: it is not read here"
	f.Foremost = append(f.Foremost, explain.Look("see whether namespace "+h.Node.Namespace+" is one of those that "+h.HolderName()+" watches, which are all where none is named; if not, add it to key "+s.Key+" of "+h.View.NameOf(at)+", and start its pods anew, or have an instance run that watches it",
		h.View.AsYAML(at)...).For(explain.Mends))
	return f
}
