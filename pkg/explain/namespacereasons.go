package explain

// namespaceReasons are what keeps a namespace, and what is in one that is going.
func namespaceReasons() []ReasonText {
	return []ReasonText{
		{
			Reason: PodsFirst, Verdicts: []Verdict{Waiting},
			Meaning:  "Pods are left in the namespace. Nothing else in it is asked to go before they are gone.",
			Evidence: "The pods, listed now. The namespace's own conditions may claim otherwise, and are compared.",
			Next:     "Ask `why-stuck` about the pods.",
		},
		{
			Reason: ContentRemains, Verdicts: []Verdict{Waiting, Progressing},
			Meaning:  "The pods are gone, and other objects are not.",
			Evidence: "The objects, listed now, and what holds them.",
			Next:     "Ask `why-stuck` about the first of them.",
		},
		{
			Reason: ContentNotAsked, Verdicts: []Verdict{Stuck},
			Meaning:  "Objects are left that nobody has asked to go, although their turn has come.",
			Evidence: "The objects, the words of the namespace controller, and what refuses their deletion.",
			Next:     "Mend what refuses their deletion, or delete them yourself. `--dry-run=server` tries it.",
		},
		{
			Reason: DiscoveryFails, Verdicts: []Verdict{Stuck},
			Meaning:  "An API group does not answer, so that nobody knows all kinds that the namespace may hold. No namespace can go while that lasts.",
			Evidence: "The APIService, and the service behind it.",
			Next:     "Bring that service back, or install it again. Only where it is gone for good, remove its registration.",
		},
		{
			Reason: ContentUnlistable, Verdicts: []Verdict{Stuck},
			Meaning:  "The server cannot list a kind, so that what there is of it cannot be deleted.",
			Evidence: "The error of the list, and what has to convert the objects.",
			Next:     "Start again what converts them.",
		},
		{
			Reason: Undecodable, Verdicts: []Verdict{Stuck},
			Meaning:  "The API server cannot decode something that it has stored. Every list of its kind fails.",
			Evidence: "The server's own error, with the key in its store.",
			Next:     "Restore it from a backup of the store where it matters what it held. Otherwise delete it unread, as a trial first.",
		},
		{
			Reason: NotAskedYet, Verdicts: []Verdict{NotAsked},
			Meaning:  "Nobody has asked the object to go, although its namespace is going.",
			Evidence: "The deletion of the namespace, and the pods that go first.",
			Next:     "See what the namespace waits for.",
		},
	}
}
