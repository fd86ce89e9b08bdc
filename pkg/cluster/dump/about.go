package dump

import (
	"context"
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// About is the one object that a person asks about. What was copied without an object, or
// without the name and the kind of one, is taken for what is said of it. All of it may be
// empty.
type About struct {
	APIVersion, Kind, Namespace, Name string
	// Hangs says that somebody asks why an object is not gone: one that was copied in part, and
	// of which nothing tells whether it was asked to go, is then presumed to have been.
	Hangs bool
	// Kinds tells the kind of an object that was copied without it: the one that has these finalizers, or else
	// that the lines are about. It is empty where there is none, or several.
	Kinds func(finalizers, lines []string) (group, kind string)
	// Spelled is the kind that a word means which is no built-in one, with its group where that is told, empty where
	// it means none.
	Spelled func(word string) (group, kind string)
	// Typed is the kind that people mean who type a word to kubectl, by what is short for it where lines tell whose that is,
	// or by its name, with its group where that is told, empty where none is known.
	Typed func(word string, lines []string) (group, kind string)
	// Listed is the group of a kind that one project has, where lines tell of that, empty where they do not.
	Listed func(kind string, lines []string) (group string)
	// Grouped is the group of a kind that several projects have, by the one project of which the lines tell, empty where
	// they tell of none, or of several.
	Grouped func(kind string, lines []string) (group string)
	// Shaped is the kind that a part of an object shows by what stands in it, empty where it shows none, or several.
	Shaped func(obj map[string]any) (group, kind string)
}

// AboutNamed is an object as people name it to kubectl. Guessed says that its kind is spelled as
// its type tells, since that is none of the built-in ones.
func AboutNamed(typ, name, namespace string) (about About, guessed bool) {
	about = About{Namespace: namespace, Name: name}
	about.APIVersion, about.Kind = builtin.TypeIn(typ)
	if k, is := builtin.Named(typ); is && !k.Namespaced {
		about.Namespace = ""
	}
	return about, strings.HasSuffix(about.APIVersion, trace.Unstated)
}

// Open is the function Open, for somebody who asks about the object.
func (a About) Open(ctx context.Context, path string) (*Dump, error) { return open(ctx, path, a) }

// Read is the function Read, for somebody who asks about the object.
func (a About) Read(ctx context.Context, r io.Reader) (*Dump, error) {
	l := a.loader()
	return l.finish("the input", l.single(ctx, "the input", r))
}

func (a About) loader() *loader {
	l := newLoader()
	l.asks = a
	l.about, l.hangs = spoken.Of{APIVersion: a.APIVersion, Kind: a.Kind, Namespace: a.Namespace, Name: a.Name}, a.Hangs
	return l
}
