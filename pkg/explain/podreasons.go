package explain

// podReasons are what keeps a pod beside its finalizers, and any object for a time.
func podReasons() []ReasonText {
	return []ReasonText{
		{
			Reason: GraceRuns, Verdicts: []Verdict{InGrace},
			Meaning:  "The object still has the time that it was given to end.",
			Evidence: "Its deletion timestamp, which lies in the future.",
			Next:     "Wait until it is over.",
		},
		{
			Reason: NodeGone, Verdicts: []Verdict{Stuck, Undecided, Waiting},
			Meaning:  "The pod's node does not exist, so that no kubelet ends the pod.",
			Evidence: "That the node is not found, and whether the controller runs that collects such pods.",
			Next:     "Wait two minutes. Force the deletion only where the machine is gone for good.",
		},
		{
			Reason: NodeNotReady, Verdicts: []Verdict{Stuck, Waiting},
			Meaning:  "The pod's node is not well, or has not been heard of.",
			Evidence: "The conditions and taints of the node.",
			Next:     "Bring the node back. Only where the machine is off for good, mark it out of service.",
		},
		{
			Reason: KubeletSilent, Verdicts: []Verdict{Stuck},
			Meaning:  "The kubelet has stopped renewing its Lease, while its node still counts as ready.",
			Evidence: "The Lease of the node.",
			Next:     "Start the kubelet again. Force the deletion only where the machine is gone for good.",
		},
		{
			Reason: KubeletUnfinished, Verdicts: []Verdict{Undecided, Waiting, Stuck},
			Meaning:  "The kubelet is well and has not finished with the pod.",
			Evidence: "The containers that still run, and the kubelet's events.",
			Next:     "Mend what the kubelet names, on the node, or start it anew.",
		},
	}
}
