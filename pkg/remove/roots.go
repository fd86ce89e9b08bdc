package remove

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// Roots are the finalizers at the roots of what is stuck: those of one cause, which
// is named by its number or its reason, or with an empty name those of all. It
// returns false where there is no cause of the name.
func Roots(d *explain.Diagnosis, cause string) (holds []explain.Place, known bool) {
	holds, known = []explain.Place{}, cause == ""
	for i := range d.Causes {
		c := &d.Causes[i]
		if cause != "" && cause != strconv.Itoa(i+1) && !strings.EqualFold(cause, string(c.Reason)) {
			continue
		}
		known = true
		if c.Verdict != explain.Stuck {
			continue
		}
		for _, p := range c.Holds {
			if d.Of(p).Finalizer != "" {
				holds = append(holds, p)
			}
		}
	}
	return holds, known
}
