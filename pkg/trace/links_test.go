package trace

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// refsOf reads the links of an object from its field refs, so that each fixture
// says itself what it refers to: "kind namespace/name", with a leading "up",
// "optional" or "uid=…".
func refsOf(obj *unstructured.Unstructured) []Link {
	refs, _, _ := unstructured.NestedStringSlice(obj.Object, "refs")
	var links []Link
	for _, ref := range refs {
		l := Link{Rule: "test:ref"}
		words := strings.Fields(ref)
		for len(words) > 2 {
			switch words[0] {
			case "up":
				l.Up = true
			case "optional":
				l.Optional = true
			default:
				l.UID = strings.TrimPrefix(words[0], "uid=")
			}
			words = words[1:]
		}
		group, kind, _ := strings.Cut(words[0], "/")
		l.Target.Group, l.Target.Kind = group, kind
		if kind == strings.ToLower(kind) {
			l.Target.Kind, l.Resource = "", kind
		}
		namespace, name, _ := strings.Cut(words[1], "/")
		l.Target.Namespace, l.Target.Name = namespace, name
		links = append(links, l)
	}
	return links
}

func referring(refs ...string) option {
	return func(obj *unstructured.Unstructured) {
		_ = unstructured.SetNestedStringSlice(obj.Object, refs, "refs")
	}
}

func joining(j Join) *knowing {
	return &knowing{
		whole: []string{"racks", "widgets"},
		want:  Want{Labels: []string{"part-of"}, Annotations: []string{"made-by"}},
		joins: func(obj *unstructured.Unstructured) []Join {
			if obj.GetName() != "top" {
				return nil
			}
			return []Join{j}
		},
	}
}

var linking = &knowing{whole: []string{"racks", "widgets"}, links: refsOf}

