package explain

// Health is how a holder is, whatever it does about one object.
type Health string

// Of a holder whose health is the empty one, nothing could be found out.
const (
	Uninstalled Health = "Uninstalled"
	Missing     Health = "Missing"
	ScaledDown  Health = "ScaledDown"
	NotReady    Health = "NotReady"
	NotLeading  Health = "NotLeading"
	NotAllowed  Health = "NotAllowed"
	Running     Health = "Running"
	// Hidden is a holder that a managed cluster does not show.
	Hidden Health = "Hidden"
)

// Words say in few words how a holder is. They are empty where nothing is known.
func (h Health) Words() string {
	switch h {
	case Uninstalled:
		return "uninstalled"
	case Missing:
		return "no workload found"
	case ScaledDown:
		return "scaled to zero"
	case NotReady:
		return "not ready"
	case NotLeading:
		return "without a leader"
	case NotAllowed:
		return "lacks a right"
	case Running:
		return "running"
	case Hidden:
		return "not to be seen from here"
	}
	return ""
}
