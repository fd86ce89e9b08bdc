package sentence

import (
	"slices"
	"strings"
	"testing"
)

// TestStatesIn hears how things are by what a person writes, and takes no question, no plan, no advice, no denial, no
// supposition and nothing that was mended since for that.
func TestStatesIn(t *testing.T) {
	names := map[Condition]string{IsGone: "gone", IsDown: "down", IsOff: "off"}
	for _, c := range []struct{ text, want string }{
		{"Also I do not have a rack controller, only the gear is there", "gone rack controller"},
		{"There is no rack controller in the cluster", "gone rack controller"},
		{"We no longer have the mill operator", "gone mill operator"},
		{"I deleted the namespaces `mill` and `rack`, along with all of it", "gone namespaces mill"},
		{"The plan fails because the Acme shaft object that it refers to has already been deleted:", "gone Acme shaft"},
		{"When I delete a gear and a mill, the hosted mill is deleted successfully, but the gear is stuck", "gone hosted mill"},
		{"The mill is gone by now", "gone mill"},
		{"When I delete a gear and a mill, the hosted mill is deleted all right, but the gear is stuck", "gone hosted mill"},
		{"The mill is removed without any problems, the gear is not", "gone mill"},
		{"Our test mills are deleted fine; the others are not", ""},
		{"The mill is deleted correctly if the operator is older", ""},
		{"If the operator is older, the mill is deleted fine.", ""},
		{"Normally the mill is deleted fine, but the gear hangs.", ""},
		{"It cannot be done, since the mill is no more, so it fails", "gone mill"},
		{"Gears hang when the old mill no longer exists", "gone mill"},
		{"Things (Gear, Shaft) cannot be deleted when the objects behind them no longer exist", ""},
		{"The mill is deleted as well", ""},
		{"Is the mill deleted without problems?", ""},
		{"The mill is no more than a year old", ""},
		{"The rack operator is not installed.", "gone rack operator"},
		{"The rack does not exist any more", "gone rack"},
		{"The whole workload cluster was destroyed before", "gone workload cluster"},
		{"Gears are blocked forever by not-ready mills", "down mills"},
		{"The mill is not running, so the gear stays", "down mill"},
		{"The rack has been down for days", ""},
		{"One of the racks is unreachable", ""},
		{"We shut down the mill last week", "down mill"},
		{"enableMill: true -> false", "off enableMill"},
		{"I changed enableMill from true to false", "off enableMill"},
		{"I disabled the mill plugin yesterday", "off mill plugin"},
		{"The mill was switched off before", "off mill"},
		{"**Steps to reproduce:**\nEnable the mill.\nDelete the racks/mill.\n\n**Result:**\nDelete the gear by hand.", "gone racks/mill"},
		{"Delete the racks/mill.", ""},
		{"**How reproducible**\n- install it with:\nIt runs.\n", ""},
		{"**How reproducible**\n- make a shop with:\n$ mill | sh\n\nThen remove the Acme operator by removing its racks", "gone Acme operator"},
		{"How reproducible: always.\nIt hangs each time.\nDelete the Acme operator.", ""},
		{"**How reproducible**\n\n100 %\n\nDelete the Acme operator.", ""},
		{"**How reproducible:**\n- Always\n\nDelete the Acme operator.", ""},
		{"Steps to reproduce\n1. Make a gear\n- Workaround:\nUninstall the Acme operator.", ""},
		{"Steps to reproduce\n1. Make a gear\n2. To get rid of it:\nUninstall the Acme operator.", ""},
		{"Steps to reproduce\n1. Make a gear\n- Other people do:\nUninstall the Acme operator.", ""},
		{"Steps to reproduce\n1. Make a gear\nFix\n1. Uninstall the Acme operator.", ""},
		{"Steps to reproduce\n1. Make a gear with:\n2. Uninstall the Acme operator.", "gone Acme operator"},
		{"After the Acme operator was installed and then cleaned up:", "gone Acme operator"},
		{"The Acme operator was installed, but later removed.", "gone Acme operator"},
		{"The Acme operator was installed and then configured", ""},
		{"Was the Acme operator installed and then cleaned up?", ""},
		{"If the Acme operator was installed and then cleaned up, the gear hangs", ""},
		{"Is the rack controller not installed?", ""},
		{"If the rack controller is not installed, the gear hangs", ""},
		{"When the rack controller is not running, the gear hangs", ""},
		{"I will delete the rack operator", ""},
		{"I want to reinstall it since the rack operator should have been removed", ""},
		{"I have not deleted the rack operator", ""},
		{"The rack operator was not deleted", ""},
		{"The rack operator is running", ""},
		{"I deleted the rack operator and then reinstalled it", ""},
		{"I deleted the rack operator.\nLater I installed it, and it is back again.", ""},
		{"I deleted the mill. The mill is running now.", ""},
		{"I deleted the mill. The rack is running.", "gone mill"},
		{"The mill was brought back", ""},
		{"Another mill was deleted", ""},
		{"The mill was deleted, but it is still there", ""},
		{"The mill was deleted and is still present.", ""},
		{"The mill was deleted, yet it remains.", ""},
		{"The mill was deleted. But it is still listed.", ""},
		{"The mill was deleted, but the gear is still there", "gone mill"},
		{"The mill was deleted. The gear still hangs.", "gone mill"},
		{"The mill was deleted. But the mill is still Terminating.", ""},
		{"As a workaround I deleted the mill", ""},
		{"You can see it after you deleted the mill", ""},
		{"It happens even if the mill was deleted", ""},
		{"I deleted it", ""},
		{"I deleted all of them", ""},
		{"enableMill: false", ""},
		{`level=info msg="the rack operator was deleted"`, ""},
		{"", ""},
	} {
		var got []string
		for _, s := range StatesIn(strings.Split(c.text, "\n")) {
			got = append(got, names[s.Is]+" "+s.Thing)
		}
		if !slices.Equal(got, strings.FieldsFunc(c.want, func(r rune) bool { return r == ',' })) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestEndedNow hears of what a person tells last that it is gone by now, and not of what was only asked to go, was ended by
// force, or goes on all the same.
func TestEndedNow(t *testing.T) {
	for text, want := range map[string]string{
		"Solved: after I started the operator again the gear was deleted.": "gear",
		"Update: resolved, the gear got deleted.":                          "gear",
		"We added the right, and now the gear is gone.":                    "gear",
		"The gear is gone by now.":                                         "gear",
		"The gear was finally deleted.":                                    "gear",
		"The gear was deleted.":                                            "",
		"Now the gear was deleted, but it hangs.":                          "",
		"The gear is gone now.\nThe next one still hangs.":                 "",
		"I removed the finalizer, and now the gear is gone.":               "",
		"Is the gear gone now?":                                            "",
		"If the gear is gone now, all is well.":                            "",
		"Expected: the gear is deleted now.":                               "",
		"This was solved in release 2.":                                    "",
	} {
		got := ""
		for _, s := range EndedNow(strings.Split(text, "\n")) {
			got += s.Thing
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestToldIn finds in a text what it tells of a thing, in the part where it is so.
func TestToldIn(t *testing.T) {
	for _, c := range []struct {
		is          Condition
		thing, text string
		head        string
	}{
		{IsGone, "racks/mill", "that Mill went without a clean-up, as by force: then nobody takes it off", "mill"},
		{IsGone, "rack controller", "the mark is missing: the Rack was not deleted with it, or the rack-controller, which alone sets it, is not installed", "controller"},
		{IsDown, "mills", "a member mill is not reachable or not ready, or serves no such kind: then it does not get that far", "mill"},
		{IsOff, "enableMill", "milling was turned off in the plugin (enableMill) while gears were there: turn it on again", "enablemill"},
		{IsGone, "mills", "a member mill is not reachable", ""},
		{IsGone, "rack", "the mill was uninstalled", ""},
		{IsDown, "mill", "the rack is not ready while the mill turns", ""},
	} {
		if _, head, _ := (State{Is: c.is, Thing: c.thing}).ToldIn(c.text); head != c.head {
			t.Errorf("%s in %q: got %q, want %q", c.thing, c.text, head, c.head)
		}
	}
}
