package diagnose_test

import "testing"

// TestWhyPastedTypeAnswered takes the type of what a sentence calls by a short name from what kubectl has answered to the
// command: not from an answer of a type that this cannot be short for.
func TestWhyPastedTypeAnswered(t *testing.T) {
	deleted := func(answer string) string {
		return "After a grb was made I deleted the mill directly.\n\n```\nspec:\n  millRef: m-1\n.....\n```\n\nThen I tried to delete the grb, but it cannot be deleted at all.\n\n" +
			"```\n >> kubectl get grb\nNAME   AGE\ng-1    3h24m\n>>  kubectl delete grb g-1\n" + answer + "\n(it hangs here ...)\n^C\n```\n"
	}
	checkAll(t, map[string]pasted{
		"its type":     {text: deleted(`gearbox.zorg.io "g-1" deleted`), is: "Gearbox g-1: Stuck"},
		"another type": {text: deleted(`wheel.zorg.io "g-1" deleted`), is: "Grb g-1: Stuck"},
		"no answer":    {text: deleted("..."), is: "Grb g-1: Stuck"},
	})
}

// TestWhyPastedToGo takes what should be deleted for what was asked to go, and the kind of it for that of the one project
// which the text tells of.
func TestWhyPastedToGo(t *testing.T) {
	checkAll(t, map[string]pasted{
		"of the project":         {text: "Stacks that should be deleted hang in Stalled\n\nThe Stack never disappears. I use the pulumi operator.\n", is: "Stack NAME: Stuck", holder: "pulumi operator"},
		"of nobody":              {text: "Stacks that should be deleted hang in Stalled\n\nThe Stack never disappears.\n", is: "Object NAME: Stuck"},
		"which is only supposed": {text: "Stacks should be deleted, and would hang in Stalled otherwise. I use the pulumi operator. Deletion works.\n", is: "Object NAME: Undecided"},
	})
}

// TestWhyPastedBareError tells the warning that says what fails and not the error behind it that says only that something does.
func TestWhyPastedBareError(t *testing.T) {
	const begin, key = `{"level":"`, `","knative.dev/controller":"gear-source-controller","knative.dev/key":"shop/g-1"}` + "\n"
	const title = "GearSource: deletion hangs when its mill is deleted first\n\n```\n"
	checkAll(t, map[string]pasted{
		"behind a warning": {text: title + begin + `warn","msg":"Error reconciling GearSource: failed to get ref: mills.zorg.io \"m-1\" not found` + key + begin + `error","msg":"Reconcile error` + key + "```\n", is: "GearSource shop/g-1: Stuck Failing", says: "m-1", lacks: "Reconcile error"},
		"alone":            {text: title + begin + `error","msg":"Reconcile error` + key + "```\n", is: "GearSource shop/g-1: Stuck Failing", says: "Reconcile error"},
		"a warning of all": {text: title + begin + `warn","msg":"the mill turns slowly` + key + begin + `error","msg":"Reconcile error` + key + "```\n", is: "GearSource shop/g-1: Stuck Failing", says: "Reconcile error"},
	})
}
