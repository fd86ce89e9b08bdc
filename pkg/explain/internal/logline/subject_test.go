package logline_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

var bucket = logline.Subject{
	Kinds: []string{"Bucket", "bucket", "buckets"}, Namespace: "shop", Name: "blue",
	UID: "11111111-0000-4000-8000-000000000001", Others: []string{"acme-blue-7f"}, Finalizer: "acme.io/cleanup",
}

var space = logline.Subject{Kinds: []string{"Tenant", "tenant", "tenants"}, Name: "blue"}

func TestIn(t *testing.T) {
	for _, c := range []struct {
		subject *logline.Subject
		text    string
		want    logline.Naming
	}{
		{&bucket, `syncing shop/blue: not empty`, logline.Surely},
		{&bucket, `error syncing "shop/blue", requeuing.`, logline.Surely},
		{&bucket, `cannot finalize shop/blue.`, logline.Surely},
		{&bucket, `Bucket/shop/blue is protected`, logline.Surely},
		{&bucket, `syncing shop/blue-2`, logline.Not},
		{&bucket, `syncing shop/blue.old`, logline.Not},
		{&bucket, `syncing workshop/blue`, logline.Not},
		{&bucket, `syncing test/blue`, logline.Not},
		{&bucket, `2026-02-01T10:00:00.1Z ERROR reconciling object{object.ref=Bucket.v1.acme.io/blue.shop object.reason=retry}: it is not empty`, logline.Surely},
		{&bucket, `2026-02-01T10:00:00.1Z WARN it is not empty object.ref=Bucket.v1.acme.io/blue.test`, logline.Not},
		{&bucket, `2026-02-01T10:00:00.1Z WARN it is not empty object.ref=Secret.v1./blue.shop`, logline.Perhaps},
		{&bucket, `2026-02-01T10:00:00.1Z WARN Bucket shop/blue must be emptied first object.ref=Store.v1.acme.io/main.shop`, logline.Perhaps},
		{&bucket, `2026-02-01T10:00:00.1Z WARN Bucket shop/blue cannot be emptied object.ref=Store.v1.acme.io/main.shop`, logline.Surely},
		{&bucket, `Secret/shop/blue is gone`, logline.Perhaps},
		{&bucket, `bucket "blue" in namespace "shop" is not empty`, logline.Surely},
		{&bucket, `bucket "blue" in namespace "test" is not empty`, logline.Not},
		{&bucket, `bucket blue is not empty`, logline.Nearly},
		{&bucket, `bucket blue-2 is not empty`, logline.Not},
		{&bucket, `the sky is blue`, logline.Not},
		{&bucket, `DELETE https://10.0.0.1/apis/acme.io/v1/namespaces/shop/buckets/blue 409`, logline.Surely},
		{&bucket, `DELETE https://10.0.0.1/apis/acme.io/v1/namespaces/test/buckets/blue 409`, logline.Not},
		{&bucket, `object 11111111-0000-4000-8000-000000000001 is locked`, logline.Surely},
		{&bucket, `DeleteBucket acme-blue-7f: BucketNotEmpty`, logline.Surely},
		{&bucket, `DeleteBucket acme-blue-7f2: BucketNotEmpty`, logline.Not},
		{&bucket, `removing acme.io/cleanup failed`, logline.Perhaps},
		{&bucket, `removing acme.io/cleanup-all failed`, logline.Not},
		{&bucket, `level=error msg=x namespace=shop name=blue`, logline.Surely},
		{&bucket, `level=error msg=x namespace=shop bucket=blue`, logline.Surely},
		{&bucket, `level=error msg=x bucket=blue`, logline.Nearly},
		{&bucket, `level=error msg=x namespace=test bucket=blue`, logline.Not},
		{&bucket, `level=error msg=x user=blue`, logline.Not},
		{&bucket, `level=error msg=x bucket=blue-2`, logline.Not},
		{&space, `{"msg":"x","controller":"tenant","request":"/blue"}`, logline.Surely},
		{&space, `{"msg":"x","controller":"bucket","request":"/blue"}`, logline.Perhaps},
		{&space, `{"msg":"x","controller":"tenant","request":"/blue-2"}`, logline.Not},
		{&space, `{"level":"info","msg":"some are still members","tenant":"blue"}`, logline.Surely},
		{&logline.Subject{Kinds: []string{"Node", "node"}, Name: "blue"}, `level=error msg="cannot sync volume v1" node=blue`, logline.Not},
		{&bucket, `level=error msg=x namespace=shop name=blue finalizer=acme.io/cleanup`, logline.Surely},
		{&bucket, `level=error msg=x namespace=test name=blue`, logline.Not},
		{&bucket, `level=error msg=x namespace=test name=blue finalizer=acme.io/cleanup`, logline.Not},
		{&bucket, `level=error msg="bucket blue" namespace=test name=blue`, logline.Not},
		{&bucket, `level=error msg=x namespace=shop name=blue-2`, logline.Not},
		{&bucket, `level=error msg=x key=shop/blue`, logline.Surely},
		{&bucket, `level=error msg=x kind=Secret namespace=shop name=blue`, logline.Perhaps},
		{&bucket, `level=error msg=x kind=acme.io/v1/Bucket namespace=shop name=blue`, logline.Surely},
		{&bucket, `{"msg":"x","controllerKind":"Bucket","Bucket":{"name":"blue","namespace":"shop"},"namespace":"shop","name":"blue"}`, logline.Surely},
		{&bucket, `{"msg":"x","Bucket":{"name":"blue","namespace":"test"}}`, logline.Not},
		{&bucket, `{"msg":"x","Secret":{"name":"blue","namespace":"shop"}}`, logline.Perhaps},
		{&bucket, `{"msg":"x","request":{"name":"blue","namespace":"shop"}}`, logline.Surely},
		{&bucket, `{"name":"op","hostname":"h","pid":1,"level":50,"msg":"cannot delete bucket blue"}`, logline.Nearly},
		{&bucket, `{"hostname":"h","pid":1,"level":50,"msg":"cannot delete it","name":"blue","namespace":"shop"}`, logline.Surely},
		{&bucket, `{"log.level":"ERROR","message":"cannot delete bucket blue","service.name":"op","process.thread.name":"main"}`, logline.Nearly},
		{&bucket, `{"level":"WARN","message":"cannot delete bucket blue","span":{"name":"reconciling object"}}`, logline.Nearly},
		{&bucket, `{"@mt":"Could not drop {Bucket}","@l":"Error","Bucket":"shop/blue"}`, logline.Surely},
		{&bucket, `{"@mt":"Could not drop {Bucket}","@l":"Error","Bucket":"test/blue"}`, logline.Not},
		{&bucket, "2026-03-01 11:58:02 [error    ] cannot drop it                 [op.drop] error='it is locked' bucket=blue namespace=shop", logline.Surely},
		{&bucket, `{"msg":"x","bucketName":"blue","bucketNamespace":"shop"}`, logline.Surely},
		{&bucket, `{"msg":"x","Request.Namespace":"shop","Request.Name":"blue"}`, logline.Surely},
		{&bucket, `{"msg":"x","resource":"bucket","object":{"metadata":{"name":"blue","namespace":"shop"}}}`, logline.Surely},
		{&bucket, `E0301 11:58:02.123456       1 c.go:1] "x" bucket="shop/blue"`, logline.Surely},
		{&bucket, `E0301 11:58:02.123456       1 c.go:1] "x" bucket="shop/blue2"`, logline.Not},
		{&bucket, `[2026-03-01 11:58:02,123] kopf.objects [ERROR   ] [shop/blue] failed`, logline.Surely},
		{&space, `tenant blue still has 3 users`, logline.Surely},
		{&space, `Tenant "blue-2" still has 3 users`, logline.Not},
		{&space, `{"msg":"x","Tenant":{"name":"blue"}}`, logline.Surely},
		{&space, `{"msg":"x","tenant":"y","name":"blue"}`, logline.Perhaps},
		{&space, `{"msg":"x","controllerKind":"Tenant","name":"blue","namespace":""}`, logline.Surely},
		{&space, `{"msg":"x","controllerKind":"Bucket","name":"blue","namespace":"shop"}`, logline.Not},
	} {
		l := logline.Parse(c.text, now)
		if got := c.subject.In(&l); got != c.want {
			t.Errorf("%s/%s in %s: %d, want %d (%+v)", c.subject.Namespace, c.subject.Name, c.text, got, c.want, l.Fields)
		}
	}
}
