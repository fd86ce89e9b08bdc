package logline_test

import (
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// TestSpeaksOf tells whom a line is about by how it begins, and never by what it names further on, by an answer of the
// API server, or by what is no kind.
func TestSpeaksOf(t *testing.T) {
	for text, want := range map[string]string{
		`2026-02-01 10:00:00.1 E | gear-controller: failed to reconcile GearBox "shop/blue". it is bent`: "GearBox shop/blue",
		`E0201 10:00:00.000000       1 gear.go:7] Error syncing GearBox shop/blue: it is bent`:           "GearBox shop/blue",
		`level=error msg="GearBox \"shop/blue\" will not be deleted until it is empty"`:                  "GearBox shop/blue",
		`level=error msg="GearBox \"blue\" still has 3 shafts"`:                                          "GearBox /blue",
		`level=error msg="Secret shop/blue is in use"`:                                                   "Secret shop/blue",
		`level=error msg="reconcile failed" kind=Gear namespace=shop name=red`:                           "Gear shop/red",
		`level=error msg="GearBox shop/blue is bent" kind=Gear namespace=shop name=red`:                  "Gear shop/red",
		`level=error msg="failed to delete Secret \"shop/blue\": it is locked"`:                          " /",
		`level=error msg="Secret \"blue\" not found"`:                                                    " /",
		`level=error msg="Pod \"blue\" is forbidden: exceeded quota"`:                                    " /",
		`level=error msg="GearBox \"blue\" is invalid: spec: Required value"`:                            " /",
		`level=error msg="it waits, for GearBox \"shop/blue\" is bent"`:                                  " /",
		`level=error msg="failed to reconcile object shop/blue"`:                                         " /",
		`level=error msg="Reconciling Request shop/blue"`:                                                " /",
		`level=error msg="failed to reconcile the bent ones"`:                                            " /",
	} {
		l := logline.Parse(text, time.Time{})
		if kind, namespace, name := l.SpeaksOf(); kind+" "+namespace+"/"+name != want {
			t.Errorf("%s\nis about %s %s/%s, want %s", text, kind, namespace, name, want)
		}
	}
}
