package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// The kinds of the documents that docs/schema/entry.v1.json describes.
const (
	EntryKind     = "Finalizer"
	EntryListKind = "FinalizerList"
)

// EntryDocument is the answer for one name, for programs. No list in it is null.
type EntryDocument struct {
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
	Elsewhere bool        `json:"elsewhere"`
	Entries   []EntryItem `json:"entries"`
	Clues     []EntryClue `json:"clues"`
}

// EntryList is a part of the catalogue, for programs.
type EntryList struct {
	APIVersion string      `json:"apiVersion"`
	Kind       string      `json:"kind"`
	Items      []EntryItem `json:"items"`
}

// EntryItem is one entry of the catalogue.
type EntryItem struct {
	ID      string `json:"id"`
	Pattern string `json:"pattern"`
	Match   string `json:"match"`
	// Kinds are empty for any kind.
	Kinds     []string       `json:"kinds"`
	Project   string         `json:"project"`
	Component EntryComponent `json:"component"`
	WaitsFor  string         `json:"waitsFor,omitempty"`
	Causes    []string       `json:"causes"`
	Loss      string         `json:"loss,omitempty"`
	// Class is empty where it is not known when the finalizer goes.
	Class        string `json:"class,omitempty"`
	GivesUpAfter string `json:"givesUpAfter,omitempty"`
	Needs        string `json:"needs,omitempty"`
	Since        string `json:"since,omitempty"`
	Until        string `json:"until,omitempty"`
	Risk         string `json:"risk,omitempty"`
	Confidence   string `json:"confidence,omitempty"`
	Source       string `json:"source,omitempty"`
	// Verified is empty where the lines that take it off were not read.
	Verified string `json:"verified,omitempty"`
}

// EntryComponent is the controller, and where its project's own manifests put
// it: hints, which an installation may have changed.
type EntryComponent struct {
	Name          string   `json:"name"`
	Namespaces    []string `json:"namespaces"`
	Workloads     []string `json:"workloads"`
	Leases        []string `json:"leases"`
	FieldManagers []string `json:"fieldManagers"`
}

// EntryClue is what the form of an unknown name suggests.
type EntryClue struct {
	Form  string   `json:"form"`
	Text  string   `json:"text"`
	Names []string `json:"names"`
}

func entryDocumentOf(a *catalogue.Answer) EntryDocument {
	d := EntryDocument{
		APIVersion: APIVersion, Kind: EntryKind, Name: a.Finalizer, OnKind: a.Kind,
		Known: len(a.Entries) > 0, Elsewhere: a.Elsewhere,
		Entries: entryItems(a.Entries), Clues: make([]EntryClue, 0, len(a.Clues)),
	}
	for _, c := range a.Clues {
		d.Clues = append(d.Clues, EntryClue{Form: c.Form, Text: c.Text, Names: present(c.Names)})
	}
	return d
}

func entryListOf(entries []catalogue.Entry) EntryList {
	return EntryList{APIVersion: APIVersion, Kind: EntryListKind, Items: entryItems(entries)}
}

func entryItems(entries []catalogue.Entry) []EntryItem {
	out := make([]EntryItem, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		item := EntryItem{
			ID: e.ID, Pattern: e.Pattern, Match: e.Match, Kinds: present(e.Kinds), Project: e.Project,
			Component: EntryComponent{
				Name:          e.Controller.Name,
				Namespaces:    present(e.Controller.Namespaces),
				Workloads:     present(e.Controller.Workloads),
				Leases:        present(e.Controller.Leases),
				FieldManagers: present(e.Controller.FieldManagers),
			},
			WaitsFor: e.WaitsFor, Causes: present(e.Causes), Loss: e.Loss,
			Class: e.Class, GivesUpAfter: e.GivesUpAfter, Needs: e.Needs, Since: e.Since, Until: e.Until,
			Risk: e.Risk, Confidence: e.Confidence, Source: e.Source, Verified: e.Verified,
		}
		if item.ID == "" {
			item.ID = e.Pattern
		}
		if item.Match == "" {
			item.Match = catalogue.MatchExact
		}
		out = append(out, item)
	}
	return out
}

// present is the list, never null.
func present(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
