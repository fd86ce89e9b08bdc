package dump

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// heardOf is what is made of a text in which no object stands, each as its kind, namespace/name and
// finalizers.
func heardOf(t *testing.T, text string) (all []string) {
	t.Helper()
	d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range d.kinds {
		d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(k trace.Kind, row *trace.Row) {
			var finalizers []string
			for _, f := range row.Finalizers {
				finalizers = append(finalizers, string(f))
			}
			kind := strings.TrimSuffix(k.Kind+"."+k.Group, ".")
			all = append(all, kind+" "+string(row.Namespace)+"/"+string(row.Name)+" ["+strings.Join(finalizers, " ")+"]")
		})
	}
	slices.Sort(all)
	return all
}

// TestSpokenInPairs takes what a line is about from its pairs, where these tell of one object.
func TestSpokenInPairs(t *testing.T) {
	const head = `time="2024-03-05T12:00:00Z" level=error `
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"pairs":              {head + `msg="Reconciler error" controller=gear controllerGroup=zorg.io controllerKind=Gear error="cannot delete it" name=g1 namespace=shop gear="{\"name\":\"g1\",\"namespace\":\"shop\"}"`, []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"one after a kind":   {head + `msg="cannot delete it: gear shop/g2 is not there" Gear=shop/g1 logSource="pkg/gear.go:12"`, []string{"Gear shop/g1 [FINALIZER]"}},
		"two after kinds":    {head + `msg="cannot delete it" Gear=shop/g1 Tooth=shop/t1`, []string{"Object /NAME [FINALIZER]"}},
		"one, its group too": {head + "msg=\"cannot delete it\" Gear=shop/g1\nlevel=error msg=\"Reconciler error\" controllerGroup=zorg.io controllerKind=Gear name=g1 namespace=shop", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"a name alone":       {head + `msg="cannot delete it" name=g1 namespace=shop`, []string{"Object /NAME [FINALIZER]"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSpokenByCrossplane takes the type from what a controller of Crossplane calls itself.
func TestSpokenByCrossplane(t *testing.T) {
	for from, want := range map[string]string{"managed/gear.zorg.io": "Gear.zorg.io /NAME [FINALIZER]", "gears/zorg.io": "Object /NAME [FINALIZER]"} {
		got := heardOf(t, "Warning  CannotObserve  3m17s (x45 over 5d5h)  "+from+"  cannot delete it\n")
		if !slices.Contains(got, want) {
			t.Errorf("%s: %s", from, got)
		}
	}
}

// TestSpokenNames takes the kind, the group and the name of an object as servers and frameworks spell them.
func TestSpokenNames(t *testing.T) {
	const when = "2024-03-05T12:00:00.1Z"
	const pod = `E0718 11:18:36.9 18423 r.go:438] UnmountVolume.TearDown failed for volume "a" pod "web-0" (UID: "0aa0") : busy`
	const request = `{"level":"error","logger":"controller_gears","msg":"Deleting Gears","Request.Namespace":"shop","Request.Name":"g1"}`
	const event = "Warning  Bent  3m (x4 over 1h)  gearbox-controller  Failed to delete "
	for name, tt := range map[string]struct{ text, want string }{
		"an answer to an update":         {`{"level":"error","error":"Gear.gear.v.zorg.io \"g1\" is invalid: metadata.finalizers: Forbidden: it is being deleted"}`, "Gear.gear.v.zorg.io /g1 [FINALIZER]"},
		"a kind of many capitals":        {`level=error msg="cannot delete it: DBGear.zorg.io \"g1\" is forbidden: no"`, "DBGear.zorg.io /g1 [FINALIZER]"},
		"one group":                      {`level=error msg="cannot delete it: Gear.zorg \"g1\" is invalid: no"`, "Gear.zorg /g1 [FINALIZER]"},
		"a type":                         {`level=error msg="cannot delete it: gears.v.zorg.io \"g1\" is forbidden: no"`, "Gear.v.zorg.io /g1 [FINALIZER]"},
		"built in":                       {`level=error msg="cannot delete it: Ingress.networking.k8s.io \"i1\" is invalid: no"`, "Ingress.networking.k8s.io /i1 [FINALIZER]"},
		"what is not there":              {`level=error msg="cannot delete it: gears.v.zorg.io \"g1\" not found"`, "Object /NAME [FINALIZER]"},
		"a path before it":               {`level=error msg="cannot delete it: zorg.io/v.zorg.io \"g1\" is bent"`, "Object /NAME [FINALIZER]"},
		"the line of the deletion":       {"level=error msg=\"Gear.zorg.io \\\"g1\\\" is invalid: teeth\"\nlevel=error msg=\"cannot delete: Gear.zorg.io \\\"g2\\\" is invalid: teeth\"", "Gear.zorg.io /g2 [FINALIZER]"},
		"kube-runtime":                   {when + "  WARN it cannot be deleted object.ref=Gear.v1beta1.gear.zorg.io/g1.x.shop object.reason=retry", "Gear.gear.zorg.io shop/g1.x [FINALIZER]"},
		"kube-runtime, in a span":        {when + " ERROR reconciling object{object.ref=Pod.v1./web-0.shop}: it cannot be deleted", "Pod shop/web-0 [FINALIZER]"},
		"kube-runtime, in no namespace":  {when + " ERROR it cannot be deleted object.ref=Node.v1./n1.zorg.io", "Node /n1.zorg.io [FINALIZER]"},
		"kube-runtime, in JSON":          {`{"level":"ERROR","message":"cannot delete it","object.ref":"Gear.v1.zorg.io/g1"}`, "Gear.zorg.io /g1 [FINALIZER]"},
		"a request":                      {request, "Gears shop/g1 [FINALIZER]"},
		"a request, spelled":             {strings.Replace(request, "Deleting Gears", "Deleting GeArs", 1), "GeArs shop/g1 [FINALIZER]"},
		"a request, by a pair":           {`E0610 12:36:29.542064       1 controller.go:258] controller-runtime/controller "msg"="Reconciler error" "error"="failed to delete shaft: Resource not found"  "controller"="gear" "request"={"Namespace":"shop","Name":"g1"}`, "Gear shop/g1 [FINALIZER]"},
		"a pair called after its kind":   {`I0610 12:36:28.521243       1 gear.go:113] controllers/GearBox "msg"="Reconciling delete" "mill"="m1" "namespace"="shop" "gearBox"="g1" `, "GearBox shop/g1 [FINALIZER]"},
		"its file is no kind":            {`E0610 12:36:29.542064       1 controller.go:258] controller-runtime/controller "msg"="Reconciler error" "error"="failed to delete shaft"`, "Object /NAME [FINALIZER]"},
		"a request, by its console":      {when + "\tERROR\tcontroller_gears\tcannot delete it\t" + `{"Request.Namespace": "shop", "Request.Name": "g1"}`, "Gears shop/g1 [FINALIZER]"},
		"a request to nobody":            {strings.Replace(request, "controller_gears", "cmd", 1), "Object /NAME [FINALIZER]"},
		"kopf":                           {"[2024-03-05 12:00:00,485] kopf.objects         [ERROR   ] [shop/g1] cannot delete it", "Object shop/g1 [FINALIZER]"},
		"kopf, in no namespace":          {"[2024-03-05 12:00:00,485] kopf.objects [ERROR ] [g1] cannot delete it", "Object /g1 [FINALIZER]"},
		"another's brackets":             {"[2024-03-05 12:00:00,485] gear.objects [ERROR ] [g1] cannot delete it", "Object /NAME [FINALIZER]"},
		"a pod":                          {pod, "Pod /web-0 []"},
		"a pod's identifier":             {strings.Replace(pod, `"web-0"`, `"0041c0ab-6baa-11e7-b113-00259097cf2c"`, 1), "Pod /NAME []"},
		"an event that is printed":       {"2m Warning FailedDelete gears.zorg.io/g1 the shaft is bent", "Gear.zorg.io /g1 [FINALIZER]"},
		"an event and its namespace":     {"shop   2m (x2 over 5m)   Warning   Bent   gear/g1   cannot delete it", "Gear shop/g1 [FINALIZER]"},
		"an event of no deletion":        {"2m  Warning  Bent  gear/g1  cannot turn it", "Gear /g1 [FINALIZER]"},
		"events of two":                  {"2m  Warning  Bent  gear/g1  cannot turn it\n3m  Warning  Bent  shaft/s1  cannot turn it", "Object /NAME [FINALIZER]"},
		"the one that warns":             {"2m  Warning  Bent  gear/g1  cannot turn it\n3m  Normal  Turned  shaft/s1  turned it", "Gear /g1 [FINALIZER]"},
		"two of a kind":                  {"2m  Warning  Bent  gear/g1  cannot turn it\n3m  Warning  Bent  gear/g2  cannot turn it", "Gear /NAME [FINALIZER]"},
		"an event that is well":          {"2m  Normal  Deleted  gear/g1  deleted it", "Gear /g1 [FINALIZER]"},
		"a controller's event":           {event + "GearBox shop/g1: no", "GearBox shop/g1 [FINALIZER]"},
		"a controller's event of others": {event + "Shaft shop/g1-a: no", "Gearbox shop/NAME [FINALIZER]"},
		"its own controller's":           {strings.NewReplacer("gearbox", "node", "delete", "cleanup").Replace(event) + "Shaft shop/g1-a: no", "Object /NAME [FINALIZER]"},
	} {
		t.Run(name, func(t *testing.T) {
			got := slices.DeleteFunc(heardOf(t, tt.text), func(of string) bool { return strings.HasPrefix(of, "Event ") })
			if diff := cmp.Diff([]string{tt.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSpokenBySource takes the kind from a controller that calls itself as that in events, unless that is one of
// Kubernetes' own, which write about others too.
func TestSpokenBySource(t *testing.T) {
	for from, want := range map[string]string{
		"gearBox": "GearBox /NAME [FINALIZER]", "gearBoxController": "GearBox /NAME [FINALIZER]", "gear": "Object /NAME [FINALIZER]",
		"gear-box": "Object /NAME [FINALIZER]", "gearController": "Object /NAME [FINALIZER]", "persistentVolume": "Object /NAME [FINALIZER]",
	} {
		if got := heardOf(t, "Warning  FailedCleanup  80s (x8 over 6m45s)  "+from+"  Failed cleanup: it turns\n"); !slices.Contains(got, want) {
			t.Errorf("%s: got %v, want %s", from, got, want)
		}
	}
}
