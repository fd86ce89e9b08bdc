package explain

// Elsewhere is another cluster in which an object of the same name may live,
// such as the one that a management cluster was moved to.
type Elsewhere struct {
	// Name is what a person calls it: the context of a kubeconfig.
	Name   string
	Reader Reader
}
