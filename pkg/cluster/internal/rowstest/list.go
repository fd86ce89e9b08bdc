package rowstest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/types"
)

// Serializer returns the ordinary serializer of protocol buffers, which knows
// the kinds of meta.k8s.io and Status.
func Serializer(tb testing.TB) *protobuf.Serializer {
	tb.Helper()
	scheme := runtime.NewScheme()
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	if err := metav1.AddMetaToScheme(scheme); err != nil {
		tb.Fatal(err)
	}
	return protobuf.NewSerializer(scheme, scheme)
}

// Encode returns an object as the API server sends it in protocol buffers.
func Encode(tb testing.TB, obj runtime.Object) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := Serializer(tb).Encode(obj, &b); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// List makes a list of the objects.
func List(items ...metav1.ObjectMeta) *metav1.PartialObjectMetadataList {
	list := &metav1.PartialObjectMetadataList{
		TypeMeta: metav1.TypeMeta{APIVersion: "meta.k8s.io/v1", Kind: "PartialObjectMetadataList"},
		ListMeta: metav1.ListMeta{ResourceVersion: "123"},
	}
	for _, m := range items {
		list.Items = append(list.Items, metav1.PartialObjectMetadata{ObjectMeta: m})
	}
	return list
}

// Items makes lists that look like those of real clusters.
func Items(seed uint64, n int) []metav1.ObjectMeta {
	random := rand.New(rand.NewPCG(seed, 0))
	items := make([]metav1.ObjectMeta, n)
	for i := range items {
		items[i] = randomMeta(random, i)
	}
	return items
}

func randomMeta(random *rand.Rand, i int) metav1.ObjectMeta {
	one := func(of int) bool { return random.IntN(of) == 0 }
	yes, no := true, false
	m := metav1.ObjectMeta{
		Name:              fmt.Sprintf("web-%d-%s", i, strings.Repeat("x", random.IntN(40))),
		UID:               types.UID(fmt.Sprintf("%08x-0000-4000-8000-%012x", random.Uint32(), i)),
		ResourceVersion:   fmt.Sprint(random.Uint32()),
		CreationTimestamp: metav1.NewTime(time.Unix(1_600_000_000+int64(i), 0).UTC()),
		Generation:        int64(random.IntN(5)),
		Labels:            map[string]string{"app": "web", "pod-template-hash": "abcdef", "tier": strings.Repeat("é", random.IntN(3))},
		ManagedFields: []metav1.ManagedFieldsEntry{{
			Manager: "kube-controller-manager", Operation: "Update", APIVersion: "v1", FieldsType: "FieldsV1",
			FieldsV1: metav1.NewFieldsV1(`{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"f:containers":{` + strings.Repeat(`"k:{}":{".":{}},`, random.IntN(60)) + `"f:x":{}}}}`),
		}},
	}
	if !one(4) {
		m.Namespace = fmt.Sprintf("shop-%d", random.IntN(3))
	}
	if one(3) {
		deleted := metav1.NewTime(time.Unix(1_700_000_000-int64(random.IntN(9)), 0).UTC())
		m.DeletionTimestamp = &deleted
		grace := []int64{0, 30, -1}[random.IntN(3)]
		m.DeletionGracePeriodSeconds = &grace
		m.Finalizers = []string{"kubernetes.io/pvc-protection", "foregroundDeletion", "example.com/ä"}[:random.IntN(4)]
	}
	for range random.IntN(3) {
		owner := metav1.OwnerReference{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: "web", UID: types.UID(fmt.Sprint("rs-", random.IntN(9)))}
		owner.Controller = []*bool{nil, &yes, &no}[random.IntN(3)]
		owner.BlockOwnerDeletion = []*bool{nil, &yes, &no}[random.IntN(3)]
		m.OwnerReferences = append(m.OwnerReferences, owner)
	}
	if one(3) {
		m.Annotations = map[string]string{"note": "n" + strings.Repeat("o", random.IntN(200)), "empty": "", "other": "x"}
	}
	if one(9) {
		m.Labels["crossplane.io/composite"] = "xr"
		m.Labels[""] = "no key"
		m.GenerateName = "web-"
	}
	return m
}
