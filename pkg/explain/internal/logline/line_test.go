package logline_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func at(clock string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, clock)
	if err != nil {
		panic(err)
	}
	return t
}

// fields makes fields of names and values.
func fields(pairs ...string) (out []logline.Field) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, logline.Field{Key: pairs[i], Value: pairs[i+1]})
	}
	return out
}

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want logline.Line
		said string
	}{
		"a cause of what is told for information": {
			`I0209 10:43:46.536685       1 machine_controller.go:340] "Deleting the Node is not allowed" Machine="shop/m-1" cause="cluster is being deleted"`,
			logline.Line{At: at("2026-02-09T10:43:46.536685Z"), Level: logline.Info, Message: "Deleting the Node is not allowed: cluster is being deleted", Fields: fields("Machine", "shop/m-1")},
			"Deleting the Node is not allowed: cluster is being deleted",
		},
		"an error of what is told for information": {
			`I0209 10:43:46.536685       1 machine_controller.go:340] "Deleting the Node is not allowed" Machine="shop/m-1" err="403 Forbidden"`,
			logline.Line{At: at("2026-02-09T10:43:46.536685Z"), Level: logline.Info, Message: "Deleting the Node is not allowed", Error: "403 Forbidden", Fields: fields("Machine", "shop/m-1")},
			"Deleting the Node is not allowed: 403 Forbidden",
		},
		"no error of what is told for information": {
			`I0209 10:43:46.536685       1 machine_controller.go:340] "Deleting the Node is not allowed" Machine="shop/m-1" err="<nil>"`,
			logline.Line{At: at("2026-02-09T10:43:46.536685Z"), Level: logline.Info, Message: "Deleting the Node is not allowed", Fields: fields("Machine", "shop/m-1")},
			"Deleting the Node is not allowed",
		},
		"pairs before the level, and an error behind": {
			`2026-02-09T10:43:46Z ns=shop vm=v-1 ERROR Not deleted err="the disk is attached"`,
			logline.Line{At: at("2026-02-09T10:43:46Z"), Level: logline.Error, Message: "Not deleted", Error: "the disk is attached", Fields: fields("ns", "shop", "vm", "v-1")},
			"Not deleted: the disk is attached",
		},
		"pairs before the level alone": {
			`2026-02-09T10:43:46Z vm=v-1 ERROR Not deleted`,
			logline.Line{At: at("2026-02-09T10:43:46Z"), Level: logline.Error, Message: "Not deleted", Fields: fields("vm", "v-1")},
			"Not deleted",
		},
		"a cause that says it is an error": {
			`{"level":"info","msg":"Later","cause":"failed to delete the VM","vm":"v-1"}`,
			logline.Line{Level: logline.Info, Message: "Later", Error: "failed to delete the VM", Fields: fields("vm", "v-1")},
			"Later: failed to delete the VM",
		},
		"a cause of an error": {
			`{"cause":"cluster is being deleted","level":"error","msg":"Not allowed","vm":"v-1"}`,
			logline.Line{Level: logline.Error, Message: "Not allowed", Error: "cluster is being deleted", Fields: fields("vm", "v-1")},
			"Not allowed: cluster is being deleted",
		},
		"the end of an object": {
			`297fb6f21276", "name": "my-realm", "error": "failed to delete realm: \"a\" is not there"}`,
			logline.Line{Level: logline.Error, Error: `failed to delete realm: "a" is not there`, Fields: fields("name", "my-realm")},
			`failed to delete realm: "a" is not there`,
		},
		"the end of an object that is no log": {
			`big", "name": "my-realm", "color": "red"}`,
			logline.Line{Message: `big", "name": "my-realm", "color": "red"}`},
			`big", "name": "my-realm", "color": "red"}`,
		},
		"a sentence beside the message": {
			`{"level":"info","msg":"Handled","op":"DELETE","allowed":false,"code":403,"reason":"Forbidden","message":"the gear is a copy"}`,
			logline.Line{Level: logline.Info, Message: "Handled", Error: "the gear is a copy", Fields: fields("op", "DELETE", "allowed", "false", "code", "403", "reason", "Forbidden")},
			"Handled: the gear is a copy",
		},
		"a sentence of what is well": {
			`{"level":"info","msg":"Handled","allowed":true,"code":200,"message":"the gear was let go"}`,
			logline.Line{Level: logline.Info, Message: "Handled: the gear was let go", Fields: fields("allowed", "true", "code", "200")},
			"Handled: the gear was let go",
		},
		"why, in an error": {
			`{"level":"error","msg":"delete failed","name":"x","reason":"still referenced by Gear g1"}`,
			logline.Line{Level: logline.Error, Message: "delete failed", Error: "still referenced by Gear g1", Fields: fields("name", "x")},
			"delete failed: still referenced by Gear g1",
		},
		"a word beside it": {
			`{"level":"info","msg":"delete failed","name":"x","message":"later","reason":"Bent"}`,
			logline.Line{Level: logline.Info, Message: "delete failed", Fields: fields("name", "x", "message", "later", "reason", "Bent")},
			"delete failed",
		},
		"tracing, of Rust": {
			`2026-03-01T11:58:02.123456Z  WARN reconciling object: gears::controller: reconcile failed: Oil(Api(ErrorResponse { status: "Failure", message: "webhook \"v.acme.io\" denied it: a=b", code: 403 })) object.ref=Bucket.v1.acme.io/blue.shop object.reason=error policy requested retry`,
			logline.Line{At: at("2026-03-01T11:58:02.123456Z"), Level: logline.Warning, Message: `reconcile failed: Oil(Api(webhook "v.acme.io" denied it: a=b))`, Fields: fields("object.ref", "Bucket.v1.acme.io/blue.shop")},
			`reconcile failed: Oil(Api(webhook "v.acme.io" denied it: a=b))`,
		},
		"tracing, a value in quotes": {
			`2026-03-01T11:58:02Z  INFO gear_keeper: picking left=3 bucket="shop/blue"`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Info, Message: "picking", Fields: fields("left", "3", "bucket", "shop/blue")},
			"picking",
		},
		"tracing, an error": {
			`2026-03-01T11:58:02Z ERROR reconciling object{object.ref=Bucket.v1.acme.io/blue.shop object.reason=retry}: gears::oil: error=it is not empty: 3 are left tries=4`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Error: "it is not empty: 3 are left", Fields: fields("object.ref", "Bucket.v1.acme.io/blue.shop", "tries", "4")},
			"it is not empty: 3 are left",
		},
		"a path in a sentence": {
			`2026-03-01T11:58:02Z ERROR it is gone, says gears::oil: a=b`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "it is gone, says gears::oil: a=b", Fields: fields("a", "b")},
			"it is gone, says gears::oil: a=b",
		},
		"klog, structured": {
			`E0301 11:58:02.123456       1 controller.go:114] "Reconciler error" err="bucket is not empty" controller="bucket" Bucket="shop/blue" namespace="shop" name="blue" reconcileID="3f"`,
			logline.Line{At: at("2026-03-01T11:58:02.123456Z"), Level: logline.Error, Message: "Reconciler error", Error: "bucket is not empty", Fields: fields("controller", "bucket", "Bucket", "shop/blue", "namespace", "shop", "name", "blue")},
			"Reconciler error: bucket is not empty",
		},
		"klog, of December": {
			"I1231 23:59:59.000000       7 pv_controller.go:12] volume \"pv-1\" is released\n",
			logline.Line{At: at("2025-12-31T23:59:59Z"), Level: logline.Info, Message: `volume "pv-1" is released`},
			`volume "pv-1" is released`,
		},
		"klog, a value of several lines": {
			"E0301 11:58:02.000000       1 c.go:1] \"Sync failed\" err=<\n\tdeleting: 2 errors\n\tthe first\n > pod=\"shop/blue\"",
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "Sync failed", Error: "deleting: 2 errors\nthe first", Fields: fields("pod", "shop/blue")},
			"Sync failed: deleting: 2 errors\nthe first",
		},
		"an event that klog tells of": {
			`I0301 11:58:02.000000       1 event.go:294] "Event occurred" object="shop/blue" fieldPath="" kind="Service" apiVersion="v1" type="Warning" reason="SyncFailed" message="it is locked"`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Warning, Message: "SyncFailed: it is locked", Fields: fields("object", "shop/blue", "fieldPath", "", "kind", "Service", "apiVersion", "v1", "type", "Warning")},
			"SyncFailed: it is locked",
		},
		"an event of old": {
			`I0301 11:58:02.000000       1 event.go:278] Event(v1.ObjectReference{Kind:"Service", Namespace:"shop", Name:"blue", UID:"u-1", FieldPath:""}): type: 'Warning' reason: 'SyncFailed' it is locked`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Warning, Message: "SyncFailed: it is locked", Fields: fields("kind", "Service", "namespace", "shop", "name", "blue", "uid", "u-1")},
			"SyncFailed: it is locked",
		},
		"an event as controller-runtime tells of it": {
			`{"level":"debug","ts":1772366282.5,"logger":"events","msg":"it is locked","type":"Normal","object":{"kind":"Service","name":"blue"},"reason":"Syncing"}`,
			logline.Line{At: at("2026-03-01T11:58:02.5Z"), Level: logline.Debug, Message: "Syncing: it is locked", Fields: fields("type", "Normal", "object.kind", "Service", "object.name", "blue")},
			"Syncing: it is locked",
		},
		"a type that is no event's": {
			`{"level":"info","msg":"resized","type":"Small","reason":"asked"}`,
			logline.Line{Level: logline.Info, Message: "resized", Fields: fields("type", "Small", "reason", "asked")},
			"resized",
		},
		"blanks for tabs": {
			`2026-03-01T11:58:02.123Z        ERROR   controllers.Gear     unable to update     {"gear": "/blue", "error": "it is invalid"}`,
			logline.Line{At: at("2026-03-01T11:58:02.123Z"), Level: logline.Error, Message: "unable to update", Error: "it is invalid", Fields: fields("gear", "/blue", "controller", "Gear")},
			"unable to update: it is invalid",
		},
		"an event for people": {
			"2026-03-01T11:58:02.520Z\tDEBUG\tcontroller-runtime.manager.events\tWarning\t" + `{"object": {"kind":"Gear","namespace":"shop","name":"blue"}, "reason": "FailedDelete", "message": "it is locked"}`,
			logline.Line{At: at("2026-03-01T11:58:02.52Z"), Level: logline.Warning, Message: "FailedDelete: it is locked", Fields: fields("object.kind", "Gear", "object.namespace", "shop", "object.name", "blue")},
			"FailedDelete: it is locked",
		},
		"an event for people, one blank for each tab": {
			`2026-03-01T11:58:02.520-0700 DEBUG controller-runtime.manager.events Warning {"object": {"kind":"Gear","namespace":"shop","name":"blue"}, "reason": "FailedDelete", "message": "it is locked"}`,
			logline.Line{At: at("2026-03-01T11:58:02.52-07:00"), Level: logline.Warning, Message: "FailedDelete: it is locked", Fields: fields("object.kind", "Gear", "object.namespace", "shop", "object.name", "blue")},
			"FailedDelete: it is locked",
		},
		"a message that begins with a name": {
			`2026-03-01T11:58:02.520Z INFO gears.acme.io is turned {"gear": "blue", "reason": "Asked", "message": "later"}`,
			logline.Line{At: at("2026-03-01T11:58:02.52Z"), Level: logline.Info, Message: "gears.acme.io is turned", Fields: fields("gear", "blue", "reason", "Asked", "message", "later")},
			"gears.acme.io is turned",
		},
		"an event of what is well": {
			`2026-03-01T11:58:02.520Z DEBUG events Normal {"object": {"kind":"Gear","name":"blue"}, "reason": "Turned", "message": "it turns"}`,
			logline.Line{At: at("2026-03-01T11:58:02.52Z"), Level: logline.Debug, Message: "Turned: it turns", Fields: fields("object.kind", "Gear", "object.name", "blue")},
			"Turned: it turns",
		},
		"capnslog": {
			`2026-03-01 11:58:02.144195 I | cluster-controller: Gear "shop/blue" will not be deleted until all dependents are removed: Tooth: [a]`,
			logline.Line{At: at("2026-03-01T11:58:02.144195Z"), Level: logline.Info, Message: `Gear "shop/blue" will not be deleted until all dependents are removed: Tooth: [a]`, Fields: []logline.Field{{Key: "controller", Value: "cluster-controller"}}},
			`Gear "shop/blue" will not be deleted until all dependents are removed: Tooth: [a]`,
		},
		"of the journal": {
			`Aug 03 10:51:55 host k3s[1878]: E0301 11:58:02.000000    1878 c.go:162] deletion of namespace shop failed`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "deletion of namespace shop failed"},
			"deletion of namespace shop failed",
		},
		"behind pod and container, cut": {
			`[op-5d58-dh manager]  {"level":"error","logger":"controller.gear","msg":"Reconciler error","request":"shop/blue","error":"it cannot be dropped","stacktrace":"a`,
			logline.Line{Level: logline.Error, Message: "Reconciler error", Error: "it cannot be dropped", Fields: fields("controller", "gear", "request", "shop/blue")},
			"Reconciler error: it cannot be dropped",
		},
		"klog behind a container": {
			`manager E0301 11:58:02.000000       1 c.go:1] "msg"="Reconciler error" "error"="still in use" "name"="blue"`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "Reconciler error", Error: "still in use", Fields: fields("name", "blue")},
			"Reconciler error: still in use",
		},
		"klogr without its head": {
			`controllers/gear "msg"="Reconciler error" "error"="still in use" "name"="blue"`,
			logline.Line{Level: logline.Error, Message: "Reconciler error", Error: "still in use", Fields: fields("name", "blue")},
			"Reconciler error: still in use",
		},
		"a word that is called so": {
			`the field "msg"="x" is not read`,
			logline.Line{Message: `the field "msg"="x" is not read`, Fields: fields("msg", "x")},
			`the field "msg"="x" is not read`,
		},
		"an answer that kubectl prints": {
			`Error from server (NotFound): namespaces "shop" not found`,
			logline.Line{Level: logline.Error, Answer: "NotFound", Message: `namespaces "shop" not found`},
			`namespaces "shop" not found`,
		},
		"zap, JSON": {
			`{"level":"error","ts":1772366282.5,"logger":"bucket","caller":"controller/controller.go:324","msg":"Reconciler error","controllerKind":"Bucket","Bucket":{"name":"blue","namespace":"shop"},"error":"AccessDenied: no","stacktrace":"a\nb"}`,
			logline.Line{At: at("2026-03-01T11:58:02.5Z"), Level: logline.Error, Message: "Reconciler error", Error: "AccessDenied: no", Fields: fields("controllerKind", "Bucket", "Bucket.name", "blue", "Bucket.namespace", "shop")},
			"Reconciler error: AccessDenied: no",
		},
		"zap, JSON, behind pod and container": {
			`[pod/op-1/manager] {"level":"error","msg":"Reconciler error","error":"no"}`,
			logline.Line{Level: logline.Error, Message: "Reconciler error", Error: "no"},
			"Reconciler error: no",
		},
		"a text before an object": {
			`cannot delete: {"level":"error","msg":"no"}`,
			logline.Line{Message: `cannot delete: {"level":"error","msg":"no"}`, Fields: fields("msg", "no")},
			`cannot delete: {"level":"error","msg":"no"}`,
		},
		"controller-runtime, for people": {
			"2026-03-01T11:58:02.123Z\tERROR\tcontroller-runtime.manager\tReconciler error\t{\"controller\": \"bucket\", \"namespace\": \"shop\", \"name\": \"blue\", \"error\": \"not empty\"}\nsigs.k8s.io/controller-runtime/x\n\t/go/pkg/x.go:1",
			logline.Line{At: at("2026-03-01T11:58:02.123Z"), Level: logline.Error, Message: "Reconciler error", Error: "not empty", Fields: fields("controller", "bucket", "namespace", "shop", "name", "blue")},
			"Reconciler error: not empty",
		},
		"zap, for people, with a caller": {
			"2026-03-01T13:58:02+02:00\tINFO\tsetup\tmain.go:3\tstarting manager",
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Info, Message: "starting manager"},
			"starting manager",
		},
		"slog, JSON": {
			`{"time":"2026-03-01T11:58:02.000000001Z","level":"WARN","source":{"function":"main.f","file":"m.go","line":3},"msg":"retrying","obj":{"ns":"shop"}}`,
			logline.Line{At: at("2026-03-01T11:58:02.000000001Z"), Level: logline.Warning, Message: "retrying", Fields: fields("obj.ns", "shop")},
			"retrying",
		},
		"slog, text": {
			`time=2026-03-01T11:58:02.000Z level=ERROR msg="cannot delete" err="it is protected" bucket=shop/blue`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "cannot delete", Error: "it is protected", Fields: fields("bucket", "shop/blue")},
			"cannot delete: it is protected",
		},
		"logrus, text": {
			`time="2026-03-01T11:58:02Z" level=error msg="Error syncing: \"quota\"" error="over quota" name=blue`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: `Error syncing: "quota"`, Error: "over quota", Fields: fields("name", "blue")},
			`Error syncing: "quota": over quota`,
		},
		"logrus, on a terminal": {
			"\x1b[31mERRO\x1b[0m[0012] cannot delete                                 bucket=blue error=\"not empty\"",
			logline.Line{Level: logline.Error, Message: "cannot delete", Error: "not empty", Fields: fields("bucket", "blue")},
			"cannot delete: not empty",
		},
		"go-kit": {
			`level=warn ts=2026-03-01T11:58:02.5Z caller=main.go:3 component=operator msg="sync failed" err="conflict" key=shop/blue`,
			logline.Line{At: at("2026-03-01T11:58:02.5Z"), Level: logline.Warning, Message: "sync failed", Error: "conflict", Fields: fields("component", "operator", "key", "shop/blue")},
			"sync failed: conflict",
		},
		"zerolog": {
			`{"level":"fatal","error":"no such host","time":1772366282,"message":"cannot start"}`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Fatal, Message: "cannot start", Error: "no such host"},
			"cannot start: no such host",
		},
		"hclog": {
			`{"@level":"error","@message":"delete failed","@timestamp":"2026-03-01T11:58:02.000000Z","error":"x"}`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "delete failed", Error: "x"},
			"delete failed: x",
		},
		"pino": {
			`{"level":50,"time":1772366282000,"pid":1,"hostname":"h","msg":"boom","err":{"type":"Error","message":"gone"}}`,
			logline.Line{At: at("2026-03-01T11:58:02Z"), Level: logline.Error, Message: "boom", Error: "gone", Fields: fields("err.type", "Error")},
			"boom: gone",
		},
		"Go's log": {
			"2026/03/01 11:58:02 error deleting shop/blue: not empty",
			logline.Line{At: at("2026-03-01T11:58:02Z"), Message: "error deleting shop/blue: not empty"},
			"error deleting shop/blue: not empty",
		},
		"kopf": {
			"[2026-03-01 11:58:02,123] kopf.objects         [ERROR   ] [shop/blue] Handler 'delete_fn' failed temporarily: not empty",
			logline.Line{At: at("2026-03-01T11:58:02.123Z"), Level: logline.Error, Message: "[shop/blue] Handler 'delete_fn' failed temporarily: not empty"},
			"[shop/blue] Handler 'delete_fn' failed temporarily: not empty",
		},
		"Java": {
			"2026-03-01 11:58:02.123  WARN 1 --- [main] o.e.Reconciler : retry of shop/blue",
			logline.Line{At: at("2026-03-01T11:58:02.123Z"), Level: logline.Warning, Message: "retry of shop/blue"},
			"retry of shop/blue",
		},
		"panic": {
			"panic: runtime error: invalid memory address",
			logline.Line{Level: logline.Fatal, Message: "panic: runtime error: invalid memory address"},
			"panic: runtime error: invalid memory address",
		},
		"a sentence that says error": {
			"there was no error at all",
			logline.Line{Message: "there was no error at all"},
			"there was no error at all",
		},
		"a torn object": {
			`{"level":"error","msg":"torn`,
			logline.Line{Level: logline.Error, Message: "torn"},
			"torn",
		},
		"whole, with dots in a string": {
			`{"level":"error","msg":"these are left: [a, b, ...]"}`,
			logline.Line{Level: logline.Error, Message: "these are left: [a, b, ...]"},
			"these are left: [a, b, ...]",
		},
		"members left out, with dots in a string": {
			`{"level":"error","msg":"left: [a, ...]","list":[1, ..., …],"spec":{...}, ....}`,
			logline.Line{Level: logline.Error, Message: "left: [a, ...]", Fields: fields("list", "[1]")},
			"left: [a, ...]",
		},
		"nothing": {"", logline.Line{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := logline.Parse(c.text, now)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if said := got.Said(); said != c.said {
				t.Errorf("says %q, want %q", said, c.said)
			}
		})
	}
}

