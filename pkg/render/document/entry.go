package document

import (
	"cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// Answer is the answer for one name, for programs. No list in it is null.
type Answer struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	// OnKind is the kind that was asked about.
	OnKind string `json:"onKind,omitempty"`
	// Known is false when the catalogue does not have the name; then only Clues
	// may have entries.
	Known bool `json:"known"`
	// Elsewhere says that the entries are for other kinds than the one asked
	// about.
	Elsewhere bool    `json:"elsewhere"`
	Entries   []Entry `json:"entries"`
	Clues     []Clue  `json:"clues"`
}

// Catalogue is a part of the catalogue, for programs.
type Catalogue struct {
	APIVersion string  `json:"apiVersion"`
	Kind       string  `json:"kind"`
	Items      []Entry `json:"items"`
}

// Entry is one entry of the catalogue.
type Entry struct {
	ID      string `json:"id"`
	Pattern string `json:"pattern"`
	Match   string `json:"match"`
	// Kinds are empty for any kind.
	Kinds     []string  `json:"kinds"`
	Project   string    `json:"project"`
	Component Component `json:"component"`
	WaitsFor  string    `json:"waitsFor,omitempty"`
	Causes    []string  `json:"causes"`
	Loss      string    `json:"loss,omitempty"`
	// Class is empty where it is not known when the finalizer goes.
	Class        string `json:"class,omitempty"`
	GivesUpAfter string `json:"givesUpAfter,omitempty"`
	Needs        string `json:"needs,omitempty"`
	Keeps        string `json:"keeps,omitempty"`
	Retry        string `json:"retry,omitempty"`
	Since        string `json:"since,omitempty"`
	Until        string `json:"until,omitempty"`
	Risk         string `json:"risk,omitempty"`
	Confidence   string `json:"confidence,omitempty"`
	Source       string `json:"source,omitempty"`
	// Verified is empty where the lines that take it off were not read.
	Verified string `json:"verified,omitempty"`
}

// Component is the controller, and where its project's own manifests put
// it: hints, which an installation may have changed.
type Component struct {
	Name          string   `json:"name"`
	Namespaces    []string `json:"namespaces"`
	Workloads     []string `json:"workloads"`
	Leases        []string `json:"leases"`
	FieldManagers []string `json:"fieldManagers"`
}

// Clue is what the form of an unknown name suggests.
type Clue struct {
	Form  string   `json:"form"`
	Text  string   `json:"text"`
	Names []string `json:"names"`
}

// AnswerOf returns the answer for one name as a document.
func AnswerOf(a *catalogue.Answer) Answer {
	return Answer{
		APIVersion: APIVersion, Kind: AnswerKind, Name: a.Finalizer, OnKind: a.Kind,
		Known: len(a.Entries) > 0, Elsewhere: a.Elsewhere, Entries: each(a.Entries, entryOf),
		Clues: each(a.Clues, func(c *catalogue.Clue) Clue { return Clue{c.Form, c.Text, present(c.Names)} }),
	}
}

// CatalogueOf returns the entries as a document.
func CatalogueOf(entries []catalogue.Entry) Catalogue {
	return Catalogue{APIVersion: APIVersion, Kind: CatalogueKind, Items: each(entries, entryOf)}
}

func entryOf(e *catalogue.Entry) Entry {
	return Entry{
		ID: cmp.Or(e.ID, e.Pattern), Pattern: e.Pattern, Match: cmp.Or(e.Match, catalogue.MatchExact), Kinds: present(e.Kinds), Project: e.Project,
		Component: Component{
			Name:          e.Controller.Name,
			Namespaces:    present(e.Controller.Namespaces),
			Workloads:     present(e.Controller.Workloads),
			Leases:        present(e.Controller.Leases),
			FieldManagers: present(e.Controller.FieldManagers),
		},
		WaitsFor: e.WaitsFor, Causes: each(e.Causes, func(c *catalogue.Cause) string { return c.Text }), Loss: e.Loss,
		Class: e.Class, GivesUpAfter: e.GivesUpAfter, Needs: e.Needs, Keeps: e.Keeps, Retry: e.Retry, Since: e.Since, Until: e.Until,
		Risk: string(e.Risk), Confidence: e.Confidence, Source: e.Source, Verified: e.Verified,
	}
}
