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
	forms := map[string]func(lines []string) string{
		"not listed": func(lines []string) string {
			said, _ := sentence.NotListed(lines, func(word string) bool { return word == "tooth-7" })
			return said
		},
		"force": sentence.LeftByForce, "unheeded": sentence.Unheeded, "never made": sentence.NeverMade,
		"back": things(sentence.BroughtBack), "before": things(sentence.GoneBefore),
	}
	for _, c := range []struct{ form, text, want string }{
		{"force", "Taking the finalizer out by hand lets it go. But then the tooth is still listed at Zorg.", "But then the tooth is still listed at Zorg"},
		{"force", "I removed the finalizers, but the disk stayed attached at the provider.", "I removed the finalizers, but the disk stayed attached at the provider"},
		{"force", "After clearing the finalizer it goes, which leaves the pump behind.", "After clearing the finalizer it goes, which leaves the pump behind"},
		{"force", "I removed the finalizers, but it is still stuck.", ""},
		{"force", "If I edit the finalizers away it goes, but the tooth stays registered at Zorg.", "If I edit the finalizers away it goes, but the tooth stays registered at Zorg"},
		{"force", "If I remove the finalizer, the disk would stay attached.", ""},
		{"force", "Does the disk stay attached when the finalizer is removed?", ""},
		{"force", "The pump is still running there.", ""},
		{"force", "I could not take the finalizer off. But then the tooth is still listed at Zorg.", ""},

		{"unheeded", "I changed the spec, but nothing happens: no gearlet logs a reconcile of this gear.", "no gearlet logs a reconcile of this gear"},
		{"unheeded", "The gear operator does not log anything about it.", "The gear operator does not log anything about it"},
		{"unheeded", "There is nothing in the logs of the gear controller.", "There is nothing in the logs of the gear controller"},
		{"unheeded", "There are no errors in the logs of the gear controller.", ""},
		{"unheeded", "The controller does not say anything useful about it.", ""},
		{"unheeded", "If the operator does not log anything about it, restart it.", ""},
		{"unheeded", "Does no controller reconcile it?", ""},
		{"unheeded", "The controller reconciles it again and again.", ""},

		{"never made", "Neither ever got created in Zorg, and deleting them fails.", "Neither ever got created in Zorg"},
		{"never made", "The pump was never created in the cloud.", "The pump was never created in the cloud"},
		{"never made", "It was never created in the cluster.", ""},
		{"never made", "It should never be created in Zorg.", ""},
		{"never made", "Was it never created in Zorg?", ""},
		{"never made", "It was created in Zorg.", ""},

		{"not listed", "- A zorg client does not list a tooth \"shop/tooth-7\".", "- A zorg client does not list a tooth \"shop/tooth-7\""},
		{"not listed", "A zorg client does not list the tooth tooth-8.", ""},
		{"not listed", "A zorg client lists the tooth tooth-7.", ""},
		{"not listed", "What if a zorg client does not list tooth-7?", ""},
		{"not listed", "It would go if tooth-7 is not listed.", ""},

		{"back", "So I restored (\"undeleted\") the rack and thought it would go on.", "rack: I restored (undeleted) the rack"},
		{"back", "Meanwhile the rack has been recreated.", "rack: the rack has been recreated"},
		{"back", "If I restored the rack, it would go on.", ""},
		{"back", "Should the rack be recreated?", ""},
		{"back", "The rack was never restored.", ""},

		{"before", "Later I removed the rack first, and only then the gear.", "rack: I removed the rack first"},
		{"before", "It hangs because the rack was removed before the gear.", "rack: the rack was removed before the gear"},
		{"before", "The problem is that the pump was deleted first.", "pump: the pump was deleted first"},
		{"before", "It hangs if the rack is removed first.", ""},
		{"before", "Was the rack removed first?", ""},
		{"before", "The finalizer was removed first.", ""},
		{"before", "I removed the rack.", ""},
	} {
		if said := forms[c.form]([]string{c.text}); said != c.want {
			t.Errorf("%s: %s\nis %q, want %q", c.form, c.text, said, c.want)
		}
	}
	if said := sentence.LeftByForce(strings.Split("I removed the finalizer.\nBut then the tooth is still listed.", "\n")); said == "" {
		t.Error("what stands on the next line is not read")
	}
}
