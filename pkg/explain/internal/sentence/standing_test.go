package sentence

import (
	"slices"
	"strings"
	"testing"
)

// TestStandingOf tells whether a program is there by what people write of it, and takes no word of another program,
// of what might be, or of its parts for that.
func TestStandingOf(t *testing.T) {
	called := func(words string) bool {
		return !slices.ContainsFunc(strings.Fields(words), func(w string) bool { return !strings.EqualFold(w, "acme") })
	}
	for text, want := range map[string]Standing{
		"The operator is not running any more.":                               Away,
		"The gear hangs and the operator isn't running.":                      Away,
		"The acme operator was uninstalled last week.":                        Away,
		"The acme-operator has already been deleted":                          Away,
		"I already deleted the operator":                                      Away,
		"I’ve uninstalled the acme operator first, and then the gear hung":    Away,
		"I deleted the operator before the gear":                              Away,
		"I uninstalled Acme and now the gear hangs":                           Away,
		"acme was uninstalled":                                                Away,
		"After uninstalling the operator, the gear hangs":                     Away,
		"We no longer have the acme operator in the cluster":                  Away,
		"There is no operator running in the cluster":                         Away,
		"The operator deployment was scaled down to 0.":                       Away,
		"The controller no longer exists":                                     Away,
		"I removed the acme helm chart, and then the gear":                    Away,
		"I deleted the operator's helm release first":                         Away,
		"After uninstalling Acme, the gear hangs":                             Away,
		"After uninstalling Acme gears, they hang":                            Untold,
		"I removed the helm chart first":                                      Untold,
		"I removed the chart of my shop":                                      Untold,
		"I removed the shop helm chart":                                       Untold,
		"The operator is running. I deleted the operator.":                    Away,
		"The operator is running.":                                            Runs,
		"The operator pod is up and running":                                  Runs,
		"I deleted the operator and installed it again":                       Runs,
		"I restarted the operator but that did not help":                      Restarted,
		"I restarted the operator. The operator is running.":                  Restarted,
		"I deleted the operator pod and it still hangs":                       Restarted,
		"I deleted the operator. I reinstalled the operator.":                 Installed,
		"I removed the finalizer and it came back":                            PutsBack,
		"If I delete the finalizers, they are re-added":                       PutsBack,
		"I patched the finalizers to null but the controller keeps adding it": Untold,
		"I patched the finalizers to null but the controller adds them again": PutsBack,
		"Is the operator not running?":                                        Untold,
		"If the operator is not running, the gear hangs":                      Untold,
		"I am not sure whether the operator is running":                       Untold,
		"The operator should have been removed":                               Untold,
		"The operator is not running as root":                                 Untold,
		"The operator is running into an error":                               Untold,
		"When the operator is not running, the gear hangs":                    Untold,
		"When I deleted the operator, the gear hung":                          Away,
		"The operator has removed, as always, the finalizer":                  Untold,
		"The operator has long been removed":                                  Away,
		"I have not deleted the operator":                                     Untold,
		"The operator was not deleted":                                        Untold,
		"I deleted the operator CRDs":                                         Untold,
		"I deleted the operator's finalizer":                                  Untold,
		"The mysql operator is not running":                                   Untold,
		"The mysql-operator was uninstalled":                                  Untold,
		"Another operator was deleted":                                        Untold,
		"The gear made by our acme operator was removed":                      Untold,
		"The log of the operator is gone":                                     Untold,
		"The pod of our operator was deleted":                                 Untold,
		"I uninstalled the gear":                                              Untold,
		"The gear controlled by the operator was deleted":                     Untold,
		"I removed the finalizer and the pod came back":                       Untold,
		"I want to delete the operator":                                       Untold,
		"":                                                                    Untold,
	} {
		if got, said := StandingOf(StandingsIn(text), called); got != want || (said == "") != (want == Untold) {
			t.Errorf("%q: got %d of %q, want %d", text, got, said, want)
		}
	}
}
