package dump

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestKin takes the UID by which others call an object their owner for its own, where it tells none and they agree.
func TestKin(t *testing.T) {
	gear := func(meta string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n" + meta
	}
	part := func(name, namespace, kind, uid string) string {
		return "---\napiVersion: zorg.io/v1\nkind: Shaft\nmetadata:\n  name: " + name + "\n  namespace: " + namespace + "\n  ownerReferences: [{apiVersion: zorg.io/v1beta1, kind: " + kind + ", name: g1, uid: " + uid + "}]\n"
	}
	for name, tt := range map[string]struct{ text, want string }{
		"told by another":      {gear("") + part("s1", "shop", "Gear", "u1"), "u1"},
		"told by two":          {gear("") + part("s1", "shop", "Gear", "u1") + part("s2", "shop", "Gear", "u1"), "u1"},
		"who do not agree":     {gear("") + part("s1", "shop", "Gear", "u1") + part("s2", "shop", "Gear", "u2"), ""},
		"its own":              {gear("  uid: u3\n") + part("s1", "shop", "Gear", "u1"), "u3"},
		"in another namespace": {gear("") + part("s1", "mill", "Gear", "u1"), ""},
		"of another kind":      {gear("") + part("s1", "shop", "Box", "u1"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(gearsOf(t, d)[0].GetUID()); got != tt.want {
				t.Errorf("the UID is %q and not %q", got, tt.want)
			}
		})
	}
}

// TestRowsAkin adds what a table shows on its way out beside an object that goes only where one of the two names the other.
func TestRowsAkin(t *testing.T) {
	const claims = "$ kubectl get pvc -n shop\nNAME   STATUS        VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   AGE\nc1     Terminating   pv-1     1Gi        RWO            fast           3d\nc2     Terminating   pv-2     1Gi        RWO            fast           3d\nc3     Bound         pv-1     1Gi        RWO            fast           3d\n"
	const pods = "$ kubectl get pods -n shop\nNAME   READY   STATUS        RESTARTS   AGE\nweb    1/1     Terminating   0          3d\n"
	volume := func(spec string) string {
		return "$ kubectl get pv pv-1 -o yaml\napiVersion: v1\nkind: PersistentVolume\nmetadata:\n  name: pv-1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [kubernetes.io/pv-protection]\n" + spec
	}
	const own = "PersistentVolume /pv-1 [kubernetes.io/pv-protection]"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"the row names it":  {claims + pods + volume(""), []string{own, "PersistentVolumeClaim shop/c1 [FINALIZER]"}},
		"it names the row":  {claims + pods + strings.ReplaceAll(volume("spec: {claimRef: {kind: PersistentVolumeClaim, namespace: shop, name: c2}}\n"), "pv-1", "pv-9"), []string{strings.ReplaceAll(own, "pv-1", "pv-9"), "PersistentVolumeClaim shop/c2 [FINALIZER]"}},
		"neither names any": {claims + pods + strings.ReplaceAll(volume(""), "pv-1", "pv-9"), []string{strings.ReplaceAll(own, "pv-1", "pv-9")}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
