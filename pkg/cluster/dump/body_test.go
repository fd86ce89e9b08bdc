package dump

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadBody reads the object that a client has logged, or that an error quotes, whole or cut, and none that somebody
// only wants.
func TestReadBody(t *testing.T) {
	const object = `{"kind":"Gear","apiVersion":"zorg.io/v1","metadata":{"name":"g1","namespace":"shop","uid":"u1","deletionTimestamp":"2026-02-01T10:00:00Z","finalizers":["zorg.io/a"],"labels":{"belt":"b1"}},"spec":{"teeth":3,"args":["-x","http://gears.sh`
	const whole = object + `op"]}}`
	const log = "I0201 12:12:44.701958     714 request.go:905] Response Body: "
	escaped := strings.ReplaceAll(whole, `"`, `\"`)
	read, none := []string{"Gear.zorg.io shop/g1 [zorg.io/a]"}, []string(nil)
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"cut":                       {log + object + " ...\n", read},
		"whole":                     {log + whole + "\n", read},
		"cut by the client":         {log + object + " [truncated 2048 chars]\n", read},
		"what was asked":            {strings.Replace(log, "Response", "Request", 1) + whole + "\n", none},
		"what was asked after it":   {log + whole + "\n" + strings.Replace(log, "Response", "Request", 1) + strings.Replace(whole, "zorg.io/a", "zorg.io/b", 1) + "\n", read},
		"in quotes":                 {"I0201 12:12:44.701958     714 request.go:1351] \"Response Body\" body=\"" + escaped + "\"\n", read},
		"in quotes and cut":         {"I0201 12:12:44.701958     714 request.go:1351] \"Response Body\" body=\"" + escaped[:len(escaped)-9] + "\n", read},
		"said twice":                {log + strings.Replace(whole, `["zorg.io/a"]`, `["zorg.io/a","zorg.io/b"]`, 1) + "\n" + strings.Replace(log, "44", "59", 1) + whole + "\n", read},
		"in an error":               {"2026-02-01T11:00:00Z\tERROR\tgears\tfailed to update: " + whole + ": the object has been modified\n", read},
		"in a fence":                {"It hangs:\n```\n" + log + object + "\n```\n", read},
		"one that nobody deletes":   {"2026-02-01T11:00:00Z\tERROR\tgears\tfailed to update: " + strings.Replace(whole, "deletion", "creation", 1) + "\n", none},
		"a command that wants it":   {"$ curl -X PUT -d body: " + whole + "\n", none},
		"what somebody has applied": {"Annotations:  kubectl.kubernetes.io/last-applied-configuration: " + whole + "\n", none},
		"without finalizers":        {strings.Replace(log, "Response", "Request", 1) + strings.Replace(whole, `["zorg.io/a"]`, "[]", 1) + "\n", none},
	} {
		t.Run(name, func(t *testing.T) {
			got := slices.DeleteFunc(heardOf(t, tt.text), func(one string) bool { return !strings.HasPrefix(one, "Gear.zorg.io shop/g1 [zorg.io/") })
			if diff := cmp.Diff(tt.want, got); len(tt.want)+len(got) > 0 && diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
