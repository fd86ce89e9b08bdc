package explain

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
