package spoken

import "testing"

// TestGroupOf tells the group of a kind by how lines show it elsewhere, and not of another kind, of a host or where they
// show several.
func TestGroupOf(t *testing.T) {
	for name, tt := range map[string]struct {
		lines         []string
		group, spells string
	}{
		"a conflict of a client":   {[]string{"existing_kind: ops.zorg.io/v1beta1, Kind=GearBox, new_kind: ops.zorg.io/v1beta1, Kind=GearBox"}, "ops.zorg.io", "GearBox"},
		"the field of a log":       {[]string{`level=error gvk="ops.zorg.io/v1, Kind=GearBox" msg="it is bent"`}, "ops.zorg.io", "GearBox"},
		"a kind that is not known": {[]string{`no matches for kind "GearBox" in version "ops.zorg.io/v1"`}, "ops.zorg.io", "GearBox"},
		"spelled in two ways":      {[]string{`gvk="ops.zorg.io/v1, Kind=gearbox"`, `gvk="ops.zorg.io/v1, Kind=GearBox"`, `no matches for kind "gearbox" in version "ops.zorg.io/v1"`}, "ops.zorg.io", "GearBox"},
		"spelled in small letters": {[]string{`no matches for kind "gearbox" in version "ops.zorg.io/v1"`}, "ops.zorg.io", "gearbox"},
		"a type":                   {[]string{"the `gearboxes.ops.zorg.io` are stuck"}, "ops.zorg.io", ""},
		"a type in a log":          {[]string{"E0301 10:00:00.000000       1 g.go:1] failed to list gearboxes.ops.zorg.io: bent"}, "ops.zorg.io", ""},
		"a type in a command":      {[]string{"$ kubectl -n shop delete --wait=false gearboxes.ops.zorg.io g1"}, "ops.zorg.io", ""},
		"an answer":                {[]string{`Error from server (NotFound): gearboxes.ops.zorg.io "g1" not found`}, "ops.zorg.io", ""},
		"the CRD":                  {[]string{"We have the CRD gearboxes.ops.zorg.io since May"}, "ops.zorg.io", ""},
		"a sentence":               {[]string{"Its data is at gearboxes.s3.zorgcloud.com, gearboxes.s3.zorgcloud.com is slow"}, "", ""},
		"what was there":           {[]string{"We removed gearboxes.oldcorp.io and their operator years ago."}, "", ""},
		"a host as code":           {[]string{"Its data is at `gearboxes.zorgcloud.com`", "The docs: `gearboxes.zorgcloud.com`", "our host is \"gearboxes.zorgcloud.com\""}, "", ""},
		"a host in a log":          {[]string{"E0301 10:00:00.000000       1 g.go:1] cannot talk to gearboxes.zorgcloud.com: bent"}, "", ""},
		"a definition":             {[]string{`customresourcedefinition "gearboxes.ops.zorg.io" deleted`}, "ops.zorg.io", ""},
		"the end of a sentence":    {[]string{"It has the CRD gearboxes.ops.zorg.io."}, "ops.zorg.io", ""},
		"another kind":             {[]string{"ops.zorg.io/v1, Kind=Mill", "mills.ops.zorg.io"}, "", ""},
		"a longer kind":            {[]string{"ops.zorg.io/v1, Kind=GearBoxSet"}, "", ""},
		"two groups":               {[]string{"ops.zorg.io/v1, Kind=GearBox", "`gearboxes.brak.dev.io`"}, "", ""},
		"a host":                   {[]string{"dial tcp: lookup gearboxes.shop.svc: no such host", "https://gearboxes.ops.zorg.io/x", "gearboxes.ops.zorg.io:443"}, "", ""},
		"a host of the cluster":    {[]string{"calls gearboxes.shop.svc.cluster.local now"}, "", ""},
		"a pod":                    {[]string{"gearbox.ops.zorg.io-7b6d"}, "", ""},
		"nothing":                  {nil, "", ""},
	} {
		group, spells := GroupOf("Gearbox", tt.lines)
		if group != tt.group || spells != tt.spells {
			t.Errorf("%s: %q %q, want %q %q", name, group, spells, tt.group, tt.spells)
		}
	}
	if group, _ := GroupOf("", []string{"s.ops.zorg.io"}); group != "" {
		t.Errorf("no kind is of %s", group)
	}
}
