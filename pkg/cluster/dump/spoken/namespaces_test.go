package spoken

import (
	"strings"
	"testing"
)

// TestNamespacesSaid finds the namespaces that sentences speak of, and takes no plain word for one.
func TestNamespacesSaid(t *testing.T) {
	for line, want := range map[string]string{
		"It is stuck in bpfman namespace in terminating state due to namespace finalizers.": "bpfman",
		"Below are the shop namespace conditions":                                           "shop",
		"the `shop` namespace hangs":                                                        "shop",
		"Namespace shop is stuck":                                                           "shop",
		"I deleted namespace **shop** and it stays":                                         "shop",
		"the namespace \"shop-1\", which goes":                                              "shop-1",
		"deletion of namespace shop-1 with all in it":                                       "shop-1",
		"I want to delete the namespace shop.":                                              "shop",
		"$ kubectl delete namespace shop":                                                   "shop",
		"I deleted namespace shop and it stays":                                             "shop",
		"Deleting namespace shop never ends":                                                "shop",
		"Every deleted namespace goes to Terminating":                                       "",
		"Each deleted namespace lingers for days":                                           "",
		"the deleted namespace cannot be listed":                                            "",
		"Our terminating namespace keeps its quota":                                         "",
		"then the namespace gets stuck":                                                     "",
		"It leaves namespace stuck in Terminating":                                          "",
		"the operator creates namespace after namespace":                                    "",
		"the `goes` namespace hangs":                                                        "goes",
		"I see the namespace logs":                                                          "",
		"the shop namespace waits for the other-1 namespace":                                "shop other-1",
		"the namespace controller says nothing":                                             "",
		"The stuck namespace is in the state Terminating":                                   "",
		"this namespace is stuck":                                                           "",
		"My namespace stays":                                                                "",
		"see /api/v1/namespaces/shop/finalize":                                              "",
		"E0101 10:00:00.000000  1 a.go:1] the shop namespace is":                            "",
	} {
		if got := strings.Join(NamespacesSaid(line), " "); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}
