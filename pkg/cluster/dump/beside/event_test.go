package beside

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/described"
)

// TestEvents reads the tables of events that releases of kubectl have printed.
func TestEvents(t *testing.T) {
	bent := func(change ...func(*Event)) []Event {
		e := Event{Namespace: "shop", Kind: "gear", Name: "g1", Event: described.Event{Type: "Warning", Reason: "Bent", Message: "the shaft is bent: see  s1", Last: "58s"}}
		for _, c := range change {
			c(&e)
		}
		return []Event{e}
	}
	often := func(e *Event) { e.Count, e.Over = 24, "1h" }
	capital := func(e *Event) { e.Kind = "Gear" }
	by := func(writer string) func(*Event) { return func(e *Event) { e.Writer = writer } }
	nowhere := func(e *Event) { e.Namespace = "" }
	const get = "$ kubectl get events -n shop\n"
	for name, tt := range map[string]struct {
		text   string
		want   []Event
		unread []string
	}{
		"today": {text: get + "LAST SEEN   TYPE      REASON   OBJECT    MESSAGE\n58s         Warning   Bent     gear/g1   the shaft is bent: see  s1\n", want: bent()},
		"of all namespaces": {
			text: "$ kubectl get ev -A\nNAMESPACE   LAST SEEN   TYPE      REASON   OBJECT    MESSAGE\nshop        58s         Warning   Bent     gear/g1   the shaft is bent: see  s1\n", want: bent(),
		},
		"wide": {
			text: get + "LAST SEEN   TYPE      REASON   OBJECT    SUBOBJECT   SOURCE    MESSAGE                      FIRST SEEN   COUNT   NAME\n" +
				"58s         Warning   Bent     gear/g1               gears, n1   the shaft is bent: see  s1   1h           24      g1.17a1b2c3d4e5f607\n",
			want: bent(often, by("gears, n1")),
		},
		"wide, of a part": {
			text: get + "58s         Warning   Bent     gear/g1   spec.teeth{a}   gears   the shaft is bent: see  s1   1h           24      g1.17a1b2c3d4e5f607\n",
			want: bent(often, by("gears")),
		},
		"kubectl events": {
			text: "$ kubectl events -n shop --for gear/g1\nLAST SEEN            TYPE      REASON   OBJECT    MESSAGE\n58s (x24 over 1h)   Warning   Bent     Gear/g1   the shaft is bent: see  s1\n", want: bent(often, capital),
		},
		"before 1.13": {
			text: get + "LAST SEEN   FIRST SEEN   COUNT     NAME                  KIND      SUBOBJECT   TYPE      REASON    SOURCE   MESSAGE\n" +
				"58s         1h           24        g1.15b3f6d2c8a1e9f0   Gear                  Warning   Bent      gears    the shaft is bent: see  s1\n",
			want: bent(often, capital, by("gears")),
		},
		"long before": {
			text: "$ kubectl get events --all-namespaces\nNAMESPACE   FIRSTSEEN   LASTSEEN   COUNT     NAME      KIND      SUBOBJECT   TYPE      REASON    SOURCE        MESSAGE\n" +
				"shop        1h          58s        24        g1        Gear      spec.a{b}   Warning   Bent      {gears n1}    the shaft is bent: see  s1\n",
			want: bent(often, capital, by("{gears n1}")),
		},
		"by its rows alone": {text: "$ kubectl get events | grep g1\n58s\tWarning\tBent\tgear/g1\tthe shaft is bent: see  s1\n", want: bent(nowhere)},
		"columns of its own": {
			text: "$ kubectl get events -o custom-columns=WHEN:.lastTimestamp,WHAT:.message\nWHEN                   WHAT\n2024-03-05T12:00:00Z   the shaft is bent\n", unread: []string{"WHEN WHAT"},
		},
		"a kind without a name": {text: get + "LAST SEEN   TYPE      REASON   KIND   MESSAGE\n58s         Warning   Bent     Gear   the shaft is bent\n", unread: []string{"LAST SEEN TYPE REASON KIND MESSAGE"}},
		"what describe prints":  {text: "$ kubectl get events\nEvents:\n  Type     Reason  Age   From   Message\n  ----     ------  ----  ----   -------\n  Warning  Bent    58s   gears  the shaft is bent\n"},
		"another table":         {text: "$ kubectl get events -n shop\nNo resources found in shop namespace.\n$ helm ls\nNAME   NAMESPACE   REVISION\ngear   shop        3\n"},
		"of another type":       {text: get + "...\n$ kubectl get pods\nNAME    READY   STATUS\nweb-0   1/1     Running\n"},
		"an answer left out":    {text: get + "\nNAME    READY   STATUS    RESTARTS   AGE\nweb-0   1/1     Running   0          5m\n"},
		"prose":                 {text: "For 58s the Warning Bent is said of gear/g1 and its shaft.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, unread := Events(strings.Split(tt.text, "\n"))
			if diff := cmp.Diff(tt.want, got) + cmp.Diff(tt.unread, unread); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestEventAbout finds the object that an event is about, and takes no other one for it.
func TestEventAbout(t *testing.T) {
	of := func(kind, namespace, uid string) map[string]any {
		return map[string]any{"apiVersion": "zorg.io/v1", "kind": kind, "metadata": map[string]any{"name": "g1", "namespace": namespace, "uid": uid}}
	}
	group := func(obj map[string]any, group string) map[string]any {
		obj["apiVersion"] = group + "/v1"
		return obj
	}
	for name, tt := range map[string]struct {
		in        string // the namespace that the row tells
		known     []map[string]any
		kind      string
		uid       any
		namespace string
	}{
		"its own":            {"shop", []map[string]any{of("Tooth", "shop", "u0"), of("GearBox", "shop", "u1")}, "GearBox", "u1", "shop"},
		"another's":          {"shop", []map[string]any{of("Tooth", "shop", "u0")}, "Gearbox", nil, "shop"},
		"in other namespace": {"shop", []map[string]any{of("GearBox", "mall", "u2")}, "Gearbox", nil, "shop"},
		"of the only one":    {"", []map[string]any{of("GearBox", "mall", "u2")}, "GearBox", "u2", "mall"},
		"copied twice":       {"", []map[string]any{of("GearBox", "", "u2"), of("GearBox", "mall", "u2")}, "GearBox", "u2", "mall"},
		"of two namesakes":   {"", []map[string]any{of("GearBox", "mall", "u2"), of("GearBox", "shop", "u1")}, "GearBox", nil, ""},
		"of two groups":      {"shop", []map[string]any{of("GearBox", "shop", "u1"), group(of("GearBox", "shop", "u3"), "acme.io")}, "Gearbox", nil, "shop"},
	} {
		e := Event{Namespace: tt.in, Kind: "gearbox", Name: "g1"}
		about, namespace := e.About(tt.known, plainTypes)
		if about["kind"] != tt.kind || about["uid"] != tt.uid || namespace != tt.namespace {
			t.Errorf("%s: %v in %s", name, about, namespace)
		}
	}
}
