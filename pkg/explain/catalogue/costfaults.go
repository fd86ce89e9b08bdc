package catalogue

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// cost refuses what would not say what a removal costs.
func (c *validator) cost(entry string, k *CheckSpec) {
	if (k.Loss == "") != (k.Risk == "") {
		c.report(entry, "loss and risk belong together")
	}
}

// talkedDown lists the checks of some files that would have a finalizer cost
// less than its entry says: what they say rests on what is written on the
// object, which anybody may write.
func talkedDown(all merged, files []source) error {
	var errs []error
	for i := range files {
		p := &files[i].projectFile
		for j := range p.Checks {
			k := &p.Checks[j]
			if k.Risk == "" || all.checkOf[k] == nil {
				continue
			}
			if name, risk := all.dearer(k, p); name != "" {
				errs = append(errs, fmt.Errorf("checking %s: checks[%d] %q: risk %s is less than the %s of %s: what an object says of itself never makes a removal cost less, only proof from another cluster does",
					files[i].File, j, k.ID, k.Risk, risk, name))
			}
		}
	}
	return errors.Join(errs...)
}

// dearer names a finalizer that a check speaks of, and whose entry has a higher
// risk. Of any finalizer, and of one without a grade, the highest is taken.
func (m *merged) dearer(k *CheckSpec, p *projectFile) (name string, risk explain.Risk) {
	if slices.Contains(k.Finalizers, "*") && k.Risk.Below(explain.RiskHigh) {
		return "others", explain.RiskHigh
	}
	for _, f := range m.finalizers {
		spoken := slices.Contains(k.Finalizers, f.EntryID()) || slices.Contains(k.Finalizers, f.Pattern) ||
			len(k.Finalizers) == 0 && m.projects[f].Project == p.Project
		if spoken && k.Risk.Below(f.Risk) {
			return f.EntryID(), worded(f.Risk)
		}
	}
	return "", ""
}

func worded(risk explain.Risk) explain.Risk {
	if risk == "" {
		return "unknown risk"
	}
	return risk
}
