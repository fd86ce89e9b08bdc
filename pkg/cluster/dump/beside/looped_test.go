package beside

import (
	"slices"
	"strings"
	"testing"
)

// TestRowsLooped reads tables below the types that a loop has printed before them.
func TestRowsLooped(t *testing.T) {
	types := func(name string) (apiVersion, kind string) { return "v1", strings.TrimSuffix(name, "s") }
	const loop = "oc api-resources | grep true | xargs -L 1 -I % bash -c \"echo %; oc get %\"\n"
	for name, tt := range map[string]struct {
		text   string
		want   []string
		looped bool
	}{
		"two":                {loop + "...\ngears\nNAME   AGE\ng1     5d\n...\nteeth.zorg.io\nNAME   AGE\nt1     5d\nt2     5d\n", []string{"gear/g1", "teeth.zorg.io/t1", "teeth.zorg.io/t2"}, true},
		"in a namespace":     {strings.Replace(loop, "get %", "get % -n shop", 1) + "gears\nNAME   AGE\ng1     5d\n", []string{"gear/g1"}, false},
		"without a loop":     {"This is left:\ngears\nNAME   AGE\ng1     5d\n", []string{"gear/g1"}, false},
		"a word of prose":    {"$ kubectl get gears\n\nyes\n\nNAME   AGE\ng1     5d\n", []string{"gear/g1"}, false},
		"of one name column": {loop + "gears\nNAME\ng1\nteeths\nNAME\nt1\n", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			rows := Rows(strings.Split(tt.text, "\n"), types)
			for i := range rows {
				if got = append(got, rows[i].Kind+"/"+rows[i].Name); rows[i].Looped != tt.looped {
					t.Errorf("%s: looped %t", got[i], rows[i].Looped)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v", got)
			}
		})
	}
}

// TestProjects takes a project of OpenShift for the namespace that it is.
func TestProjects(t *testing.T) {
	for line, want := range map[string]string{
		"oc delete project shop":                           "namespaces",
		"$ oc get projects.project.openshift.io/shop":      "namespaces",
		"kubectl delete project shop":                      "project",
		"oc get projects.config.openshift.io cluster":      "projects.config.openshift.io",
		"`oc describe project shop` says that it is going": "namespaces",
	} {
		if c, ok := CommandIn(line); !ok || c.Resource != want {
			t.Errorf("%s: %v", line, c)
		}
	}
}