// A line that leaves something out thousands of times takes work in proportion.
func TestElided(t *testing.T) {
	const parts = 5000
	text := `{"msg":"left","a":[` + strings.Repeat("[...],", parts) + "1"
	if took := testing.AllocsPerRun(1, func() { logline.Parse(text, now) }); took > 20*parts {
		t.Errorf("%.0f allocations", took)
	}
}

func TestContinues(t *testing.T) {
	lines := []string{"E0301 a err=<", "\tone", " > x", "next", "goroutine 1:", "\tf.go:1", "    deeper", "  Warning  DeleteFailed  5m46s  gears  the shaft is bent", "  Normal    Killing  68s (x2 over 2m)  kubelet  Stopping", "  Warning  DeleteFailed is told", "  Warning: it turns"}
	got := slices.DeleteFunc(slices.Clone(lines), logline.Continues)
	if want := []string{"E0301 a err=<", "next", "goroutine 1:", lines[7], lines[8]}; !slices.Equal(got, want) {
		t.Errorf("begin entries: %q, want %q", got, want)
	}
}

// What was thrown belongs to the line that says what was tried; the next line does not.
func TestParseEntry(t *testing.T) {
	for name, c := range map[string]struct {
		text, said string
		lines      int
	}{
		"Python":                     {"[2026-03-01 11:58:02,123] zorg [ERROR   ] [shop/blue] delete failed\nTraceback (most recent call last):\n  File \"a.py\", line 2\n    f()\nrequests.exceptions.ConnectionError: no route to vault\nnext", "zorg [shop/blue] delete failed: requests.exceptions.ConnectionError: no route to vault", 5},
		"Python, on top of another":  {"ERROR: delete failed\nTraceback (most recent call last):\n  File \"a.py\"\nKeyError: 'id'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"b.py\"\nacme.Denied: 403\nnext", "delete failed: acme.Denied: 403", 10},
		"Python alone":               {"Traceback (most recent call last):\n  File \"a.py\"\nFileNotFoundError: /etc/acme", "FileNotFoundError: /etc/acme", 3},
		"an object cut in a name":    {`{"level":"error","msg":"failed","error":"it is locked","err`, "failed: it is locked", 1},
		"an object cut behind one":   {`{"level":"error","msg":"failed","error":"it is locked","stack":`, "failed: it is locked", 1},
		"Python, its own place":      {"ERROR: delete failed\nTraceback (most recent call last):\n  File \"/usr/lib/python3/site-packages/zorg/run.py\", line 2, in run\n    f()\n  File \"/app/gear.py\", line 7, in release\n    vault.drop(name)\n  File \"/usr/lib/python3/site-packages/vault/api.py\", line 9, in drop\n    raise Denied(403)\nvault.Denied: 403\nnext", "delete failed: vault.Denied: 403, in release (/app/gear.py:7): vault.drop(name)", 9},
		"Python, cut off":            {"ERROR: delete failed\n Traceback (most recent call last):\nFile \"/usr/lib/python3.9/run.py\", line 2, in run\nresult = self.fn(\n File \"/app/gear.py\", line 7, in release\n vault.drop(name)\nFile \"/usr/lib/python3/site-packages/vault/api.py\", line 9, in drop\nself.ask(", "delete failed: in release (/app/gear.py:7): vault.drop(name)", 8},
		"Python, cut by an entry":    {"ERROR: delete failed\nTraceback (most recent call last):\n  File \"/app/gear.py\", line 7, in release\n[2026-03-01 11:58:02] next", "delete failed: in release (/app/gear.py:7)", 3},
		"Python, without its indent": {"ERROR: delete failed\nTraceback (most recent call last):\nFile \"/app/gear.py\", line 7, in release\nvault.drop(name)\nvault.Denied: 403\nnext", "delete failed: vault.Denied: 403, in release (/app/gear.py:7): vault.drop(name)", 5},
		"fields as Rust shows them":  {"failed: Api(ErrorResponse { status: \"Failure\", message: \"webhook \\\"v.acme.io\\\" denied it\", code: 403 }) (blue)\nnext", "failed: Api(webhook \"v.acme.io\" denied it) (blue)", 1},
		"the same fields again":      {"failed: it is locked: it is (ErrorResponse { status: \"Failure\", message: \"it is locked\", rea", "failed: it is locked: it is", 1},
		"Java":                       {"2026-03-01 11:58:02 ERROR c.a.Reconciler - cannot delete blue\njava.io.IOException: closed\n\tat a.B.c(B.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat d.E.f(E.java:2)\n2026-03-01 11:58:03 INFO next", "cannot delete blue: java.net.ConnectException: Connection refused", 5},
		"an object as Java shows it": {"2026-03-01 11:58:02 ERROR [c.a.R] (t-1) failed for ID{name='blue', namespace='shop'}\nnext", "failed for ID{name='blue', namespace='shop'}", 1},
		"fields of an error":         {"E0301 11:58:02.000000 1 c.go:1] Sync of blue failed: &errors.StatusError{ErrStatus:v1.Status{\nTypeMeta:v1.TypeMeta{Kind:\"\"},\nMessage:\"webhook \\\"v.acme.io\\\" denied it\",\nCode:403}}\nnext", "Sync of blue failed: webhook \"v.acme.io\" denied it", 4},
		"fields on one line":         {"failed: &errors.StatusError{ErrStatus:v1.Status{Status:\"Failure\", Message:\"it is locked\", Code:403}} (blue)\nnext", "failed: it is locked (blue)", 1},
		"other fields":               {"failed: &acme.Lock{Message:\"it is mine\"}\nnext", "failed: &acme.Lock{Message:\"it is mine\"}", 1},
		"cut fields, an entry":       {"failed: &errors.StatusError{ErrStatus:v1.Status{Message:\"it is locked\", Rea\nE0301 11:58:02.000000 1 c.go:1] next", "failed: it is locked", 1},
		"cut fields, an object":      {"failed: &errors.StatusError{ErrStatus:v1.Status{Message:\"it is locked\", Rea\n{\"msg\":\"next\"}", "failed: it is locked", 1},
		"cut fields, many lines":     {"failed: &errors.StatusError{ErrStatus:v1.Status{Message:\"it is locked\", Rea" + strings.Repeat("\nnext", 40), "failed: it is locked", 12},
		"fields that were cut":       {"failed: &errors.StatusError{ErrStatus:v1.Status{Message:\"it is locked\", Rea", "failed: it is locked", 1},
		"an error of its own":        {"starting\nValueError: bad\nnext", "starting", 1},
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(c.text, "\n")
			l, end := logline.ParseEntry(len(lines), func(i int) string { return lines[i] }, now)
			if l.Said() != c.said || end != c.lines {
				t.Errorf("says %q in %d lines, want %q in %d", l.Said(), end, c.said, c.lines)
			}
		})
	}
}

