package remove

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Server says which API server a plan is for.
type Server struct {
	// URL and Context are how it was reached.
	URL, Context string
	// UID is that of its namespace kube-system, which another server does not have,
	// even under the same URL. It is empty where it could not be read, for the reason
	// in Unread.
	UID, Unread string
}

// identity is what a digest takes of a server.
func (s *Server) identity() string {
	if s.UID != "" {
		return "uid:" + s.UID
	}
	return "url:" + s.URL
}

// Shown is what a person consents to who confirms a plan. It holds nothing of an
// object but what names it and its finalizers.
type Shown struct {
	Server  string        `json:"server"`
	Actions []ShownAction `json:"actions"`
	// Warnings are digests of what the diagnosis warns of at what waits for the planned
	// objects, and goes on once they are through.
	Warnings []string `json:"warnings"`
}

// ShownAction is one action as it was shown.
type ShownAction struct {
	Group     string `json:"group,omitempty"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
	UID       string `json:"uid"`
	// Deleted is the deletionTimestamp, empty for none, and Finalizers the whole list.
	Deleted    string   `json:"deleted,omitempty"`
	Finalizers []string `json:"finalizers"`
	// Take is the finalizer to take off.
	Take        string `json:"take"`
	Level       int    `json:"level"`
	DeleteFirst bool   `json:"deleteFirst,omitempty"`
	// Holder is who would have taken it off, empty where nobody knows.
	Holder string `json:"holder,omitempty"`
	// Loss is a digest of what is lost.
	Loss string `json:"loss"`
	// Guards are what speaks against it: a name, and a digest of what it speaks of.
	// Overruled are those of them that the person overrides.
	Guards    []string `json:"guards"`
	Overruled []string `json:"overruled"`
	// Warnings are digests of what the diagnosis warns of at the object.
	Warnings []string `json:"warnings"`
}

// Show returns what a person consents to who confirms the plan.
func (p *Plan) Show() Shown {
	s := Shown{Server: p.Server.identity(), Actions: make([]ShownAction, len(p.Actions)), Warnings: []string{}}
	for i := range p.Actions {
		s.Actions[i] = showAction(&p.Actions[i])
	}
	for i := range p.Warnings {
		if w := &p.Warnings[i]; len(w.waiting) > 0 {
			s.Warnings = append(s.Warnings, w.sum())
		}
	}
	slices.Sort(s.Warnings)
	slices.SortStableFunc(s.Actions, func(a, b ShownAction) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.UID, b.UID), cmp.Compare(a.Take, b.Take))
	})
	return s
}

func showAction(a *Action) ShownAction {
	o := &a.Object
	s := ShownAction{
		Group: o.Group, Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, UID: o.UID,
		Take: a.Hold.Finalizer, Level: a.Level, DeleteFirst: a.DeleteFirst, Loss: lossDigest(a), Holder: a.Hold.Holder.Name,
		Finalizers: newSubject(a).list, Guards: []string{}, Overruled: []string{}, Warnings: []string{},
	}
	if !o.Since.IsZero() {
		s.Deleted = o.Since.UTC().Format(time.RFC3339)
	}
	for i := range a.Objections {
		objection := &a.Objections[i]
		s.Guards = append(s.Guards, about(objection))
		if objection.Overridden {
			s.Overruled = append(s.Overruled, about(objection))
		}
	}
	for _, text := range a.Warnings {
		s.Warnings = append(s.Warnings, sum(text))
	}
	slices.Sort(s.Warnings)
	slices.Sort(s.Guards)
	slices.Sort(s.Overruled)
	return s
}

// about is a guard with a digest of what it speaks of: that a person accepts one
// dependent to go says nothing of another.
func about(o *Objection) string {
	if len(o.Over) == 0 {
		return string(o.Guard)
	}
	return string(o.Guard) + "/" + sum(slices.Sorted(slices.Values(o.Over))...)
}

// lossDigest sums up what an action loses.
func lossDigest(a *Action) string {
	c := &a.Hold.Cost
	return sum(c.Loss, c.StandsFor(), string(c.Risk))
}

// sum is a digest of words, as hard to meet again as that of the plan.
func sum(words ...string) string {
	h := sha256.New()
	for _, w := range words {
		_, _ = fmt.Fprintf(h, "%d:%s", len(w), w) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil)[:digestLength])
}

const (
	// digestPrefix tells a digest from the name of an object.
	digestPrefix = "plan-"
	// digestLength is how many bytes of the sum a digest has. Nobody can make an
	// object that gives another plan a known digest of ten bytes.
	digestLength = 10
)

// Digest sums up what was shown.
func (s Shown) Digest() string {
	text, err := json.Marshal(s)
	if err != nil {
		return "" // strings always encode; an empty digest fits nothing
	}
	h := sha256.Sum256(text)
	return digestPrefix + hex.EncodeToString(h[:digestLength])
}

// IsDigest reports whether a word looks like the digest of a plan.
func IsDigest(word string) bool {
	rest, found := strings.CutPrefix(word, digestPrefix)
	if !found || len(rest) != 2*digestLength {
		return false
	}
	_, err := hex.DecodeString(rest)
	return err == nil
}

// Overruled reports whether the person overrides a guard in any of the actions.
func (p *Plan) Overruled() bool {
	return slices.ContainsFunc(p.Actions, func(a Action) bool {
		return slices.ContainsFunc(a.Objections, func(o Objection) bool { return o.Overridden })
	})
}
