package dump

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestSpoken reads texts in which no object stands with its name: what lines speak of, and
// what is a part of one, is taken for one. What is not of a deletion is not.
func TestSpoken(t *testing.T) {
	const when = "2024-03-05T12:00:00.1Z"
	const podTable = "It hangs:\nNAMESPACE   NAME   READY   STATUS        RESTARTS   AGE\nshop        a-0    0/3     Terminating   0          5m12s\nshop        a-1    0/3     Terminating   0          5m12s\nshop        b-0    1/1     Running       0          5m40s\n\n"
	const setAbout = "time=\"2024-03-01T12:00:00Z\" level=info msg=\"Deleting GearBox box-7 in namespace shop\"\ntime=\"2024-03-01T12:00:01Z\" level=error msg=\"cannot empty it\"\n"
	const plainTable = "NAME   STATUS        AGE\ng1     Terminating   5d\ng2     Ready         5d\ng3     Terminating   5d\n"
	for name, tt := range map[string]struct {
		text string
		want []string // kind namespace/name finalizers, empty where nothing is found
	}{
		"controllerKind": {
			`{"level":"error","ts":"` + when + `","msg":"Reconciler error","controllerGroup":"zorg.io","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"finalizer":"zorg.io/cleanup","error":"cannot delete"}`,
			[]string{"Gear.zorg.io shop/g1 [zorg.io/cleanup]"},
		},
		"an object in the fields": {
			when + "\tERROR\tcontrollers.Gear\tunable to finalize\t" + `{"object": {"kind":"Gear","namespace":"shop","name":"g1","apiVersion":"zorg.io/v1"}}`,
			[]string{"Gear.zorg.io shop/g1 [FINALIZER]"},
		},
		"a name in quotes":         {"2026-02-10 10:48:13.144195 I | ctl: Gear \"shop/g1\" will not be deleted until its teeth are out", []string{"Gear shop/g1 [FINALIZER]"}},
		"a list in a namespace":    {"Post https://api.example.com:6443/api/v1/namespaces/kube-system/configmaps: dial tcp 10.0.0.1:6443: i/o timeout\nIt can never delete the app.\n", []string{"Object /NAME [FINALIZER]"}},
		"a path on another server": {"Get https://api.example.com:6443/api/v1/namespaces/shop/configmaps/a: dial tcp 10.0.0.1:6443: i/o timeout\nIt can never delete the app.\n", []string{"Object /NAME [FINALIZER]"}},
		"a path on its own server": {"Get https://10.96.0.1:443/api/v1/namespaces/shop/configmaps/a: dial tcp 10.96.0.1:443: i/o timeout\nIt can never delete the app.\n", []string{"ConfigMap shop/a [FINALIZER]"}},
		"a namespace":              {"E0803 10:51:55.509313    1878 namespace_controller.go:162] deletion of namespace shop failed: no", []string{"Namespace /shop []"}},
		"a command":                {"$ kubectl delete gears.zorg.io g1 -n shop\nE0803 10:51:55.509313    1 c.go:1] cannot delete the blade", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"no deletion":              {`{"level":"error","msg":"Reconciler error","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"error":"no blade"}`, []string{"Gear shop/g1 [FINALIZER]"}},
		"prose":                    {"I cannot delete Gear \"shop/g1\" and I do not know why.", []string{"Gear shop/g1 [FINALIZER]"}},
		"without a name":           {"- apiVersion: zorg.io/v1\n  kind: Gear\n  metadata:\n    deletionTimestamp: \"" + when + "\"\n    finalizers: [zorg.io/cleanup]\n", []string{"Gear.zorg.io /NAME [zorg.io/cleanup]"}},
		"named by the command":     {"$ kubectl get gear g1 -n shop -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  finalizers: [zorg.io/cleanup]\n", []string{"Gear.zorg.io shop/g1 [zorg.io/cleanup]"}},
		"nothing of it":            {"apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  labels: {a: b}\n", nil},
		"a namespace's status":     {"```status:\n  phase: Terminating\n  conditions:\n  - {type: NamespaceContentRemaining, status: \"True\"}\n```\n", []string{"Namespace /NAME []"}},
		"another's status":         {"status:\n  phase: Terminating\n  conditions:\n  - {type: Ready, status: \"True\"}\n", []string{"Object /NAME [FINALIZER]"}},
		"a table": {
			"$ kubectl get gears.zorg.io -n shop\nNAME   PHASE      REASON   AGE\ng1     Deleting            160m\ng2     Ready      x        2m\n",
			[]string{"Gear.zorg.io shop/g1 [FINALIZER]"},
		},
		"a table without its command":   {podTable + "Taking the finalizer (zorg.io/oil) out of the pod by hand lets it go.\n", []string{"Pod shop/a-0 [zorg.io/oil]", "Pod shop/a-1 [zorg.io/oil]"}},
		"and the finalizer of another":  {podTable + "The PVC has the finalizer zorg.io/oil.\n", []string{"Pod shop/a-0 []", "Pod shop/a-1 []"}},
		"and that of somebody's own":    {podTable + "The GearBox has the finalizer zorg.io/oil.\n", []string{"Pod shop/a-0 []", "Pod shop/a-1 []"}},
		"and those of what is named":    {podTable + "Finalizers of Wheel objects hang, as I have read.\nFinalizers: wheels.zorg.io/hub\n", []string{"Pod shop/a-0 []", "Pod shop/a-1 []"}},
		"and its own behind those":      {podTable + "Finalizers of Wheel objects hang, as I have read. The pod is no other:\nFinalizers: zorg.io/oil\n", []string{"Pod shop/a-0 [zorg.io/oil]", "Pod shop/a-1 [zorg.io/oil]"}},
		"and a place for code":          {podTable + "Who sets the finalizer (github.com/zorg/oil) of the pods?\n", []string{"Pod shop/a-0 []", "Pod shop/a-1 []"}},
		"a table of what hangs":         {"GearBoxes stuck deleting\n" + plainTable, []string{"GearBox /g1 [FINALIZER]", "GearBox /g3 [FINALIZER]"}},
		"of namespaces":                 {"Two namespaces are stuck.\n" + plainTable, []string{"Namespace /g1 []", "Namespace /g3 []"}},
		"of pods, which look otherwise": {"Pods are stuck deleting\n" + plainTable, []string{"Pod /NAME [FINALIZER]"}},
		"of what hung once":             {"GearBoxes stuck deleting were a matter of last year. Now this:\n" + plainTable, []string{"Object /NAME [FINALIZER]"}},
		"of what is over":               {"GearBoxes stuck deleting, and we went back a version; now they are gone.\n" + plainTable, []string{"Object /NAME [FINALIZER]"}},
		"of what is asked":              {"Are GearBoxes stuck deleting?\n" + plainTable, []string{"Object /NAME [FINALIZER]"}},
		"of nobody says what":           {"I delete the GearBox, and these hang:\n" + plainTable, []string{"Object /g1 [FINALIZER]", "Object /g3 [FINALIZER]"}},
		"of what does not go":           {"GearBoxes stuck deleting\n" + strings.ReplaceAll(plainTable, "Terminating", "Ready      "), []string{"Object /NAME [FINALIZER]"}},
		"of another program":            {"GearBoxes stuck deleting\n" + strings.ReplaceAll(plainTable, "AGE", "TURN"), []string{"Object /NAME [FINALIZER]"}},
		"finalizers alone":              {"Deletion of a node hangs, after kubectl delete node\n--\n    finalizers:\n    - zorg.io/a\n    - zorg.io/b\n    labels:\n", []string{"Node /NAME [zorg.io/a zorg.io/b]"}},
		"finalizers and a table":        {"It stays NotReady:\nNAME   STATUS     ROLES    AGE   VERSION\nn1     NotReady   <none>   5h    v1.35\n\nIt has\n  finalizers:\n  - zorg.io/a\n", []string{"Node /n1 [zorg.io/a]"}},
		"finalizers of something":       {"It has\n  finalizers:\n  - zorg.io/a\n", []string{"Object /NAME [zorg.io/a]"}},
		"a server's answer alone":       {"Error from server (InternalError): failed calling webhook \"gears.zorg.io\": Post \"https://zorg.shop.svc\": no endpoints", []string{"Object /NAME [FINALIZER]"}},
		"a namespace's words":           {"It is stuck: 'Some content in the namespace has finalizers remaining: zorg.io/a in 3 resource instances'\n", []string{"Namespace /NAME []"}},
		"a finalizer that is not on it": {`2024-03-05T12:00:00Z	ERROR	controllers.Gear	cannot update it	{"Gear": {"name":"g1","namespace":"shop"}, "error": "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"zorg.io/a\"}"}`, []string{"Gear shop/g1 [FINALIZER]"}},
		"what stands for a name":        {"I want to delete it by `kubectl delete gear/<my-gear>`, but it has blocked:\nError: webhook denied the request\n", []string{"Gear /NAME [FINALIZER]"}},
		"an event that goes on":         {"Warning  Bent  76s (x101 over 22m)  gears\ncannot delete it,\nthe shaft denied it:\n{\"teeth\":\n[\"three\n", []string{"Event default/described-000-d200c983 []", "Object /NAME [FINALIZER]"}},
		"a log over several lines":      {"{\"level\":\"error\",\n  \"msg\":\"Reconciler error\", \"controllerKind\":\"Gear\",\n  \"Gear\":{\"name\":\"g1\",\"namespace\":\"shop\"},\n \"error\":\"cannot delete it\",\n \"errorVerbose\":\"cannot delete it\n  at a()\n  at b(\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"a manifest of several":         {"{\"kind\":\"Gear\",\n \"metadata\":{\"name\":\"g1\",\n \"annotations\":{\"a\":\"cannot\n delete", []string{"Gear /g1 []"}},
		"no words":                      {"---\n===\n12 34\n", nil},
		"no object is said":             {"level=info msg=\"topic T1 is still there\"", []string{"Object /NAME [FINALIZER]"}},
		"the line of an error":          {"I0708 08:25:01.348802  1 c.go:1] looking at pod=\"shop/a\"\nE0708 08:25:01.348802  1 c.go:1] \"cannot end it\" controllerKind=\"Gear\" Gear=\"shop/g2\"\n", []string{"Gear shop/g2 [FINALIZER]"}},
		"a queue's key":                 {`{"level":"error","zorg.dev/kind":"zorg.dev.Gear","zorg.dev/key":"shop/g1","error":"cannot sign it"}`, []string{"Gear.zorg.dev shop/g1 [FINALIZER]"}},
		"an attachment":                 {"I0708 08:25:01.549239  1 csi_handler.go:95] Error processing \"csi-" + strings.Repeat("0a", 32) + "\": failed to detach", []string{"VolumeAttachment.storage.k8s.io /csi-" + strings.Repeat("0a", 32) + " [FINALIZER]"}},
		"a kubelet's event":             {"Warning  FailedKillPod  76s (x101 over 22m)  kubelet  error killing pod \\\"web-0_shop\\\" network", []string{"Event shop/described-000-be1f38a5 []", "Pod shop/web-0 []"}},
		"conditions alone":              {"  - lastTransitionTime: \"2024-05-01T10:00:00Z\"\n    message: cannot delete it\n    type: Synced\n", []string{"Object /NAME [FINALIZER]"}},
		"a kind as a field":             {when + "\tDEBUG\tzorgrt\t< r.deleteResource\t{\"region\": \"north\", \"kind\": \"Gear\", \"namespace\": \"shop\", \"name\": \"g1\", \"error\": \"it is not empty\"}", []string{"Gear shop/g1 [FINALIZER]"}},
		"a longer key of the same":      {when + "\tERROR\tzorgctl.GearBox.deleteBox\tboxes/box.go:148\tcannot delete it\t" + `{"gearbox": "shop/g1", "Box": {"namespace": "shop", "name": "g1"}}`, []string{"GearBox shop/g1 [FINALIZER]"}},
		"a longer key of another":       {when + "\tERROR\tzorgctl.GearBox.deleteBox\tboxes/box.go:148\tcannot delete it\t" + `{"gearbox": "shop/g2", "Box": {"namespace": "shop", "name": "g1"}}`, []string{"Box shop/g1 [FINALIZER]"}},
		"a key that the logger spells":  {when + "\tERROR\tzorgctl.GearBox.deleteBox\tboxes/box.go:148\tcannot delete it\t" + `{"gearbox": "shop/g1", "shaft": "shop/s1"}`, []string{"GearBox shop/g1 [FINALIZER]"}},
		"a key that nobody spells":      {when + "\tERROR\tzorgctl.Boxes.deleteBox\tboxes/box.go:148\tcannot delete it\t" + `{"gearbox": "shop/g1"}`, []string{"Object /NAME [FINALIZER]"}},
		"a list of what it is":          {"It hangs:\n- resource: `GearBox/box-a`\n- namespace: shop\n- deletion timestamp: 2024-05-01T10:00:00Z\n- finalizers: `zorg.io/oil`\n", []string{"GearBox shop/box-a [zorg.io/oil]"}},
		"a list that has none":          {"It cannot be deleted at once:\n- Kind: GearBox\n- Name: box-a\n- Deletion timestamp: none\n- Finalizers: none\n", []string{"GearBox /box-a []"}},
		"a list in bold":                {"It hangs:\n**Kind:** GearBox\n**Name:** box-a\n**Finalizers:** zorg.io/oil, zorg.io/grease\n", []string{"GearBox /box-a [zorg.io/oil zorg.io/grease]"}},
		"a list of measures":            {"It hangs on its deletion:\n* resource: `cpu/500m`\n* namespace: shop\n", []string{"Object /NAME [FINALIZER]"}},
		"a list of several":             {"They hang on their deletion:\n- resource: `GearBox/box-a`\n- resource: `GearBox/box-b`\n", []string{"Object /NAME [FINALIZER]"}},
		"a list of other things":        {"It hangs on its deletion:\n* kind: bug\n* name: box-a\n* finalizers: none of zorg.io/oil\n", []string{"Object /NAME [FINALIZER]"}},
		"what kubectl waited for":       {"$ kubectl wait --for=delete gears.zorg.io/g1\nerror: timed out waiting for the condition on gears.zorg.io/g1\n", []string{"Gear.zorg.io /g1 [FINALIZER]"}},
		"what is uninstalled":           {"$ helm uninstall shop --wait\nError: uninstallation completed with 1 error(s): timed out waiting for the condition on gears.zorg.io/g1\n", []string{"Gear.zorg.io /g1 [FINALIZER]"}},
		"what an upgrade waited for":    {"$ helm upgrade shop ./shop --wait\nerror: timed out waiting for the condition on gears.zorg.io/g1\nIt cannot be deleted\n", []string{"Object /NAME [FINALIZER]"}},
		"what nobody waited for":        {"error: timed out waiting for the condition on gears.zorg.io/g1\nIt cannot be deleted\n", []string{"Object /NAME [FINALIZER]"}},
		"what it waited for and got":    {"kubernetes_namespace.a: Still destroying... [id=shop, 10s elapsed]\nkubernetes_namespace.a: Destruction complete after 12s [id=shop]\nThe wheel cannot be deleted\n", []string{"Object /NAME [FINALIZER]"}},
		"what Terraform waits for":      {"module.a.kubernetes_persistent_volume_claim_v1.data: Still destroying... [id=shop/data, 5m0s elapsed]\nIt cannot be deleted\n", []string{"PersistentVolumeClaim shop/data [FINALIZER]"}},
		"what is no object of it":       {"helm_release.data: Still destroying... [id=data, 5m0s elapsed]\nIt cannot be deleted\n", []string{"Object /NAME [FINALIZER]"}},
		"whose deletion is waited for":  {"Error: error waiting for deletion of namespace shop: context deadline exceeded\n", []string{"Namespace /shop []"}},
		"with its group":                {"Message: waiting for deletion of zorg.io/Gear/g1 and 2 more resources\n", []string{"Gear.zorg.io /g1 [FINALIZER]"}},
		"the deletion of nothing":       {"I am waiting for deletion of resources that hang\n", []string{"Object /NAME [FINALIZER]"}},
		"a struct":                      {"level=error msg=\"cannot delete it\" gear=\"&v1.Gear{TypeMeta:v1.TypeMeta{Kind:\\\"Gear\\\", APIVersion:\\\"zorg.io/v1\\\"}, ObjectMeta:v1.ObjectMeta{Name:\\\"g1\\\", Namespace:\\\"shop\\\", Finalizers:[]string{\\\"zorg.io/oil\\\"}}}\"\n", []string{"Gear.zorg.io shop/g1 [zorg.io/oil]"}},
		"a plain one":                   {"2024-05-01T10:00:00Z cannot delete {TypeMeta:{Kind:Gear APIVersion:zorg.io/v1} ObjectMeta:{Name:g1 GenerateName: Namespace:shop Finalizers:[zorg.io/oil]}}\n", []string{"Gear.zorg.io shop/g1 [zorg.io/oil]"}},
		"a list that jq has printed":    {"It hangs on its deletion:\n$ kubectl get gear g1 -n shop -o json | jq .metadata.finalizers\n[\n  \"zorg.io/oil\",\n  \"zorg.io/grease\"\n]\n", []string{"Gear shop/g1 [zorg.io/oil zorg.io/grease]"}},
		"a list behind a fence":         {"It hangs on its deletion:\n$ kubectl get gear g1 -n shop -o json | jq .metadata.finalizers\n```\n\n[\"zorg.io/oil\"]\n```\n", []string{"Gear shop/g1 [zorg.io/oil]"}},
		"what another has printed":      {"It hangs on its deletion:\n$ kubectl get gear g1 -n shop -o json | jq .metadata.finalizers\n$ kubectl get pod web-0 -n shop -o jsonpath='{.spec.containers[0].command}'\n[\"sleep\",\"3600\"]\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"a list behind words":           {"It hangs on its deletion:\n$ kubectl get gear g1 -n shop -o json | jq .metadata.finalizers\nThe wheels are\n[\"front\",\"back\"]\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"a list of names":               {"It hangs on its deletion:\n$ kubectl get gear g1 -n shop -o json | jq .metadata.labels\n[\n  \"zorg.io/oil\"\n]\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"a kind in a pair":              {"level=error msg=\"cannot delete it\" kind=Gear group=zorg.io name=g1 namespace=shop", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"another word as a kind":        {"level=error msg=\"cannot delete it\" kind=warning name=g1", []string{"Object /NAME [FINALIZER]"}},
		"the file of a kind":            {"W0609 11:20:05.302217       1 gear.go:658] Drain failed for gear \"zorg--g1\". It cannot be deleted", []string{"Gear /zorg--g1 [FINALIZER]"}},
		"the file of another":           {"W0609 11:20:05.302217       1 gear.go:658] Drain failed for shaft \"s1\". It cannot be deleted", []string{"Object /NAME [FINALIZER]"}},
		"a definition that is emptied":  {"E0917 21:03:17.330814       1 crd_finalizer.go:288] gears.zorg.io failed with: timed out waiting for the condition", []string{"CustomResourceDefinition.apiextensions.k8s.io /gears.zorg.io [FINALIZER]"}},
		"a finalizer in prose":          {"status:\n  phase: Deleting\n  conditions: []\n\nIts finalizer is `zorg.io/oil`.\n", []string{"Object /NAME [zorg.io/oil]"}},
		"a list in prose":               {"status:\n  phase: Deleting\n  conditions: []\n\n`metadata.finalizers` remained `[zorg.io/oil, zorg.io/grease]`.\n", []string{"Object /NAME [zorg.io/oil zorg.io/grease]"}},
		"a list of others":              {"status:\n  phase: Deleting\n  conditions: []\n\n`metadata.labels` remained `[zorg.io/oil]`.\n", []string{"Object /NAME [FINALIZER]"}},
		"a list that is gone":           {"status:\n  phase: Deleting\n  conditions: []\n\n`metadata.finalizers` was `[zorg.io/oil]` and is removed.\n", []string{"Object /NAME [FINALIZER]"}},
		"two of them":                   {"status:\n  phase: Deleting\n  conditions: []\n\nIts finalizer is `zorg.io/oil`.\nAnother finalizer is zorg.io/grease.\n", []string{"Object /NAME [FINALIZER]"}},
		"finalizers on their lines":     {"It stays, as deleting GearBox my-box failed: 403\nTake off its finalizers\n```\n\"zorg.io/oil\"\n\"zorg.io/grease\"\n```\n", []string{"GearBox /my-box [zorg.io/oil zorg.io/grease]"}},
		"what are none":                 {"It stays, as deleting SPGear <box> failed: 403\nIts images are\n```\n\"zorg.io/oil\"\n```\n", []string{"SPGear /NAME [FINALIZER]"}},
		"what a program sets about":     {setAbout, []string{"Object /NAME [FINALIZER]"}},
		"and a command has its kind":    {"$ kubectl get gearboxes -n shop\nNo resources found\n" + setAbout, []string{"GearBox shop/box-7 [FINALIZER]"}},
		"and its group is told":         {"We have the CRD gearboxes.zorg.io, and it hangs:\n" + setAbout, []string{"GearBox.zorg.io shop/box-7 [FINALIZER]"}},
		"and it is said to hang":        {"My GearBox hangs in deletion:\n" + setAbout, []string{"GearBox shop/box-7 [FINALIZER]"}},
		"and something else hangs":      {"My mill m1 is stuck in Terminating. We have gearboxes.zorg.io:\n" + setAbout, []string{"Object /NAME [FINALIZER]"}},
		"and another object hangs":      {"My PVC data-0 is stuck in Terminating, we have gearboxes.zorg.io:\n" + setAbout, []string{"PersistentVolumeClaim /data-0 [FINALIZER]"}},
		"and then it is gone":           {"We have gearboxes.zorg.io, and it hangs:\n" + setAbout + "time=\"2024-03-01T12:00:02Z\" level=info msg=\"Deleted GearBox box-7 in namespace shop\"\n", []string{"Object /NAME [FINALIZER]"}},
		"a kind before a stroke":        {"apiVersion gearboxes.zorg.io/v1, it hangs:\nlevel=error msg=\"could not finalize GearBox/oily: cannot empty it\"\n", []string{"GearBox.zorg.io /oily [FINALIZER]"}},
		"words behind a kind":           {"level=error msg=\"could not finalize GearBox because it is not empty\"\n", []string{"Object /NAME [FINALIZER]"}},
		"what is set about of each":     {"level=error msg=\"could not delete StatefulSet oily-1: cannot empty it\"\n", []string{"StatefulSet.apps /NAME [FINALIZER]"}},
		"an event in a log":             {"E0301 10:00:00.000000       1 event.go:298] \"Event occurred\" object=\"gear-1\" kind=\"Gear\" apiVersion=\"zorg.io/v1\" type=\"Warning\" reason=\"Fails\" message=\"cannot delete it\"\n", []string{"Gear.zorg.io /gear-1 [FINALIZER]"}},
		"an object in a pair":           {"E0301 10:00:00.000000       1 recorder.go:104] \"events: cannot delete it: {\\\"reason\\\": \\\"no\\\"}\" type=\"Warning\" object={\"kind\":\"Gear\",\"namespace\":\"shop\",\"name\":\"g1\",\"apiVersion\":\"zorg.io/v1\"} reason=\"Fails\"\n", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"an object behind another":      {"level=error msg=\"cannot delete it\" sent={\"kind\":\"Order\",\"name\":\"o1\"} object={\"kind\":\"Gear\",\"name\":\"g1\",\"apiVersion\":\"zorg.io/v1\"}\n", []string{"Gear.zorg.io /g1 [FINALIZER]"}},
		"an object that is none":        {"level=error msg=\"cannot delete it {}\" object={\"size\":\"3\",\"name\":\"o1\"}\n", []string{"Object /NAME [FINALIZER]"}},
		"what was expected to go":       {"status:\n  conditions:\n  - {type: Released, status: \"False\", reason: DeleteFailed, message: \"it is bent\"}\n\n**What did you expect to happen:**\n the GearBox, and so the mill, is deleted properly\n", []string{"GearBox /NAME [FINALIZER]"}},
		"what was expected, in a title": {"status:\n  conditions:\n  - {type: Released, status: \"False\", reason: DeleteFailed, message: \"it is bent\"}\n\nExpected behavior:\n\nThe GearBox should be removed.\n", []string{"GearBox /NAME [FINALIZER]"}},
		"what was expected of two":      {"status:\n  conditions:\n  - {type: Released, status: \"False\", reason: DeleteFailed, message: \"it is bent\"}\n\nExpected behavior:\nThe GearBox is deleted\nThe MillStone is deleted\n", []string{"Object /NAME [FINALIZER]"}},
		"what was expected to stay":     {"status:\n  conditions:\n  - {type: Released, status: \"False\", reason: DeleteFailed, message: \"it is bent\"}\n\nExpected behavior:\nThe GearBox is kept\n", []string{"Object /NAME [FINALIZER]"}},
		"what goes, not expected":       {"status:\n  conditions:\n  - {type: Released, status: \"False\", reason: DeleteFailed, message: \"it is bent\"}\n\nIt cannot be deleted.\nThe GearBox is deleted by now\n", []string{"Object /NAME [FINALIZER]"}},
		"a request as a path":           {"2022-03-02T08:52:40.317Z\tERROR\tcontroller-runtime.controller\tReconciler error\t{\"controller\": \"gear\", \"request\": \"shop/g1\", \"error\": \"cannot delete it\"}\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"a request in no namespace":     {"2022-03-02T08:52:40.317Z\tERROR\tcontroller-runtime.controller\tReconciler error\t{\"controller\": \"gear\", \"request\": \"/g1\", \"error\": \"cannot delete it\"}\n", []string{"Gear /g1 [FINALIZER]"}},
		"a request without its name":    {"2022-03-02T08:52:40.317Z\tERROR\tcontroller-runtime.controller\tReconciler error\t{\"controller\": \"gear\", \"request\": \"shop/<>\", \"error\": \"cannot delete it: no\n", []string{"Gear shop/NAME [FINALIZER]"}},
		"a request of another":          {"2022-03-02T08:52:40.317Z\tERROR\tcontroller-runtime.controller\tReconciler error\t{\"controller\": \"node\", \"request\": \"shop/g1\", \"error\": \"cannot delete it\"}\n", []string{"Object shop/g1 [FINALIZER]"}},
		"a request of several words":    {"2022-03-02T08:52:40.317Z\tERROR\tcontroller-runtime.controller\tReconciler error\t{\"controller\": \"gear-oiler\", \"request\": \"shop/g1\", \"error\": \"cannot delete it\"}\n", []string{"Object shop/g1 [FINALIZER]"}},
		"a volume that is deleted":      {"E0301 10:00:00.000000       1 controller.go:1519] delete \"pvc-0a1b2c3d-1111-2222-3333-444455556666\": volume deletion failed: image has watchers\n", []string{"PersistentVolume /pvc-0a1b2c3d-1111-2222-3333-444455556666 [FINALIZER]"}},
		"a word for a name":             {"cannot delete it: Gear.zorg.io \"XXXX\" is invalid: metadata: no\n", []string{"Gear.zorg.io /NAME [FINALIZER]"}},
		"a word within a name":          {"cannot delete it: Gear.zorg.io \"my-gear-NAME\" is invalid: metadata: no\n", []string{"Gear.zorg.io /NAME [FINALIZER]"}},
		"a name before that":            {"cannot delete it: Gear.zorg.io \"my-gear\" is invalid: metadata: no\n", []string{"Gear.zorg.io /my-gear [FINALIZER]"}},
		"a word in quotes":              {"cannot delete it: the setting \"XXXX\" is invalid: no\n", []string{"Object /NAME [FINALIZER]"}},
		"who manages a kind":            {"Warning  Bent  31s (x4 over 9m31s)  managed/zorg.io/v1alpha1, kind=gear  cannot run refresh\n", []string{"Event default/described-000-c0f5020c []", "Gear.zorg.io /NAME [FINALIZER]"}},
		"who manages one, in a log":     {`{"level":"error","controller":"managed/zorg.io/v1alpha1, kind=gear","request":"/g1","error":"cannot delete it"}`, []string{"Gear.zorg.io /g1 [FINALIZER]"}},
		"a manager of no kind":          {"Warning  Bent  31s (x4 over 9m31s)  managed/gears, kind=gear  cannot run refresh\n", []string{"Event default/described-000-98c8b34c []", "Object /NAME [FINALIZER]"}},
		"a kind that another says":      {"Warning  Bent  31s  zorg-manager  cannot run refresh, kind=gear\n", []string{"Event default/described-000-50aed018 []", "Object /NAME [FINALIZER]"}},
		"another program":               {"Two are stuck:\n```\nnightly-1       Deleting      2020-01-12 02:20:03 +0100 CET   4d   default\nnightly-2       Deleting      2020-01-10 02:20:32 +0100 CET   2d   default\n```\n` velero backup describe  nightly-2`\n```\nErrors:\n  cannot be deleted\n", []string{"Backup.velero.io /nightly-2 [FINALIZER]"}},
		"and its table":                 {"$ velero backup get\nNAME            STATUS        CREATED\nnightly-1       Deleting      2020-01-12 02:20:03 +0100 CET   4d   default\n", []string{"Backup.velero.io /nightly-1 [FINALIZER]"}},
		"several in its table":          {"$ velero backup get\nnightly-1       Deleting      2020-01-12 02:20:03 +0100 CET   4d   default\nnightly-2       Deleting      2020-01-10 02:20:32 +0100 CET   2d   default\n", []string{"Backup.velero.io /NAME [FINALIZER]"}},
		"a program of none":             {"I ran `docker volume rm v1` and `docker volume delete v1`, and it cannot be deleted\n", []string{"Object /NAME [FINALIZER]"}},
		"a program that is well":        {"$ velero backup get\nnightly-1       Completed      2020-01-12 02:20:03 +0100 CET   4d   default\n", []string{"Backup.velero.io /NAME [FINALIZER]"}},
		"a level in brackets":           {"[ERROR] cannot delete Gear \"shop/g1\"\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"a pod's log":                   {"E0508 23:03:21.672368   15267 pod_workers.go:182] Error syncing pod x (\"web-0_shop(x)\"), skipping", []string{"Pod shop/web-0 [FINALIZER]"}},
		"conditions in a table":         {"$ oc delete ns shop\n$ oc delete gear g1\nConditions:\n  Type                       Status  Reason               Message\n  ----                       ------  ------               -------\n  NamespaceContentRemaining  True    SomeResourcesRemain  Some resources are remaining: gears.zorg.io has 1 resource instances\n", []string{"Namespace /shop []"}},
		"a part of it":                  {"$ kubectl get gear g1 -n shop -o yaml\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", message: no}\n", []string{"Gear shop/g1 [FINALIZER]"}},
		"its end in JSON":               {"{\"level\":\"error\",\"controllerKind\":\"Gear\",\"Gear\":{\"name\":\"g1\",\"namespace\":\"shop\"}, ...}", []string{"Gear shop/g1 [FINALIZER]"}},
		"what is left":                  {"$ kubectl get ns shop\nNAME   STATUS        AGE\nshop   Terminating   5m\n$ kubectl get gears.zorg.io -n shop\nNAME   AGE\ng1     5m\n$ kubectl get gears.zorg.io -n shop -o jsonpath={.items[*].metadata.finalizers}\n[\"zorg.io/a\"]\n", []string{"Gear.zorg.io shop/g1 [zorg.io/a]", "Namespace /shop []"}},
		"what is left of all types":     {"$ kubectl get ns shop\nNAME   STATUS        AGE\nshop   Terminating   5m\n$ kubectl api-resources -o name \\\n    | xargs -n 1 kubectl get --show-kind --ignore-not-found -n shop\nNAME               AGE\ngear.zorg.io/g1    5m\nNAME               STATE   AGE\ntooth.zorg.io/t1   Ready   5m\n", []string{"Gear.zorg.io shop/g1 [FINALIZER]", "Namespace /shop []", "Tooth.zorg.io shop/t1 [FINALIZER]"}},
		"what is in another of all":     {"$ kubectl get ns shop\nNAME   STATUS        AGE\nshop   Terminating   5m\n$ kubectl api-resources -o name | xargs -n 1 kubectl get --show-kind -n mall\nNAME               AGE\ngear.zorg.io/g1    5m\n", []string{"Namespace /shop []"}},
		"what is in another":            {"$ kubectl get ns shop\nNAME   STATUS        AGE\nshop   Terminating   5m\n$ kubectl get gears.zorg.io -n mall\nNAME   AGE\ng1     5m\n", []string{"Namespace /shop []"}},
		"a manifest and its log":        {"Then I remove it:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\nspec: {teeth: 3}\n```\n{\"level\":\"error\",\"msg\":\"Reconciler error\",\"request\":\"shop/g1\",\"error\":\"the blade cannot be dropped\"}\n", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"a manifest, another's log":     {"Then I remove it:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\nspec: {teeth: 3}\n```\n{\"level\":\"error\",\"msg\":\"Reconciler error\",\"request\":\"shop/g2\",\"error\":\"the blade cannot be dropped\"}\n", []string{"Gear.zorg.io shop/g1 []"}},
		"a logger after a kind":         {`{"level":"error","ts":1669276778.8,"logger":"controller.ingress","msg":"Reconciler error","name":"i1","namespace":"shop","error":"cannot delete it"}`, []string{"Ingress.networking.k8s.io shop/i1 [FINALIZER]"}},
		"a table of what stays":         {"$ kubectl get gears.zorg.io -n shop\nNAME   PHASE   AGE\ng1     Ready   160m\n", []string{"Gear.zorg.io shop/g1 [FINALIZER]"}},
		"a pod's sandbox":               {"E0508 23:03:21.6   15267 x.go:1] failed to stop sandbox k8s_web-0_shop_0aa00aa0-0000-4000-8000-000000000001_0: no", []string{"Pod shop/web-0 []"}},
		"a pod's network":               {"error removing pod shop_web-0 from CNI network \"gears\": cannot delete it", []string{"Pod shop/web-0 [FINALIZER]"}},
		"a table of events":             {"$ kubectl get events -n shop\nLAST SEEN   TYPE      REASON          OBJECT      MESSAGE\n4s          Warning   FailedKillPod   pod/web-0   error killing pod: no\n", []string{"Event shop/printed-00000-b1ad3e58 []", "Pod shop/web-0 []"}},
		"a table of what is not told":   {"$ kubectl get events\nLAST SEEN   TYPE      REASON          OBJECT      MESSAGE\n4s          Warning   FailedKillPod   pod/web-0   error killing pod: no\n", []string{"Event default/printed-00000-259c7a5f []", "Pod /web-0 []"}},
		"a table of another's events":   {"$ kubectl get events -n mall\nLAST SEEN   TYPE      REASON          OBJECT      MESSAGE\n4s          Warning   FailedKillPod   pod/web-1   error killing pod: no\n\nE0508 23:03:21.6   15267 x.go:1] failed to stop sandbox k8s_web-0_shop_0aa00aa0-0000-4000-8000-000000000001_0: no\n", []string{"Event mall/printed-00000-3e1953c7 []", "Pod shop/web-0 []"}},
		"a container of it":             {"E0508 23:03:21.6   15267 x.go:1] failed to stop sandbox k8s_POD_web-0_shop_0aa00aa0-0000-4000-8000-000000000001_0: no", []string{"Pod shop/web-0 []"}},
		"what a kubelet unmounts":       {"E0508 23:03:21.6   15267 x.go:1] UnmountVolume.TearDown failed for volume \"a\" pod \"web-0\" (UID: \"0aa0\") : busy", []string{"Pod /web-0 []"}},
		"what a kubelet mounts":         {"E0508 23:03:21.6   15267 x.go:1] MountVolume.SetUp failed for volume \"a\" pod \"web-0\" (UID: \"0aa0\") : busy", []string{"Pod /web-0 [FINALIZER]"}},
		"an object beside it": {
			"apiVersion: zorg.io/v1\nkind: Gear\nmetadata: {name: g2, namespace: shop}\n---\n" + `{"level":"error","msg":"cannot delete","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"}}`,
			[]string{"Gear.zorg.io shop/g2 []"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			var empty *EmptyError
			if len(tt.want) == 0 && errors.As(err, &empty) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, k := range d.kinds {
				d.Scan(t.Context(), []trace.Scope{{Kind: k}}, trace.Want{}, func(k trace.Kind, row *trace.Row) {
					kind := strings.TrimSuffix(k.Kind+"."+k.Group, ".")
					var finalizers []string
					for _, f := range row.Finalizers {
						finalizers = append(finalizers, string(f))
					}
					got = append(got, kind+" "+string(row.Namespace)+"/"+string(row.Name)+" ["+strings.Join(finalizers, " ")+"]")
				})
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTableTells has a table say of an object that was described in part that it was asked
// to go.
func TestTableTells(t *testing.T) {
	for state, want := range map[string]bool{"Terminating": true, "Bound      ": false} {
		text := "$ kubectl get pv\nNAME   STATUS        CLAIM      REASON   AGE\npv-1   " + state + "   shop/c               27s\n$ kubectl describe pv pv-1\n" +
			"Name:            pv-1\nLabels:          a=b\nFinalizers:      [kubernetes.io/pv-protection]\n"
		d, err := Read(t.Context(), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		obj := soleOf(t, d)
		if got := obj.GetDeletionTimestamp() != nil; got != want {
			t.Errorf("%s: asked to go: %t", state, got)
		}
	}
}

// TestSpokenWhen takes the time of a deletion from lines that name the object alone.
func TestSpokenWhen(t *testing.T) {
	const own, others = "2024-03-05T12:00:00Z", "2020-01-01T00:00:00Z"
	for name, tt := range map[string]struct{ line, want string }{
		"its own":            {`{"level":"error","msg":"cannot delete","controllerKind":"Gear","Gear":{"name":"g1","namespace":"shop"},"deletionTimestamp":"` + own + `"}`, own},
		"of another zone":    {`gear g1 has a DeletionTimestamp of 2024-03-05T14:00:00+02:00, starting now`, own},
		"in words":           {`gear g1 has "deletionTimestamp":"` + own + `"`, own},
		"another's":          {`{"level":"info","msg":"left g1","controllerKind":"Tooth","Tooth":{"name":"t1","namespace":"shop"},"deletionTimestamp":"` + others + `"}`, trace.Untold},
		"another's in words": {`gear g10 has "deletionTimestamp":"` + others + `"`, trace.Untold},
		"nobody's":           {`{"level":"info","deletionTimestamp":"` + others + `"}`, trace.Untold},
	} {
		t.Run(name, func(t *testing.T) {
			about, _ := AboutNamed("gears.zorg.io", "g1", "shop")
			about.Hangs = true
			d, err := about.Read(t.Context(), strings.NewReader("cannot delete it\n"+tt.line+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			if got := obj.GetDeletionTimestamp(); got == nil || got.UTC().Format("2006-01-02T15:04:05Z") != tt.want {
				t.Errorf("asked to go at %v, want %s", got, tt.want)
			}
		})
	}
}

// TestNamelessSays says of words whose object is not named what is known of it.
func TestNamelessSays(t *testing.T) {
	const conditions = "  NamespaceDeletionDiscoveryFailure  False  ResourcesDiscovered    All resources successfully discovered\n  NamespaceDeletionContentFailure    True   ContentDeletionFailed  Failed to delete all resource types, 1 remaining: the gear is bent\n"
	for text, want := range map[string]string{
		conditions:                           "not the name of the namespace that they are of",
		"It cannot be deleted, it hangs\n":   "nothing tells which object they are of",
		"ERROR cannot delete Gear shop/g1\n": "",
	} {
		d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, p := range d.Problems() {
			said += p.Message + "\n"
		}
		if !strings.Contains(said, want) || want == "" && strings.Contains(said, "they are of") {
			t.Errorf("%q: %s", text, said)
		}
	}
}