func TestAlike(t *testing.T) {
	a := logline.Alike("pod blue-1 of 3f2a9c1e-1111-4000-8000-000000000001 failed after 12.5s, attempt 3", "blue-1")
	b := logline.Alike("pod blue-1 of 9b2a9c1e-2222-4000-8000-000000000002 failed after 900ms, attempt 41", "blue-1")
	if strings.ReplaceAll(a, "#s", "#ms") != b {
		t.Errorf("%q and %q differ", a, b)
	}
	if c := logline.Alike("pod blue-2 failed", "blue-1"); c == logline.Alike("pod blue-1 failed", "blue-1") {
		t.Errorf("two objects are one: %q", c)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`E0301 11:58:02.123456       1 c.go:1] "x" err=<` + "\n\ta\n > b=c", `{"msg":"x","a":{"b":{"c":[1,{"d":2}]}}}`, "t\tERROR\tx\t{\"a\":1}",
		`time=1 level=error msg="`, "ERRO[0001] x  y=", "panic: ", "=", `a={"b":"}"}`,
		`{"@mt":"{0} {{ {Gear} {@Gear:x}","Gear":{"Name":"a"}}`, "fail: a.B[1]\n      x\n      a.BException: y\n         at a.B.c() in d.cs:line 1", "[2026-03-01 11:58:02] a.ERROR: x {\"exception\":\"[object] (B(code: 0): y at z:1)\"} []",
		"2026-03-01 11:58:02 [error ] x   [a.b] error='\\'y' z=1", "11:58:02 a=b [error] x\n** (A) b",
	} {
		f.Add(seed)
	}
	s := logline.Subject{Kinds: []string{"bucket"}, Namespace: "shop", Name: "blue", UID: "u-1", Finalizer: "x.io/y"}
	f.Fuzz(func(t *testing.T, text string) {
		l := logline.Parse(text, now)
		if again := logline.Parse(text, now); !cmp.Equal(l, again) {
			t.Error("read twice, it differs")
		}
		if s.In(&l) > logline.Perhaps && !strings.Contains(text, "blue") && !strings.Contains(text, "u-1") && !strings.Contains(text, `\`) {
			t.Errorf("names what it does not hold: %q", text)
		}
	})
}
