package forecast

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
)

// TestOne has the kind of a single object in the singular, wherever objects are counted.
func TestOne(t *testing.T) {
	pods := func(n int) outlook.Group { return outlook.Group{Kind: "Pod", Resource: "pods", Count: n} }
	var kinds []outlook.Group
	for _, kind := range []string{"Ingress", "Gear", "Wheel", "Axle", "Cog", "Belt", "Rope"} {
		kinds = append(kinds, outlook.Group{Group: "example.com", Kind: kind, Resource: strings.ToLower(kind) + "s", Count: 1})
	}
	no := preflight.Hindrance{Message: "no"}
	for _, tt := range []struct {
		name string
		a    outlook.Answer
		want string
	}{
		{"of several kinds", outlook.Answer{Goes: append(kinds[:1:1], pods(2))}, "3 objects: 1 ingress.example.com, 2 pods"},
		{"of more kinds than are shown", outlook.Answer{Goes: kinds}, ", 1 belt.example.com and 1 more kind"},
		{"one without a name", outlook.Answer{Goes: []outlook.Group{pods(1)}}, "Goes     1 pod\n"},
		{"one more waits", outlook.Answer{Refused: []outlook.Stop{{Group: pods(1), Hindrance: no, Waiting: 1}}}, "1 pod: no (1 more waits for that)"},
		{"several wait", outlook.Answer{Refused: []outlook.Stop{{Group: pods(2), Hindrance: no, Waiting: 2}}}, "2 pods: no (2 more wait for that)"},
		{"an identity that the sentence has a part of", outlook.Answer{Lost: []outlook.Loss{{Group: pods(1), Why: "beside volume pv-10", Identities: []string{"volume pv-1"}}}}, "beside volume pv-10: volume pv-1\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.a.Forecast = &preflight.Forecast{}
			if got := strings.ReplaceAll(Text(&tt.a, Telling{}), "\n         ", " "); !strings.Contains(got, tt.want) {
				t.Errorf("got\n%s\nwant %q in it", got, tt.want)
			}
		})
	}
	one := preflight.Fate{Count: 1}
	one.Kind, one.Resource = "Pod", "pods"
	if got := FateName(&one)[0].Text; got != "1 pod" {
		t.Errorf("a fate without a name is called %q", got)
	}
}
