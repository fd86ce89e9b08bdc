package words

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// notCopied stands for the name of a finalizer where only lines of a log, or a row of a
// table, were copied.
const notCopied = "finalizers that were not copied"

// Finalizer names one.
func Finalizer(name string) paper.Span {
	if name == explain.NotCopied {
		return paper.Quiet.Of(notCopied)
	}
	return paper.Finalizer.Of(paper.Identifier(name))
}

// HoldHead names a finalizer and its holder, or else what holds.
func HoldHead(h *explain.Hold) string {
	switch {
	case h.Finalizer == "":
		return paper.Identifier(string(h.Reason))
	case h.Holder.Name == "" || h.Holder.Confidence == explain.Possible:
		return paper.Identifier(h.Finalizer)
	}
	return paper.Identifier(h.Finalizer) + " (" + paper.Prose(h.Holder.Name) + ")"
}

// HoldLine says what a finalizer, or what is none, waits for. Without a message it
// names the holder.
func HoldLine(h *explain.Hold, message string) paper.Para {
	switch {
	case h.Finalizer == "":
		return paper.Fact("held", paper.Message, message)
	case message == "":
		return paper.Fact("finalizer", paper.Finalizer, HoldHead(h))
	}
	return paper.Detail("finalizer", Finalizer(h.Finalizer), paper.Plain.Of(": "), paper.Message.Of(message))
}
