package explain

// projectReasons are what a project's own rules find, and what waits before any deletion.
func projectReasons() []ReasonText {
	return []ReasonText{
		{
			Reason: PrerequisiteGone, Verdicts: []Verdict{Stuck},
			Meaning:  "The holder needs something else first, that is gone, and it does nothing for this object until that is back.",
			Evidence: "The reference in the object, and that what it names does not exist.",
			Next:     "Bring that back until the deletion is through. Where this is a leftover that nothing stands behind, take the finalizer off.",
		},
		{
			Reason: HookWaits, Verdicts: []Verdict{Waiting, Stuck, Undecided},
			Meaning:  "A hook: the program behind it has to take its finalizer off, or to add it first. The controller that manages the object never does.",
			Evidence: "The declaration of the hook, the state of the object's life cycle, and who wrote the finalizer.",
			Next:     "Have that program do its part. The field manager tells which one it is.",
		},
		{
			Reason: DeleteAwaited, Verdicts: []Verdict{Waiting, Stuck, Undecided},
			Meaning:  "The object is chosen to go, and something has to happen before anybody asks for its deletion.",
			Evidence: "The mark of the controller that has chosen it, with its time.",
			Next:     "See to what has to happen first. The deletion follows by itself.",
		},
		{
			Reason: DeleteRefused, Verdicts: []Verdict{NotDeleting},
			Meaning:  "A request to delete the object would be refused.",
			Evidence: "The mark or the object that protects it, and the webhook that enforces it.",
			Next:     "Let what protects it go first, or take the mark off. Then it can be deleted.",
		},
		{
			Reason: LifecycleStalled, Verdicts: []Verdict{Stuck, Undecided, Progressing, NotDeleting},
			Meaning:  "The object could go on to its next state, and its controller has not noticed, or does not go on with it any more.",
			Evidence: "The state, its age, and that all is there that the controller waits for; which release of the controller runs, and with which gates.",
			Next:     "Make the controller look again, for example with an annotation that means nothing to it.",
		},
	}
}
