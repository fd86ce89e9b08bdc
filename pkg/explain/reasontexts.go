package explain

import (
	"slices"
	"strings"
)

// ReasonText tells a person what a reason means.
type ReasonText struct {
	Reason Reason
	// Group is the heading under which the reason stands.
	Group string
	// Meaning, Evidence and Next are plain sentences: what it says, by what it
	// is known, and what usually ends it. Words in backquotes are code.
	Meaning  string
	Evidence string
	Next     string
	// Verdicts are those that a hold of this reason comes with, the usual first.
	Verdicts []Verdict
}

// Reasons returns the texts of all reasons, in the order in which they are told.
func Reasons() []ReasonText {
	var all []ReasonText
	for _, g := range []struct {
		title string
		texts []ReasonText
	}{
		{"How the holder is", holderReasons()},
		{"What projects' own rules find", projectReasons()},
		{"What the finalizers of Kubernetes wait for", kubernetesReasons()},
		{"What keeps a namespace", namespaceReasons()},
		{"What keeps a pod beside its finalizers", podReasons()},
		{"What the API server's machinery does", serverReasons()},
	} {
		for i := range g.texts {
			g.texts[i].Group = g.title
		}
		all = append(all, g.texts...)
	}
	return all
}

// LookupReason returns the text of a reason. Upper and lower case are the same.
func LookupReason(name string) (ReasonText, bool) {
	all := Reasons()
	at := slices.IndexFunc(all, func(t ReasonText) bool { return strings.EqualFold(string(t.Reason), name) })
	if at < 0 {
		return ReasonText{}, false
	}
	return all[at], true
}
