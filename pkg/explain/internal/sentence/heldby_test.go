package sentence

import "testing"

func TestHeldBy(t *testing.T) {
	for text, want := range map[string][2]string{
		"retracting gear: arm 7 is pinned by Escapement celest/esc-2":                   {"arm 7", "Escapement celest/esc-2"},
		"sluice API answered 423 Locked: gate g-4 locked by maintenance ticket OPS-311": {"gate g-4", "maintenance ticket OPS-311"},
		"lock ConfigMap pier/anchor-lock is held by session bob":                        {"lock ConfigMap pier/anchor-lock", "session bob"},
		"replica 2: lock held by session 0x9":                                           {"the lock", "session 0x9"},
		"3 leases are still held by client c-1, c-2":                                    {"3 leases", "client c-1"},
		"cannot drain, as berth 4 is still occupied by ship Aurora until tomorrow":      {"berth 4", "ship Aurora"},
		"the vault is in use by exporter-2 (pid 81)":                                    {"the vault", "exporter-2"},
		"it is held by exporter-2":                                                      {"it", "exporter-2"},
		"it was not removed, since its already in use by exporter-2":                    {"it", "exporter-2"},
		"its disk is in use by exporter-2":                                              {"its disk", "exporter-2"},
		"session 7 still holds the lock of shelf 3":                                     {"lock of shelf 3", "session 7"},
		`volume is referenced by "snap-1"`:                                              {"the volume", `"snap-1"`},
		"the lock was held by session 7 and is free again":                              {},
		"the lock is no longer held by session 7":                                       {},
		"the lock is not held by session 7":                                             {},
		"lease gear-lock is held by gear-operator-7d":                                   {},
		"gear g1 is still used by 0 clients":                                            {},
		"the port is used by default":                                                   {},
		"Object is being used by following Cluster(s): shop/db":                         {},
		"deletion is held by the finalizer a.example/b":                                 {},
		"the object still has 3 children":                                               {},
		"held by":                                                                       {},
		"":                                                                              {},
	} {
		what, by := HeldBy(text)
		if got := [2]string{what, by}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
