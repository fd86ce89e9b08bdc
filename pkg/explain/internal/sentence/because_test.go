package sentence

import "testing"

// TestBecause knows a reason that a person gives by what it means, and takes no guess, no question, no wish and no
// complaint for one.
func TestBecause(t *testing.T) {
	for text, want := range map[string]Cause{
		"Before it is gone, our controller manages to recreate the Shaft, making it impossible to delete the gear.": MadeAgain,
		"The gear stays because its operator recreates the shaft":                                                   MadeAgain,
		"The shaft is recreated over and over":                                                                      MadeAgain,
		"I remove the finalizer, and the operator then recreated it at once":                                        MadeAgain,
		"When one is removed the gear controller and the mill controller just recreate it":                          MadeAgain,
		"It hangs because, as we found, the operator recreates the finalizer":                                       MadeAgain,
		"I uninstalled the operator, then recreated the gear":                                                       NoCause,
		"I uninstalled the operator then recreated it":                                                              NoCause,
		"The operator just restarts it":                                                                             NoCause,
		"The operator keeps re-creating it.":                                                                        MadeAgain,
		"It fails because of the mill, I want it gone to re-create the shaft from scratch":                          NoCause,
		"Because of this I have to begin anew to re-create the shaft":                                               NoCause,
		"I take the finalizer off, then recreate the gear":                                                          NoCause,
		"It goes, and then recreates the shaft":                                                                     MadeAgain,
		"It stays as the gear operators re-create the shaft":                                                        MadeAgain,
		"I recreated the cluster and the gear hangs":                                                                NoCause,
		"To recreate it, delete the gear":                                                                           NoCause,
		"The operator should recreate it because it was deleted":                                                    NoCause,
		"An update is performed on the gear to delete finalizers. That fails and the gear is never removed.":        NotStored,
		"The update that removes the finalizer is rejected as the shaft is gone":                                    NotStored,
		"The webhook rejects the removal of the finalizer":                                                          NotStored,
		"The webhook would reject the removal of the finalizer":                                                     NoCause,
		"An update is performed on the gear to delete finalizers. That works.":                                      NoCause,
		"I deleted the bucket manually in the AWS console":                                                          EndedByHand,
		"The volume was deleted by hand and the gear still hangs":                                                   EndedByHand,
		"It stays in place even when I detach the volume and delete manually.":                                      EndedByHand,
		"I deleted the volume claim":                                                                                NoCause,
		"I deleted the pod manually":                                                                                NoCause,
		"I want to delete the bucket manually":                                                                      NoCause,
		"We removed the CRDs first and now the gear hangs":                                                          DefinitionGone,
		"Install the chart and then uninstall it and then delete the namespace.":                                    UninstalledFirst,
		"I uninstalled the chart before deleting my shop namespace":                                                 UninstalledFirst,
		"I deleted the namespace and then uninstalled the chart":                                                    NoCause,
		"Uninstall the chart and delete the gear":                                                                   NoCause,
		"The CRD was deleted before":                                                                                DefinitionGone,
		"The CRD was deleted with its gears?":                                                                       NoCause,
		"The gear cannot be deleted because the shaft still turns":                                                  OtherCause,
		"The gear finalizer was the problem and it was blocked on the shaft":                                        OtherCause,
		"The gear hangs. The operator keeps recreating it. It is stuck because the shaft turns.":                    MadeAgain,
		"I cannot delete it because it is stuck":                                                                    NoCause,
		"This is bad because the gear is stuck":                                                                     NoCause,
		"My guess is that it hangs because of the shaft":                                                            NoCause,
		"It is stuck due to the presence of the finalizer a/b":                                                      NoCause,
		"I suspect that it stays because the controller exists":                                                     NoCause,
		"It works because the shaft turns":                                                                          NoCause,
		"It has been stuck since yesterday":                                                                         NoCause,
		"":                                                                                                          NoCause,
	} {
		if got, said := Because(text); got != want || (said == "") != (want == NoCause) {
			t.Errorf("%q: got %d of %q, want %d", text, got, said, want)
		}
	}
}
