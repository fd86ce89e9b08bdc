package diagnose_test

import (
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedPlaced takes for the holder of an object, of which nothing else tells it, the program of which a person says
// that it puts the finalizer there: never where that is asked, denied, supposed or told of another object.
func TestWhyPastedPlaced(t *testing.T) {
	known, err := catalogue.Load(fstest.MapFS{
		"oil.yaml":    {Data: []byte("project: Zorg Oil\ncomponents: [{name: zorg oiler, workloads: [Deployment/zorg-oil-controller]}]\nfinalizers:\n- {pattern: zorg.io/oil, kinds: [GearBox], component: zorg oiler, waitsFor: the oil to be let out, class: waits, loss: The oil stays, risk: high, confidence: high}\n")},
		"grease.yaml": {Data: []byte("project: Zorg Grease\ncomponents: [{name: zorg greaser, workloads: [Deployment/zorg-grease-controller]}]\nfinalizers:\n- {pattern: zorg.io/grease, kinds: [GearBox], component: zorg greaser, waitsFor: the grease to be let out, class: waits, loss: The grease stays, risk: high, confidence: high}\n")},
		"mill.yaml":   {Data: []byte("project: Zorg Mill\ncomponents: [{name: zorg miller, workloads: [Deployment/zorg-mill-operator]}]\nfinalizers:\n- {pattern: zorg.io/mill, kinds: [Mill], component: zorg miller, waitsFor: the mill to stand, class: waits, loss: The mill turns, risk: high, confidence: high}\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]pasted{}
	for said, holder := range map[string]string{
		"When a GearBox turns, the Zorg Oil controller puts a finalizer on it so that it is oiled.":                   "zorg oiler",
		"The zorg-grease-controller adds its finalizer to each GearBox.":                                              "zorg greaser",
		"Here the Zorg Oil controller sets a finalizer on the resource.":                                              "zorg oiler",
		"The zorg-mill-operator puts a finalizer on it.":                                                              "",
		"The Zorg Oil controller puts a finalizer on the Mill.":                                                       "",
		"Does the Zorg Oil controller put a finalizer on it?":                                                         "",
		"The Zorg Oil controller never puts a finalizer on it.":                                                       "",
		"The Zorg Oil controller should put a finalizer on it.":                                                       "",
		"The Mill controller puts a finalizer on it.":                                                                 "",
		"The Zorg Oil controller puts a finalizer on it. The Zorg Grease controller adds a finalizer to the GearBox.": "",
	} {
		all[said] = pasted{text: "GearBox stuck in deletion\n\n" + said + "\n\n`failed to clear finalizers: the teeth are jammed`\n", is: "GearBox NAME: Stuck", holder: holder, known: known}
	}
	checkAll(t, all)
}
