package sentence_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// TestAccount takes what people tell of what they have done and seen for that, in the shortest form, and nothing that they
// only suppose, ask, deny or tell of something else.
func TestAccount(t *testing.T) {
	things := func(told func([]string) []sentence.State) func([]string) string {
		return func(lines []string) string {
			for _, s := range told(lines) {
				return s.Thing + ": " + s.Said
			}
			return ""
		}
	}
	gear := func(said string) bool { return strings.Contains(said, "gear") && !strings.Contains(said, "gearlet") }
	forms := map[string]func(lines []string) string{
		"not listed": func(lines []string) string {
			said, _ := sentence.NotListed(lines, func(word string) bool { return word == "tooth-7" })
			return said
		},
		"force": sentence.LeftByForce, "unheeded": func(lines []string) string { return sentence.Unheeded(lines, gear) },
		"never finished": func(lines []string) string { return sentence.NeverFinished(lines, gear) },
		"never made":     func(lines []string) string { return sentence.NeverMade(lines, gear, true) },
		"one of some":    func(lines []string) string { return sentence.NeverMade(lines, gear, false) },
		"back":           things(sentence.BroughtBack),
		"before":         things(func(lines []string) []sentence.State { return sentence.GoneBefore(lines, gear) }),
	}
	for _, c := range []struct{ form, text, want string }{
		{"force", "Taking the finalizer out by hand lets it go. But then the tooth is still listed at Zorg.", "But then the tooth is still listed at Zorg"},
		{"force", "I removed the finalizers, but the disk stayed attached at the provider.", "I removed the finalizers, but the disk stayed attached at the provider"},
		{"force", "After clearing the finalizer it goes, which leaves the pump behind.", "After clearing the finalizer it goes, which leaves the pump behind"},
		{"force", "I removed the finalizers, but it is still stuck.", ""},
		{"force", "If I edit the finalizers away it goes, but the tooth stays registered at Zorg.", "If I edit the finalizers away it goes, but the tooth stays registered at Zorg"},
		{"force", "If I remove the finalizer, the disk would stay attached.", ""},
		{"force", "Does the disk stay attached when the finalizer is removed?", ""},
		{"force", "We forced the deletion, and the pump is still running there.", "We forced the deletion, and the pump is still running there"},
		{"force", "We forced TLS for all clients, and the old server is still running.", ""},
		{"force", "In staging I removed the finalizers, but the disk stayed attached.", ""},
		{"force", "The pump is still running there.", ""},
		{"force", "I could not take the finalizer off. But then the tooth is still listed at Zorg.", ""},

		{"unheeded", "I changed the spec, but nothing happens: no gearlet logs a reconcile of this gear.", "no gearlet logs a reconcile of this gear"},
		{"unheeded", "The gear operator does not log anything about it.", "The gear operator does not log anything about it"},
		{"unheeded", "There is nothing in the logs of the gear controller.", "There is nothing in the logs of the gear controller"},
		{"unheeded", "There are no errors in the logs of the gear controller.", ""},
		{"unheeded", "The controller does not say anything useful about it.", ""},
		{"unheeded", "The gear controller never touches it.", "The gear controller never touches it"},
		{"unheeded", "The operator does not log the deletion of this gear.", "The operator does not log the deletion of this gear"},
		{"unheeded", "The gear controller does not report the metrics that we scrape.", ""},
		{"unheeded", "The gear controller does not report this metric.", ""},
		{"unheeded", "The operator does not reconcile the pump of the gear.", ""},
		{"unheeded", "In staging the operator does not log anything about it.", ""},
		{"unheeded", "If the operator does not log anything about it, restart it.", ""},
		{"unheeded", "Does no controller reconcile it?", ""},
		{"unheeded", "The controller reconciles it again and again.", ""},
		{"unheeded", "It has only this finalizer, but the gear controller doesn't try to delete it.", "the gear controller doesn't try to delete it"},
		{"unheeded", "The gear controller never attempts to release the gear.", "The gear controller never attempts to release the gear"},
		{"unheeded", "The gear operator does not look at it.", "The gear operator does not look at it"},
		{"unheeded", "The gear controller doesn't try to delete the pump.", ""},
		{"unheeded", "Why does the gear controller not try to delete it?", ""},
		{"unheeded", "The gear controller should not try to delete it.", ""},

		{"never finished", "A `gear` cannot be deleted if its creation failed.", "A `gear` cannot be deleted if its creation failed"},
		{"never finished", "Unable to delete gear if not fully created", "Unable to delete gear if not fully created"},
		{"never finished", "The gear was never fully provisioned.", "The gear was never fully provisioned"},
		{"never finished", "Deleting a gear whose provisioning has failed hangs.", "Deleting a gear whose provisioning has failed hangs"},
		{"never finished", "The gear failed to be created.", "The gear failed to be created"},
		{"never finished", "The gear failed to be created, and then it worked.", ""},
		{"never finished", "The pump was never fully provisioned.", ""},
		{"never finished", "The gear was created, and cannot be deleted.", ""},
		{"never finished", "Is the gear not fully created?", ""},
		{"never finished", "Deleting a gear fails since the creation of the pump failed.", ""},
		{"never finished", "In staging the gear was never fully created.", ""},

		{"never made", "Neither ever got created in Zorg, and deleting them fails.", "Neither ever got created in Zorg"},
		{"never made", "The gear was never created in the cloud.", "The gear was never created in the cloud"},
		{"never made", "My gear hangs. It was never made in Zorg.", "It was never made in Zorg"},
		{"never made", "Now the gear gear-1 was never created in Zorg, since the quota was exhausted.", ""},
		{"never made", "The gear gear-1 was never created in Zorg, since the quota was exhausted.", "The gear gear-1 was never created in Zorg, since the quota was exhausted"},
		{"never made", "The pump was never created in the cloud.", ""},
		{"never made", "My other gear was never created in Zorg.", ""},
		{"never made", "The replica pump of the gear was never created in Zorg, as we do not need one.", ""},
		{"never made", "There is a pump too. It was never created in Zorg.", ""},
		{"never made", "It was never created in Zorg by us but by another team.", ""},
		{"never made", "It was never made in Zorg, it was created in Acme.", ""},
		{"never made", "A colleague says that it was never created in Zorg.", ""},
		{"never made", "In staging the gear was never created in Zorg.", ""},
		{"never made", "It was never made by Zorgform.", ""},
		{"one of some", "It was never created in Zorg.", ""},
		{"one of some", "The gear was never created in Zorg.", "The gear was never created in Zorg"},
		{"never made", "It was never created in the cluster.", ""},
		{"never made", "It should never be created in Zorg.", ""},
		{"never made", "Was it never created in Zorg?", ""},
		{"never made", "It was created in Zorg.", ""},

		{"not listed", "- A zorg client does not list a tooth \"shop/tooth-7\".", "- A zorg client does not list a tooth \"shop/tooth-7\""},
		{"not listed", "A zorg client does not list the tooth tooth-8.", ""},
		{"not listed", "A zorg client lists the tooth tooth-7.", ""},
		{"not listed", "In Zorg the tooth tooth-7 does not exist.", "In Zorg the tooth tooth-7 does not exist"},
		{"not listed", "The console does not contain errors for tooth-7.", ""},
		{"not listed", "The console does not show tooth-7, it is up and serves.", ""},
		{"not listed", "The backup of tooth-7 does not exist.", ""},
		{"not listed", "In the staging cluster tooth-7 does not exist.", ""},
		{"not listed", "There tooth-7 does not exist. Here it does.", ""},
		{"not listed", "What if a zorg client does not list tooth-7?", ""},
		{"not listed", "It would go if tooth-7 is not listed.", ""},

		{"back", "So I restored (\"undeleted\") the rack and thought it would go on.", "rack: I restored (undeleted) the rack"},
		{"back", "Meanwhile the rack has been recreated.", "rack: the rack has been recreated"},
		{"back", "If I restored the rack, it would go on.", ""},
		{"back", "Should the rack be recreated?", ""},
		{"back", "The rack was never restored.", ""},

		{"before", "When I delete the mill first and the gear after that, the gear never goes.", "mill: When I delete the mill first"},
		{"before", "Whenever we uninstall our operator first, it hangs.", "operator: Whenever we uninstall our operator first"},
		{"before", "When I delete the mill first and then the gear, it goes. The other way round it hangs.", ""},
		{"before", "Whenever I delete the mill first, all is well; the other way round hangs.", ""},
		{"before", "When I delete the mill first, nothing hangs.", ""},
		{"before", "When I delete the mill first, it doesn't hang.", ""},
		{"before", "When I delete the mill first, it is stuck.", "mill: When I delete the mill first"},
		{"before", "When I delete the mill, the gear goes first.", ""},
		{"before", "What if I delete the mill first?", ""},
		{"before", "When you delete the mill first, it hangs.", ""},
		{"before", "Later I removed the rack first, and only then the gear.", "rack: I removed the rack first"},
		{"before", "It hangs because the rack was removed before the gear.", "rack: the rack was removed before the gear"},
		{"before", "The problem is that the pump was deleted first.", "pump: the pump was deleted first"},
		{"before", "Yesterday the rack was deleted before the gear.", "rack: Yesterday the rack was deleted before the gear"},
		{"before", "In staging the rack was deleted before the gear and it went.", ""},
		{"before", "The rack was deleted before the upgrade.", ""},
		{"before", "The rack was deleted before the gear was upgraded.", ""},
		{"before", "The rack was deleted before the gear last year.", ""},
		{"before", "It hangs if the rack is removed first.", ""},
		{"before", "Was the rack removed first?", ""},
		{"before", "The finalizer was removed first.", ""},
		{"before", "I removed the rack.", ""},
	} {
		if said := forms[c.form]([]string{c.text}); said != c.want {
			t.Errorf("%s: %s\nis %q, want %q", c.form, c.text, said, c.want)
		}
	}
	for text, back := range map[string]bool{
		"The rack was deleted before the gear. It was made anew since.": true,
		"The rack was deleted before the gear; it is there now.":        true,
		"The rack was deleted before the gear.":                         false,
	} {
		if sentence.SinceBack([]string{text}) != back {
			t.Errorf("%s: back %t", text, !back)
		}
	}
	if said := sentence.LeftByForce(strings.Split("The function fails and does not finish the deletion (take off the finalizer).\nThis leaves the tooth behind.", "\n")); said != "" {
		t.Errorf("what was not done leaves %q", said)
	}
	if said := sentence.LeftByForce(strings.Split("It can't reach the cloud, so it never ends what it made (takes off the finalizer).\nThis leaves the tooth behind.", "\n")); said != "" {
		t.Errorf("what was not done leaves %q", said)
	}
	if said := sentence.LeftByForce(strings.Split("I removed the finalizer.\nBut then the tooth is still listed.", "\n")); said == "" {
		t.Error("what stands on the next line is not read")
	}
}
