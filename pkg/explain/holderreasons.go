package explain

// holderReasons are the ladder of a holder's health, from the worst.
func holderReasons() []ReasonText {
	return []ReasonText{
		{
			Reason: NobodyRemoves, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "No controller in existence takes this finalizer off any more. The release that did is out of use, or it looked for something that never comes. It is Undecided where it cannot be told which release runs.",
			Evidence: "The catalogue entry of the finalizer says that no release takes it off, with the source in which that was read; for a project's own rules, what the object's fields name and what became of it.",
			Next:     "Make sure that what the finalizer guarded is cleaned up. Then `kubectl finalizers remove`, which first prints a plan.",
		},
		{
			Reason: HolderUninstalled, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "What the holder belongs to was removed: its namespace, its package or its whole project.",
			Evidence: "A documented workload that is in no namespace, a namespace or package revision that the definition of the kind names and that does not exist.",
			Next:     "Install it again, so that it can clean up. Only where it is gone for good, look at what a removal by hand costs.",
		},
		{
			Reason: HolderMissing, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "No workload was found that could be the holder, although what it left behind tells that there was one.",
			Evidence: "The workload that the catalogue names, the package or operator that the kind came with, the accounts that may change the kind, and that nothing of it runs. It is only Stuck where the place to look is known; a controller can run outside the cluster.",
			Next:     "Install it again, once it is sure that it runs nowhere under another name.",
		},
		{
			Reason: HolderScaledDown, Verdicts: []Verdict{Stuck},
			Meaning:  "The holder is scaled to zero, fits no node, or is suspended, so that nothing acts.",
			Evidence: "The replicas of its Deployment, StatefulSet or DaemonSet; the field spec.suspend of its CronJob or Job.",
			Next:     "Scale it up again, or resume it; once it runs it acts on all its objects. Find out why it was scaled down.",
		},
		{
			Reason: HolderNotReady, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "The holder has no ready pod: its pods crash, wait, cannot be placed, or cannot be made; or the last Job of its CronJob failed. Of a DaemonSet, which acts node by node, it is the pod on the node that the object is about.",
			Evidence: "The status of the workload and of its pods, and what the ReplicaSet says when it cannot make any.",
			Next:     "Mend what its pod names: create what is missing, have its image pulled, give it room, or mend what its last words say (`kubectl logs --previous`).",
		},
		{
			Reason: HolderNotLeading, Verdicts: []Verdict{Stuck},
			Meaning:  "The holder looks ready and does nothing: whoever leads has stopped renewing the leader election.",
			Evidence: "The renew time of its Lease against the time that the Lease is valid for.",
			Next:     "Start its pods anew; another one takes over. Its log says where it hangs.",
		},
		{
			Reason: HolderNotAllowed, Verdicts: []Verdict{Stuck},
			Meaning:  "The holder runs and lacks a right that it needs to take the finalizer off.",
			Evidence: "Access reviews of its ServiceAccount, verb by verb, and which of its bindings or roles is missing or gives too little.",
			Next:     "Give the right back. `kubectl auth can-i --as` tells whether it has it.",
		},
		{
			Reason: Excluded, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "The holder was told to leave this object alone: it is paused, suspended, outside of its namespaces, or filtered out.",
			Evidence: "The field, annotation or label on the object or its owner, or the flag in the holder's own command line.",
			Next:     "If the deletion is meant, take the mark off. Read first why it was set: a backup or a migration may be under way.",
		},
		{
			Reason: Failing, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "The holder tries and fails.",
			Evidence: "Its words in the object's conditions and events, with their age and number. One young failure proves nothing and is called an attempt.",
			Next:     "Mend what the message names: a right, an address, a quota, something in the cloud that is still in use.",
		},
		{
			Reason: Blocked, Verdicts: []Verdict{Waiting, Stuck, Undecided},
			Meaning:  "The holder waits for something: for an object to go, to let go of this one, to finish, or to be ready.",
			Evidence: "What the object's conditions, fields or events name, and that it was looked up and exists. It is Waiting where that is on its way or the time that its words name is still to come, Stuck where nobody has asked for it or it fails itself, and Undecided where nothing is seen to move.",
			Next:     "End what it waits for, or do what its words ask for; `why-stuck` says what keeps that. Do not remove this finalizer: it does its work.",
		},
		{
			Reason: Working, Verdicts: []Verdict{Progressing},
			Meaning:  "The holder did something for it a moment ago.",
			Evidence: "A write to the object, a change between two looks, content of a namespace that went away.",
			Next:     "Wait, or follow it with `kubectl finalizers watch`.",
		},
		{
			Reason: Silent, Verdicts: []Verdict{Undecided, Waiting, Stuck},
			Meaning:  "The holder runs, or cannot be seen from here, and tells nothing of what it waits for.",
			Evidence: "That it is ready and allowed, and that neither conditions nor events say anything about the deletion. It is Waiting where the holder is a CronJob whose next run is still to come, and Stuck where whoever copied it writes beside it that it hangs.",
			Next:     "Read its log, from the minute of the deletion on. `--observe 20s` tells whether anything moves.",
		},
		{
			Reason: HolderUnknown, Verdicts: []Verdict{Undecided, Stuck},
			Meaning:  "Nothing tells which controller takes this finalizer off.",
			Evidence: "Who wrote it, if the object still tells; that no catalogue entry, right, label or name leads to a controller, or none surely: then what is nearest is named. It is Stuck where whoever copied it writes beside it that it hangs.",
			Next:     "Find out who wrote the finalizer, and ask them. A catalogue entry of your own settles it for the next time.",
		},
		{
			Reason: JustAsked, Verdicts: []Verdict{Undecided},
			Meaning:  "The deletion is so young that silence means nothing.",
			Evidence: "The age of the deletion.",
			Next:     "Look again in a moment, or watch before judging: `--observe 20s`.",
		},
		{
			Reason: Circle, Verdicts: []Verdict{Stuck},
			Meaning:  "What the holder waits for waits for this object in turn.",
			Evidence: "The chain, object by object, back to where it began.",
			Next:     "None of them goes first by itself. Find the one that costs least to let go by hand, and look at its plan.",
		},
		{
			Reason: WouldHold, Verdicts: []Verdict{NotDeleting},
			Meaning:  "The object is not being deleted. The finalizer would hold it if it were.",
			Evidence: "The finalizer, and whose it is.",
			Next:     "Nothing has to be done.",
		},
	}
}
