package sentence

import (
	"strings"
	"testing"
)

// TestHangs finds where a person has seen a deletion hang, and not where that is only supposed, not always so, or of something else.
func TestHangs(t *testing.T) {
	for text, want := range map[string]string{
		"The mill has been stuck in Terminating for three days.":                               "The mill has been stuck in Terminating for three days",
		"## [Bug] Mill cannot be deleted":                                                      "Mill cannot be deleted",
		"- Some mills are marked for deletion, but stuck in this state for hours:":             "Some mills are marked for deletion, but stuck in this state for hours",
		"If I try to delete it hangs and never finishes":                                       "If I try to delete it hangs and never finishes",
		"I am deleting a mill. It is not being deleted. It has been deleting for over 2 hours": "It has been deleting for over 2 hours",
		"Mills are not deleting after the upgrade":                                             "Mills are not deleting after the upgrade",
		"The finalizer is never removed":                                                       "The finalizer is never removed",
		"If a mill is stuck in Terminating, delete it with force":                              "",
		"Sometimes a mill cannot be deleted":                                                   "",
		"The mill was stuck in Terminating, which is fixed":                                    "",
		"The mill is no longer stuck in Terminating":                                           "",
		"The mill is not deleted until all gears are gone":                                     "",
		"The mill hangs for hours, on every single try":                                        "The mill hangs for hours, on every single try",
		"The mill is stuck in Pending":                                                         "",
		"The upgrade hangs":                                                                    "",
		"The pod is stuck in ContainerCreating":                                                "",
		"After the old one was removed, the new pod is stuck in ContainerCreating":             "",
		"The mill may hang for hours when it is deleted":                                       "",
		"A deleted mill is kept for 2 days":                                                    "",
		`level=error msg="mill cannot be deleted"`:                                             "",
	} {
		if got := Hangs([]string{text}, func(said string) bool { return strings.Contains(strings.ToLower(said), "mill") }); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestHangsNot leaves what is denied, asked, over, or of something else as it is judged, and keeps what is told with it.
func TestHangsNot(t *testing.T) {
	for text, tells := range map[string]bool{
		"Is this deletion stuck, or is it just slow?":                                     false,
		"Is this deletion stuck or just slow":                                             false,
		"I do not think that it is stuck, the deletion only takes long.":                  false,
		"I don’t think the deletion hangs.":                                               false,
		"The deletion doesn't look stuck.":                                                false,
		"I am not sure whether the deletion hangs.":                                       false,
		"The gear isn't really stuck.":                                                    false,
		"No gear is stuck.":                                                               false,
		"No one says that the deletion hangs.":                                            false,
		"Nothing is stuck, I deleted it a minute ago.":                                    false,
		"The other gear g-two hangs on deletion, this one was deleted just now.":          false,
		"Gear g-two hangs on deletion, g-one was deleted just now.":                       false,
		"Gear g-two in namespace shop-prod hangs on deletion.":                            false,
		"Namespace shop-prod is stuck in Terminating.":                                    true,
		"Deleting g-two hangs for hours.":                                                 false,
		"The deletion hangs for gear g-two.":                                              false,
		"Another gear is stuck in Terminating for days.":                                  false,
		"Gear `two` is stuck in Terminating.":                                             false,
		"Deleting gear g-one was stuck last week, and today it goes on.":                  false,
		"Deleting gear g-one was stuck last week. Today it goes on.":                      false,
		"How do I make sure that nothing hangs on delete?":                                false,
		"How do I know that a gear is stuck?":                                             false,
		"Our nightly backups have been deleting old files for days, and still work well.": false,
		"I can see no sign that the gear hangs.":                                          false,
		"I want to know if this deletion hangs.":                                          false,
		"None of the gears hangs.":                                                        false,
		"The gear was stuck yesterday, but now it is fine.":                               false,
		"Our jobs have been removing stale branches for months.":                          false,
		"Nothing in the logs tells why the gear is stuck.":                                true,
		"No pods are running and the gear is stuck in Terminating.":                       true,
		"My gear is stuck deleting for hours, any ideas?":                                 true,
		"How can I delete a gear which is stuck?":                                         true,
		"Why is my gear stuck in Terminating?":                                            true,
		"How to delete a gear stuck in terminating state?":                                true,
		"Does anyone know why this is stuck in Terminating?":                              true,
		"I don't know why the gear is stuck.":                                             true,
		"I cannot delete a gear stuck in Terminating.":                                    true,
		"I see that the gear hangs, and do not know why.":                                 true,
		"The gear hangs on delete, what can I do?":                                        true,
		"How to tell whether a gear is stuck":                                             false,
		"No matter what I do, the gear is stuck.":                                         true,
		"The gear g-one was stuck yesterday, and today it is still stuck.":                true,
		"The gear g-one was stuck since yesterday, all else works.":                       true,
		"The gear g-two is gone, but g-one hangs.":                                        true,
		"The gears g-one and g-two hang on deletion.":                                     true,
		"The gear in the namespace shop-prod hangs on deletion.":                          true,
		"After cert-manager was uninstalled the gear is stuck.":                           true,
		"On the other hand, the gear is stuck.":                                           true,
		"The deletion has been in this state for days.":                                   true,
		"It has been deleting for over 2 hours":                                           true,
	} {
		if got := Hangs([]string{text}, func(said string) bool { return strings.Contains(strings.ToLower(said), "gear") }, "g-one", "shop-prod"); (got != "") != tells {
			t.Errorf("%q: got %q, tells %t", text, got, tells)
		}
	}
}

// TestHangsOfAny takes what is told of anything for told of an object of which the kind is not known.
func TestHangsOfAny(t *testing.T) {
	const said = "My pump can't be deleted"
	if got := Hangs([]string{said}, func(said string) bool { return strings.Contains(strings.ToLower(said), "object") }); got != said {
		t.Errorf("got %q", got)
	}
}

// TestHangsOfElse makes nothing hang of what is told of something else that is deleted too, of what others have, or of what may
// be so anywhere, and keeps what is told of the object or without a name.
func TestHangsOfElse(t *testing.T) {
	for text, tells := range map[string]bool{
		"My pump p7 can't be deleted.":                                      false,
		"I can't delete my pump p7.":                                        false,
		"We cannot delete the pumps of the shop.":                           false,
		"Pumps cannot be removed after the upgrade.":                        false,
		"Our pump is stuck deleting.":                                       false,
		"Pump p7 hangs on deletion.":                                        false,
		"The deletion of pump p7 hangs.":                                    false,
		"My pump p7 can't be deleted. It has been stuck deleting for days.": false,
		"In another cluster the gears hang on deletion.":                    false,
		"Gears can get stuck when somebody deletes them, in general.":       false,
		"Deleting a gear hangs in our tests of somebody else.":              false,
		"In another cluster, the gear hangs on deletion.":                   false,
		"The other mill cluster is deleted, but the gear is stuck.":         true,
		"My gear can't be deleted.":                                         true,
		"It can't be deleted.":                                              true,
		"I cannot delete it.":                                               true,
		"I can't delete the gear of my pump p7.":                            true,
		"This resource cannot be deleted.":                                  true,
		"The custom resource is not deleted.":                               true,
		"kubectl delete hangs.":                                             true,
		"The deletion hangs in namespace shop2.":                            true,
		"My pump p7 is gone, but the gear can't be deleted.":                true,
		"My pump p7 can't be deleted. The gear is stuck deleting, too.":     true,
		"After the upgrade of pump p7 it cannot be removed.":                true,
		"The operator does not delete the gear.":                            true,
		"The finalizer is not removed.":                                     true,
	} {
		if got := Hangs([]string{text}, func(said string) bool { return strings.Contains(strings.ToLower(said), "gear") }, "g-one", "shop"); (got != "") != tells {
			t.Errorf("%q: got %q, tells %t", text, got, tells)
		}
	}
}
