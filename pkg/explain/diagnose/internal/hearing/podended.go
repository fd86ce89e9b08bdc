package hearing

import (
	"fmt"
	"slices"
)

// killed is with what the kubelet ends a container that its grace period has not ended.
const killed = 137

// PodEnded says of a pod that its kubelet has nothing to end any more: its containers have ended, and it was granted no time
// beyond. It is empty for all others.
func (h *Case) PodEnded() string {
	if !h.Kind.IsPod() || h.Object == nil || !h.Node.State.Going() {
		return ""
	}
	grace := h.Object.GetDeletionGracePeriodSeconds()
	ended, codes := 0, []int64(nil)
	if grace == nil || *grace != 0 || !allEnded(h.Object.Object["status"], &ended, &codes) || ended == 0 {
		return ""
	}
	says := "nothing of it runs any more: its containers have ended, and its kubelet is done"
	if slices.Contains(codes, killed) {
		says += fmt.Sprintf(" (exit code %d is of its being killed, as a deletion does)", killed)
	}
	return says
}

// allEnded reports whether no state of a container below a field is another one than terminated, and counts these. A copy
// may have lost what stood around them.
func allEnded(field any, ended *int, codes *[]int64) bool {
	switch value := field.(type) {
	case []any:
		for _, entry := range value {
			if !allEnded(entry, ended, codes) {
				return false
			}
		}
	case map[string]any:
		if state, is := value["state"].(map[string]any); is {
			last, over := state["terminated"].(map[string]any)
			if !over {
				return false
			}
			*ended++
			if code, is := last["exitCode"].(int64); is {
				*codes = append(*codes, code)
			}
			return true
		}
		for _, list := range []string{"containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"} {
			if !allEnded(value[list], ended, codes) {
				return false
			}
		}
	}
	return true
}
