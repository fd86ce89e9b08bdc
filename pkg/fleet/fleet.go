// Package fleet asks many clusters one question at a time that all share, and tells what
// their answers have in common. It reads nothing itself: how one cluster is asked is the
// caller's to say. Joining is pure.
package fleet

import "slices"

// Context is what a kubeconfig has under one name.
type Context struct {
	Name string
	// Server is the address of its cluster, for a person. It is empty where the kubeconfig
	// has none.
	Server string
	// Place is all that tells how its cluster is reached: contexts of one place lead to one
	// cluster. It is empty where that is not known.
	Place string
	// User is by which credentials, as the kubeconfig calls them.
	User string
	// Namespace is the one that is asked about, empty for all.
	Namespace string
}

// Cluster is one cluster, by the contexts that lead to it. There is at least one, and the
// first names it in an answer.
type Cluster struct{ Contexts []Context }

// Name is what an answer calls the cluster.
func (c *Cluster) Name() string { return c.Contexts[0].Name }

// Others are the names of the contexts that lead there too.
func (c *Cluster) Others() []string {
	var names []string
	for _, other := range c.Contexts[1:] {
		names = append(names, other.Name)
	}
	return names
}

// By is the cluster named by another of its contexts.
func (c *Cluster) By(context string) Cluster {
	contexts := slices.Clone(c.Contexts)
	if at := slices.IndexFunc(contexts, func(other Context) bool { return other.Name == context }); at > 0 {
		first := contexts[at]
		contexts = slices.Insert(slices.Delete(contexts, at, at+1), 0, first)
	}
	return Cluster{contexts}
}

// Gather joins the contexts that lead to one cluster and are asked about one namespace: it
// has one answer. They are in the order in which the first of each is.
func Gather(contexts []Context) []Cluster {
	var out []Cluster
	for _, c := range contexts {
		at := slices.IndexFunc(out, func(known Cluster) bool {
			first := known.Contexts[0]
			return c.Place != "" && first.Place == c.Place && first.Namespace == c.Namespace
		})
		if at < 0 {
			out = append(out, Cluster{[]Context{c}})
		} else {
			out[at].Contexts = append(out[at].Contexts, c)
		}
	}
	return out
}

// Answer is what came of asking one cluster.
type Answer[T any] struct {
	Cluster

	// Value is nil where there is no answer; Errs then says why. Beside a value they say
	// what of the question could not be answered.
	Value *T
	Errs  []error
}
