package explain

// kubernetesReasons are what the finalizers of Kubernetes itself wait for.
func kubernetesReasons() []ReasonText {
	return []ReasonText{
		{
			Reason: InUse, Verdicts: []Verdict{Stuck, Waiting, Undecided},
			Meaning:  "Other objects use this one: pods a claim, a VolumeAttachment a volume, a Service an address.",
			Evidence: "The users by name, with the state of each.",
			Next:     "See to the users. `why-stuck` says how to end each, and what that takes: a StatefulSet that is scaled down may delete its claims.",
		},
		{
			Reason: DriverMissing, Verdicts: []Verdict{Stuck},
			Meaning:  "The storage driver that has to act is not installed any more.",
			Evidence: "That it is not registered, and that no node has it.",
			Next:     "Install the driver again until the volume is detached.",
		},
		{
			Reason: DependentsRemain, Verdicts: []Verdict{Waiting, Undecided, Stuck},
			Meaning:  "A foreground deletion waits for dependents that have not gone yet.",
			Evidence: "The dependents that block it, by UID, and what keeps each.",
			Next:     "Ask `why-stuck` about what is left. Do not delete the owner again: a plain delete ends the waiting and leaves the dependents behind.",
		},
		{
			Reason: CollectorBlind, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "The garbage collector cannot see a dependent, or cannot look up one of its owners, so that it never decides.",
			Evidence: "The reference that leads nowhere, or the API group that does not answer.",
			Next:     "Take the reference out that leads nowhere, or bring the API group back.",
		},
		{
			Reason: ReferencesRemain, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "Dependents still name an owner that is to leave them behind.",
			Evidence: "The dependents, and a trial of the change that the garbage collector has to make to them.",
			Next:     "Mend what refuses that change; the collector tries again by itself.",
		},
		{
			Reason: InstancesRemain, Verdicts: []Verdict{Waiting},
			Meaning:  "Objects of a definition's kind are not gone yet.",
			Evidence: "The objects, listed now; what the definition's condition says is shown beside it.",
			Next:     "Ask `why-stuck` about the objects.",
		},
		{
			Reason: InstancesUnreadable, Verdicts: []Verdict{Stuck},
			Meaning:  "The objects of a definition's kind cannot be listed, so that they cannot be deleted either.",
			Evidence: "The error of the list, and the condition of the definition.",
			Next:     "Bring back what converts them. Where it is gone for good, read first how the versions differ.",
		},
		{
			Reason: PodUnfinished, Verdicts: []Verdict{Stuck},
			Meaning:  "A Job waits for the kubelet to report that its pod has ended.",
			Evidence: "The phase of the pod, and the state of its node.",
			Next:     "Bring the node back, so that its kubelet reports how the pod ended.",
		},
		{
			Reason: JobElsewhere, Verdicts: []Verdict{Undecided},
			Meaning:  "Another controller than that of Kubernetes runs the Job of the pod.",
			Evidence: "The field `spec.managedBy` of the Job.",
			Next:     "Have that controller go on.",
		},
	}
}
