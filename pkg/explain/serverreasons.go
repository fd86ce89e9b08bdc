package explain

// serverReasons are what the API server's own machinery does to the writes of a holder.
func serverReasons() []ReasonText {
	return []ReasonText{
		{
			Reason: WebhookDown, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "The server has to ask a webhook before it takes the removal, and the webhook does not answer.",
			Evidence: "The webhook's configuration applies to this object, its service has nothing behind it, or a trial fails.",
			Next:     "Start again what serves the webhook. Only where that is gone for good, take the webhook out of its configuration.",
		},
		{
			Reason: WebhookRefuses, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "A webhook refuses the removal.",
			Evidence: "A trial by the server (a dry run), with the webhook's words. It decides only where it was made in the holder's name.",
			Next:     "Do what it demands. The log of what answers for it may say more.",
		},
		{
			Reason: PolicyRefuses, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "An admission policy refuses the removal.",
			Evidence: "A trial by the server, with the policy's words.",
			Next:     "Do what the policy demands, or have its owner leave out what is being deleted.",
		},
		{
			Reason: ObjectInvalid, Verdicts: []Verdict{Stuck},
			Meaning:  "The object is no longer valid as it stands, so that the server takes no write to it.",
			Evidence: "A trial by the server, with the field that it names.",
			Next:     "Mend the field, or have the schema allow it again.",
		},
		{
			Reason: ConversionFails, Verdicts: []Verdict{Stuck, Undecided},
			Meaning:  "The object has to be converted between versions, and what converts it does not answer.",
			Evidence: "The definition of the kind, its service, and the error of a read or a trial.",
			Next:     "Start again what converts it.",
		},
		{
			Reason: OwnerInvalid, Verdicts: []Verdict{NotDeleting},
			Meaning:  "An ownerReference of the object names something that cannot own it. It lives on, or goes with nobody.",
			Evidence: "The reference, compared with what is there: another UID, another namespace, another scope.",
			Next:     "Look at its ownerReferences. Where one is wrong, take it out.",
		},
		{
			Reason: PutBack, Verdicts: []Verdict{NotDeleting},
			Meaning:  "The finalizer was taken off and put there again.",
			Evidence: "Two readings of the object, and who wrote in between.",
			Next:     "Ask the object to go first: its controller then stops putting the finalizer back.",
		},
		{
			Reason: NamespaceTerminating, Verdicts: []Verdict{Stuck},
			Meaning:  "The holder has to create an object first, in a namespace that takes none any more.",
			Evidence: "The words of the server in the object's conditions or events, and the namespace.",
			Next:     "Do by hand what the holder would have done: it cannot do its work in this namespace any more. Then take the finalizer off.",
		},
		{
			Reason: QuotaRefuses, Verdicts: []Verdict{Stuck},
			Meaning:  "The holder has to create an object first, and a quota has no room for it.",
			Evidence: "The words of the server, and the quota as it is now.",
			Next:     "Raise the quota, or delete what uses it up and nobody needs.",
		},
	}
}
