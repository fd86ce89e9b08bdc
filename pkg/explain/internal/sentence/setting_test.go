package sentence

import "testing"

func TestSettingIn(t *testing.T) {
	for asked, want := range map[string]Setting{
		"annotate it with drum.example/accept-loss=true to go on": {"annotation", "drum.example/accept-loss", "true", "it"},
		"annotate drum.example/accept-loss=true":                  {"annotation", "drum.example/accept-loss", "true", ""},
		`annotate Drum band/d1 with "drum.example/go"="yes"`:      {"annotation", "drum.example/go", "yes", "Drum band/d1"},
		"annotate the object with go-on=now":                      {"annotation", "go-on", "now", "the object"},
		"label it drum.example/approved=yes":                      {"label", "drum.example/approved", "yes", "it"},
		"set the annotation drum.example/force to true":           {"annotation", "drum.example/force", "true", ""},
		`please add label "approved: true" to the Drum`:           {"label", "approved", "true", "the Drum"},
		"set annotation drum.example/force=yes to proceed":        {"annotation", "drum.example/force", "yes", ""},
		"set spec.force to true":                                  {"field", "spec.force", "true", ""},
		"set spec.deletion.protected=false on the Drum":           {"field", "spec.deletion.protected", "false", "the Drum"},
		`set the field "spec.replicas" to "0"`:                    {"field", "spec.replicas", "0", ""},
		"must be annotated with drum.example/go=true":             {"annotation", "drum.example/go", "true", ""},
		"unless it is labelled with drum.example/go=true":         {"label", "drum.example/go", "true", "it"},
		"annotate drum.example/go=true on the Band to go on":      {"annotation", "drum.example/go", "true", "the Band"},
		"the Band must be labelled with drum.example/go=true":     {"label", "drum.example/go", "true", "the Band"},
		"requires the annotation drum.example/go=true on Band b1": {"annotation", "drum.example/go", "true", "Band b1"},
		"it no longer needs the label drum.example/go=true":       {},
		"waits for the annotation drum.example/saved=true":        {},
		"it is annotated with drum.example/go=true":               {},
		"set it to true":                        {},
		"set status.force to true":              {},
		"set spec.force":                        {},
		"annotate it":                           {},
		"annotate it with what the manual says": {},
		"delete it first":                       {},
		"":                                      {},
	} {
		if got, plain := SettingIn(asked); got != want || plain != (want != Setting{}) {
			t.Errorf("%q: %+v, want %+v", asked, got, want)
		}
	}
}

func TestLoses(t *testing.T) {
	for text, want := range map[string]string{
		"deleting it would lose 3 snapshots; annotate it with a/b=true to go on": "deleting it would lose 3 snapshots",
		"12 items are not backed up; set spec.force to true to go on":            "12 items are not backed up",
		"cannot go on: all data will be lost. Label it a/b=yes":                  "all data will be lost",
		"deletion refused: data loss, annotate it with a/b=true":                 "data loss, annotate it with a/b=true",
		"no backup exists and all data would be lost; annotate it with a/b=true": "no backup exists and all data would be lost",
		"without a replica its data will be lost; annotate it with a/b=true":     "without a replica its data will be lost",
		"this will delete all data of the table; annotate it with a/b=true":      "this will delete all data of the table",
		"purges all backups; annotate it with a/b=true":                          "purges all backups",
		"an administrator has to confirm the deletion of 3 racks":                "an administrator has to confirm the deletion of 3 racks",
		"failed to delete volume v-1; annotate it with a/b=true":                 "",
		"no user data would be lost; annotate it with a/b=true":                  "",
		"without any data loss; annotate it with a/b=true":                       "",
		"nothing would delete data; annotate it with a/b=true":                   "",
		"no data will be lost; annotate it with a/b=true":                        "",
		"nothing would be lost by that; annotate it":                             "",
		"it would not lose anything; annotate it":                                "",
		"the connection was lost; annotate it":                                   "",
		"lost the lease; annotate it":                                            "",
		"not enough room; set spec.force to true":                                "",
		"": "",
	} {
		if got := Loses(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestRequests(t *testing.T) {
	for text, want := range map[string]string{
		"deleting it would lose 3 snapshots; annotate it with drum.example/accept-loss=true to go on": "annotate it with drum.example/accept-loss=true to go on",
		"update status: the belt has jammed; set spec.force to true":                                  "set spec.force to true",
		"the belt still turns, scale Deployment shop/belt to 0":                                       "scale Deployment shop/belt to 0",
		"the shelf is occupied. Delete Gear shop/g-1 first.":                                          "Delete Gear shop/g-1 first",
		"the belt has jammed; run: kubectl belt unjam g-1":                                            "run: kubectl belt unjam g-1",
		"will not go unless it is annotated with drum.example/go=true":                                "unless it is annotated with drum.example/go=true",
		"delete shelf s-1: the belt has jammed":                                                       "",
		"delete shelf s-1 returned code 7":                                                            "",
		"release belt; delete shelf s-1":                                                              "",
		"update status: wheel is bent":                                                                "",
		"run: exit status 1":                                                                          "",
		"error running kubectl delete -f /tmp/m.yaml: the belt has jammed":                            "",
		"failed to run helm uninstall reef: the belt has jammed":                                      "",
		"do not stop the belt or annotate it with drum.example/go=true":                               "",
		"the belt turns: never force it or set spec.force to true":                                    "",
		"cannot delete: awaiting annotation drum.example/saved=true":                                  "",
		"it does not need the annotation drum.example/go=true":                                        "",
		"the Band must be annotated with drum.example/go=true":                                        "the Band must be annotated with drum.example/go=true",
		"cleanup failed: 3 of 4 belts have jammed":                                                    "",
		"": "",
	} {
		if got := Requests(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
