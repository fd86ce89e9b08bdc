package hearing

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"

// HolderName is what messages call the holder: one that is only possible is not named.
func (h *Case) HolderName() string {
	if h.Holder.Name == "" || h.Holder.Confidence == explain.Possible {
		return "its holder"
	}
	return h.Holder.Name
}

// WaitsFor is what the catalogue knows of what the holder waits for.
func (h *Case) WaitsFor() string {
	if h.Entry.WaitsFor == "" {
		return ""
	}
	return "; it waits for " + h.Entry.WaitsFor
}

// Usually is the same, said as what is usual and not what was seen.
func (h *Case) Usually() string {
	if h.Entry.WaitsFor == "" {
		return ""
	}
	return "; usually for " + h.Entry.WaitsFor
}
