package sentence

import "testing"

func TestReinstalled(t *testing.T) {
	for text, want := range map[string]bool{
		"I reinstalled the operator and it still hangs":                                             true,
		"We have also re-installed it":                                                              true,
		"I also tried to delete the operator, re-install it, create a new gear, and it still hangs": true,
		"the operator was reinstalled yesterday":                                                    true,
		"I removed the chart and reinstalled it":                                                    true,
		"Should I reinstall the operator?":                                                          false,
		"I have not reinstalled the operator":                                                       false,
		"I tried to delete the gear. Then re-install it":                                            false,
		"I want to delete it, to reinstall it later":                                                false,
		"I tried to re-install it and that failed":                                                  false,
		"I reinstalled the operator but the installation has errors":                                false,
		"I installed the operator":                                                                  false,
		"The gear was uninstalled":                                                                  false,
	} {
		if got := Reinstalled(text); got != want {
			t.Errorf("%q: got %t", text, got)
		}
	}
}
