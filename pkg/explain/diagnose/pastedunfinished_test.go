package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedUnfinished takes what only says that something has not ended yet for no failure that stays,
// and leads to what was begun; a cause beside it is one.
func TestWhyPastedUnfinished(t *testing.T) {
	line := func(says string) string {
		return `{"level":"error","msg":"Reconciler error","controllerGroup":"acme.test","controllerKind":"Gear","name":"g1","namespace":"shop","error":"` + says + `"}` + "\n"
	}
	const undecided, stuck = "Gear shop/g1: Undecided", "Gear shop/g1: Stuck Failing"
	checkAll(t, map[string]pasted{
		"not completed": {text: line("go on to destroy the shaft: gear deletion isn't completed."), is: undecided, says: "gear deletion isn't completed", lacks: "fails"},
		"in progress":   {text: line("shaft deletion is still in progress"), is: "Gear shop/g1: Waiting Blocked", says: "still in progress", lacks: "fails"},
		"with a cause":  {text: line("gear deletion isn't completed: the shaft is bent"), is: stuck, says: "the shaft is bent", does: "mend what it names"},
		"completed":     {text: `{"level":"info","msg":"gear deletion completed","controllerGroup":"acme.test","controllerKind":"Gear","name":"g1","namespace":"shop"}` + "\n", is: undecided, lacks: "not finished"},
	})
}

// TestWhyPastedCauseless leads to the whole of a message of which the cause was cut off.
func TestWhyPastedCauseless(t *testing.T) {
	of := func(says string) string {
		return "It hangs with `Warning  CannotObserve  31s (x4 over 9m31s)  gears.acme.test/v1, kind=gear  " + says + "`\n"
	}
	const stuck = "Object NAME: Stuck Failing"
	checkAll(t, map[string]pasted{
		"cut":   {text: of("cannot run refresh: refresh failed:"), is: stuck, says: "the cause is cut off", does: "read the whole message"},
		"whole": {text: of("cannot run refresh: refresh failed: the shaft is bent"), is: stuck, says: "the shaft is bent", does: "mend what these words name"},
		"well":  {text: strings.ReplaceAll(strings.ReplaceAll(of("the shafts are:"), "Warning", "Normal"), "CannotObserve", "Observed"), is: "Object NAME: Undecided", lacks: "cut off"},
	})
}

// TestWhyPastedEventForPeople reads an event in a log for people of which the tabs were lost.
func TestWhyPastedEventForPeople(t *testing.T) {
	of := func(kind, reason, says string) string {
		return `2026-02-28T14:25:47.988-0700 DEBUG controller-runtime.manager.events ` + kind + ` {"object": {"kind":"Gear","namespace":"shop","name":"g1","apiVersion":"acme.test/v1"}, "reason": "` + reason + `", "message": "` + says + `"}` + "\n"
	}
	failed := of("Warning", "FailedDelete", "Failed to delete the shaft: it is bent")
	checkAll(t, map[string]pasted{
		"blanks": {text: failed, is: "Gear shop/g1: Stuck Failing", says: "it is bent", does: "mend what these words name"},
		"tabs":   {text: strings.NewReplacer(" DEBUG ", "\tDEBUG\t", ".events Warning ", ".events\tWarning\t").Replace(failed), is: "Gear shop/g1: Stuck Failing", says: "it is bent", does: "mend what these words name"},
		"well":   {text: of("Normal", "Turned", "the shaft turns"), is: "Gear shop/g1: Undecided", lacks: "mend"},
	})
}
