package acts

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// LookAgain is the step behind what mends a failure, where nobody tries again by himself: by says who tells that, and recorded
// that the object says that it has failed and is passed over for that. Of what is tried again once the spec changes no
// annotation has it tried.
func LookAgain(h *hearing.Case, by string, again sentence.Retry) (n hearing.Notes) {
	text := "have it tried again, which its controller, " + by + ", does not do by itself: "
	if key, value, known := strings.Cut(h.Entry.Retry, "="); known {
		n.Do(marked(h, text+"set its annotation "+key+", which asks for that", key, value).Then())
		return n
	}
	if again == sentence.AtSpec {
		n.Do(explain.Tell("it is tried again, " + by + ", only once its spec changes, which no annotation does; where what mends it is outside of the spec, start " + h.HolderName() + " anew after that").Then())
		return n
	}
	if again == sentence.Recorded {
		n.Do(explain.Tell(text + "see which field or condition of the object says that it failed, and how that is asked for anew").Then())
		return n
	}
	n.Do(Touch(h, text+"touch it; if nothing comes of that, start its controller anew, or see which field or condition says that it failed, and how that is asked for anew").Then())
	return n
}

// Touch is the step that has the controller of an object look at it, and changes nothing else: most are told of any change.
func Touch(h *hearing.Case, text string) explain.Step {
	return marked(h, text, "finalizers.kubectl.dev/looked-at", "{now}")
}

// marked is the step that sets an annotation of an object; {now} is the time.
func marked(h *hearing.Case, text, key, value string) explain.Step {
	if h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return explain.Tell(text)
	}
	at := "again" // of a copy that tells no time
	if now := h.View.Clock.At; now.Unix() > 1 {
		at = now.UTC().Format(time.RFC3339)
	}
	command := append(h.View.Command(h.Node.Ref, "annotate"), key+"="+strings.Replace(value, "{now}", at, 1), "--overwrite")
	return explain.Act(explain.Changes, h.Node.Ref, text, command...)
}

// ComesBack is the step behind what mends a failure where it is known that its controller tries again by itself, and no step
// says so: from the source, or queued by its own words, so that it is also known when at the latest.
func ComesBack(h *hearing.Case, mends []explain.Step, queued bool) (n hearing.Notes) {
	known := h.Entry.Class == catalogue.ClassWaits && h.Entry.Confidence == catalogue.ConfidenceHigh
	mends = slices.DeleteFunc(slices.Clone(mends), func(s explain.Step) bool { return s.Aim != explain.Mends })
	if !known && !queued || len(mends) != 1 || strings.Contains(mends[0].Text, "goes on") { // of several, each tells more
		return n
	}
	if key, value, by := strings.Cut(h.Entry.Retry, "="); by {
		n.Do(marked(h, "once that is done, wait: "+h.HolderName()+" tries again by itself; at once, and where it has given up, by its annotation "+key, key, value).Then())
		return n
	}
	text := "once that is done, wait: " + h.HolderName() + " tries again by itself"
	if queued {
		text += ", as a rule within 17 minutes"
	}
	n.Do(explain.Tell(text).Then())
	return n
}