var linkTests = map[string]struct {
	objects []*unstructured.Unstructured
	tracer  Tracer
	linker  *knowing
	targets []Target
	want    string
}{
	"link down, and on from there": {
		objects: objects(
			object(widgets, "a/w", referring("example.com/Rack /r")),
			object(racks, "r", referring("example.com/widgets b/below")),
			object(widgets, "b/below"),
			object(pods, "b/p", ownedBy(widgets, "b/below")),
		),
		linker:  linking,
		targets: []Target{target(widgets, "a/w")},
		want: `
			Widget a/w Live asked
			Pod b/p Live
			Rack r Live
			Widget b/below Live
			Widget a/w -> Rack r test:ref
			Rack r -> Widget b/below test:ref
			Widget b/below -> Pod b/p owner`,
	},
	"link up": {
		objects: objects(
			object(widgets, "a/w", referring("up example.com/Rack /r")),
			object(racks, "r", ownedBy(racks, "s")),
			object(racks, "s"),
		),
		linker:  linking,
		targets: []Target{target(widgets, "a/w")},
		want: `
			Widget a/w Live asked
			Rack r Live
			Rack s Live
			Rack r -> Widget a/w test:ref
			Rack s -> Rack r owner`,
	},
	"links of a kind that is not read for them, on what is read whole anyway": {
		objects: objects(
			object(widgets, "a/asked", referring("up example.com/Rack /r")),
			object(racks, "r"),
			object(pods, "a/going", ownedBy(widgets, "a/asked"), deleted(time.Hour), referring("up example.com/Rack /s")),
			object(racks, "s"),
			object(pods, "a/healthy", ownedBy(widgets, "a/asked"), referring("up example.com/Rack /unread")),
		),
		linker:  &knowing{links: refsOf},
		targets: []Target{target(widgets, "a/asked")},
		want: `
			Widget a/asked Live asked
			Pod a/going Deleting since=1h0m0s
			Pod a/healthy Live
			Rack r Live
			Rack s Live
			Widget a/asked -> Pod a/going owner
			Widget a/asked -> Pod a/healthy owner
			Rack r -> Widget a/asked test:ref
			Rack s -> Pod a/going test:ref`,
	},
	"what links lead to that is not there": {
		objects: objects(object(widgets, "a/w", referring(
			"example.com/Widget /gone", "optional example.com/Widget /may-be-gone",
			"uid=old example.com/Widget /new", "gone.example.com/Thing /t", "optional gone.example.com/Thing /u",
		)), object(widgets, "a/new")),
		linker:  linking,
		targets: []Target{target(widgets, "a/w")},
		want: `
			Widget a/w Live asked
			Widget a/gone Gone
			Widget a/new Recreated
			Thing t Unreadable
			Widget a/w -> Widget a/gone test:ref TargetGone
			Widget a/w -> Widget a/new test:ref TargetRecreated
			Widget a/w -> Thing t test:ref KindUnknown`,
	},
	"link with the right UID": {
		objects: objects(object(widgets, "a/w", referring("uid=widgets:a/new example.com/Widget /new")), object(widgets, "a/new")),
		linker:  linking,
		targets: []Target{target(widgets, "a/w")},
		want: `
			Widget a/w Live asked
			Widget a/new Live
			Widget a/w -> Widget a/new test:ref`,
	},
	"link that cannot tell the namespace": {
		objects: objects(object(racks, "r", referring("example.com/Widget /w")), object(widgets, "a/w")),
		linker:  linking,
		targets: []Target{target(racks, "r")},
		want: `
			Rack r Live asked
			Widget w Unreadable
			Rack r -> Widget w test:ref WrongScope`,
	},
	"owned and linked": {
		objects: objects(
			object(racks, "r", referring("example.com/Rack /s")),
			object(racks, "s", ownedBy(racks, "r")),
		),
		linker:  linking,
		targets: []Target{target(racks, "r")},
		want: `
			Rack r Live asked
			Rack s Live
			Rack r -> Rack s owner
			Rack r -> Rack s test:ref`,
	},
	"links in a circle": {
		objects: objects(
			object(racks, "r", referring("example.com/Rack /s")),
			object(racks, "s", referring("example.com/Rack /r")),
		),
		linker:  linking,
		targets: []Target{target(racks, "r")},
		want: `
			Rack r Live asked
			Rack s Live
			Rack r -> Rack s test:ref
			Rack s -> Rack r test:ref Cycle`,
	},
	"a linked object is not content as well": {
		objects: objects(
			object(namespaces, "a"),
			object(widgets, "a/w", referring("/ConfigMap /c")),
			object(configMaps, "a/c"),
			object(configMaps, "a/d"),
		),
		linker:  linking,
		targets: []Target{target(namespaces, "a")},
		want: `
			Namespace a Live asked
			ConfigMap a/c Live
			ConfigMap a/d Live
			Widget a/w Live
			Namespace a -> ConfigMap a/d namespace:content
			Namespace a -> Widget a/w namespace:content
			Widget a/w -> ConfigMap a/c test:ref`,
	},
	"a linked object is not folded with its like": {
		objects: append(many(5, configMaps, "a/c-"),
			object(namespaces, "a"),
			object(widgets, "a/w", referring("/ConfigMap /c-b"), held("x.example.com/x")),
		),
		linker:  linking,
		targets: []Target{target(namespaces, "a")},
		want: `
			Namespace a Live asked folded=ConfigMap*4(namespace:content)
			ConfigMap a/c-b Live
			Widget a/w Live held=x.example.com/x(x)
			Namespace a -> Widget a/w namespace:content
			Widget a/w -> ConfigMap a/c-b test:ref`,
	},
	"label in the own namespace": {
		objects: objects(
			object(widgets, "a/top"),
			object(pods, "a/p", labelled("part-of", "x")),
			object(pods, "a/other", labelled("part-of", "y")),
			object(pods, "b/p", labelled("part-of", "x")),
			object(configMaps, "a/c", annotated("part-of")),
		),
		linker:  joining(Join{Rule: "test:part", Key: "part-of", Value: "x"}),
		targets: []Target{target(widgets, "a/top")},
		want: `
			Widget a/top Live asked
			Pod a/p Live
			Widget a/top -> Pod a/p test:part`,
	},
	"annotation everywhere": {
		objects: objects(
			object(widgets, "a/top", annotated("made-by")),
			object(pods, "b/p", annotated("made-by")),
			object(racks, "r", annotated("made-by")),
			object(racks, "s", labelled("made-by", "x")),
		),
		linker:  joining(Join{Rule: "test:part", Key: "made-by", Value: "x", Annotation: true, AllNamespaces: true}),
		targets: []Target{target(widgets, "a/top")},
		want: `
			Widget a/top Live asked
			Pod b/p Live
			Rack r Live
			Widget a/top -> Pod b/p test:part
			Widget a/top -> Rack r test:part`,
	},
	"label of what stands above": {
		objects: objects(
			object(widgets, "a/top"),
			object(widgets, "b/parent", labelled("part-of", "x"), ownedBy(racks, "r")),
			object(racks, "r"),
		),
		linker:  joining(Join{Rule: "test:part", Key: "part-of", Value: "x", Namespaces: []string{"b"}, Up: true}),
		targets: []Target{target(widgets, "a/top")},
		want: `
			Widget a/top Live asked
			Rack r Live
			Widget b/parent Live
			Rack r -> Widget b/parent owner
			Widget b/parent -> Widget a/top test:part`,
	},
	"found from the target, above and below": {
		objects: objects(
			object(pods, "a/p"),
			object(widgets, "a/manager", referring("/Pod /p")),
			object(widgets, "a/user", referring("up /Pod /p")),
			object(widgets, "a/other", referring("/Pod /q")),
			object(widgets, "a/former", referring("uid=old /Pod /p")),
		),
		linker:  &knowing{whole: []string{"widgets"}, links: refsOf, sources: map[string][]Kind{"pods": {widgets}}},
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			Widget a/manager Live
			Widget a/user Live
			Pod a/p -> Widget a/user test:ref
			Widget a/manager -> Pod a/p test:ref`,
	},
	"found from a dependent that was not known when the kind was read": {
		objects: objects(
			object(pods, "a/p"),
			object(pods, "a/q", ownedBy(pods, "a/p"), held("x.example.com/x")),
			object(widgets, "a/user", referring("up /Pod /q")),
		),
		linker:  &knowing{whole: []string{"widgets"}, links: refsOf, sources: map[string][]Kind{"pods": {widgets}}},
		targets: []Target{target(pods, "a/p")},
		want: `
			Pod a/p Live asked
			Pod a/q Live held=x.example.com/x(x)
			Widget a/user Live
			Pod a/p -> Pod a/q owner
			Pod a/q -> Widget a/user test:ref`,
	},
	"depth counts links and labels beyond it once": {
		objects: objects(
			object(racks, "start"),
			object(widgets, "a/top", ownedBy(racks, "start"), referring("/Pod /p", "optional /Pod /q", "example.com/Rack /start")),
			object(pods, "a/p", labelled("part-of", "x"), ownedBy(widgets, "a/top")),
			object(pods, "a/r", ownedBy(widgets, "a/top")),
		),
		linker: func() *knowing {
			k := joining(Join{Rule: "test:part", Key: "part-of", Value: "x"})
			k.links = refsOf
			return k
		}(),
		tracer:  Tracer{Depth: 1},
		targets: []Target{target(racks, "start")},
		want: `
			Rack start Live asked
			Widget a/top Live cut=2
			Rack start -> Widget a/top owner
			Widget a/top -> Rack start test:ref Cycle`,
	},
	"what a link leads to is scanned for what depends on it": {
		objects: objects(
			object(widgets, "a/w", referring("example.com/Rack /r")),
			object(racks, "r", deleted(time.Hour), held("x.example.com/x")),
			object(racks, "below", ownedBy(racks, "r")),
		),
		linker:  linking,
		targets: []Target{target(widgets, "a/w")},
		want: `
			Widget a/w Live asked
			Rack below Live
			Rack r Deleting since=1h0m0s held=x.example.com/x(x)
			Widget a/w -> Rack r test:ref
			Rack r -> Rack below owner`,
	},
}

func TestLinks(t *testing.T) {
	for name, tt := range linkTests {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			tracer := tt.tracer
			tracer.Reader, tracer.Linker, tracer.Now = newMemory(tt.objects...), tt.linker, at
			g, err := tracer.Trace(t.Context(), tt.targets)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(lines(tt.want), show(g)); diff != "" {
				t.Errorf("graph (-want +got):\n%s", diff)
			}
		})
	}
}
