package explain

// namespaceMemory is what namespaces hold.
type namespaceMemory struct {
	contents memo[string, map[string]*content] // by namespace or, under "", of all
	leaving  memo[string, int]                 // one value: how many namespaces are going
}
