package entry

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// classText says when the finalizer goes, and what becomes of a try that fails.
func classText(e *catalogue.Entry) string {
	switch e.Class {
	case catalogue.ClassWaits:
		return "when that has come about; what fails is tried again"
	case catalogue.ClassAsks:
		return "once that was asked for, without waiting for its end; what is refused is tried again"
	case catalogue.ClassOnce:
		return "after one try, whatever comes of it"
	case catalogue.ClassTriesOnce:
		return "when its one try succeeds; what fails is tried again only when something changes, or its holder starts anew"
	case catalogue.ClassFailsForGood:
		return "when its one try succeeds; where that fails nobody takes it off any more"
	case catalogue.ClassGivesUp:
		return "when that has come about, or after " + paper.Prose(e.GivesUpAfter) + ", whatever came of it"
	case catalogue.ClassOnRequest:
		return "! by a person or a command only: no controller takes it off"
	case catalogue.ClassAtOnce:
		return "at once: nothing is cleaned up before"
	case catalogue.ClassNever:
		return "! by no release in use: it is left over from an old one"
	}
	return paper.Identifier(e.Class)
}

func classRole(class string) paper.Role {
	if class == catalogue.ClassNever || class == catalogue.ClassOnRequest {
		return paper.Flag
	}
	return paper.Plain
}

func needsText(e *catalogue.Entry) string {
	if e.Needs == "" {
		return ""
	}
	return paper.Prose(e.Needs) + ": without it nobody takes this off"
}

func releasesText(e *catalogue.Entry) string {
	since, until := "", ""
	if e.Since != "" {
		since = "since " + paper.Prose(e.Since)
	}
	if e.Until != "" {
		until = "until " + paper.Prose(e.Until)
	}
	return explain.Joined(", ", since, until)
}

// verifiedText says whether the entry was held against the source.
func verifiedText(e *catalogue.Entry) string {
	if e.Verified == "" {
		return "no: the lines that take it off were not read"
	}
	return paper.Prose(e.Verified) + ": the lines that take it off were read"
}

// keptText is what is set on an object to have it let go without what it stands for.
func keptText(e *catalogue.Entry) string {
	if e.Keeps == "" {
		return ""
	}
	return paper.Prose(e.Keeps) + " on the object: its holder then leaves what it stands for"
}

// retryText is what has its holder try once more.
func retryText(e *catalogue.Entry) string {
	if e.Retry == "" {
		return ""
	}
	return "by the annotation " + paper.Prose(e.Retry) + " on the object"
}
