package sentence

import "testing"

func TestGoesFirst(t *testing.T) {
	for text, want := range map[string]bool{
		"hull.example/drydock has to be removed before the keel can be raised":     true,
		"waiting for finalizer hull.example/drydock to be removed":                 true,
		"keel stays until hull.example/drydock is gone":                            true,
		`finalizer "hull.example/drydock" still present`:                           true,
		"cannot remove hull.example/drydock: the dock is flooded":                  false,
		"failed after 3 retries to remove finalizer hull.example/drydock: no":      false,
		"finalizer hull.example/drydock still cannot be removed: AccessDenied":     false,
		"will retry after failing to remove hull.example/drydock: vpc-1 is in use": false,
		"waiting for vpc-1 to empty before removing hull.example/drydock":          false,
		"removing finalizer hull.example/drydock failed":                           false,
		"hull.example/drydock has to be removed by hand":                           false,
		"waits for the tide. hull.example/drydock cannot be removed":               false,
		"hull.example/drydock: waiting for the crane":                              false,
		"waiting for the crane, which nobody has seen since the morning":           false,
	} {
		if got := GoesFirst(text, "hull.example/drydock"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"waiting for hull.example/dry": true, `"hull.example/dry": no`: true, "hull.example/dry.": true,
		"waiting for hull.example/drydock": false, "hull.example/dry-2": false, "my.hull.example/dry": false, "hull.example/dry.two hull.example/dry": true, "": false,
	} {
		if got := Named(text, "hull.example/dry"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if GoesFirst("waiting for it", "") {
		t.Error("what has no name goes first")
	}
}
