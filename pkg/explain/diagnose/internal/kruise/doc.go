// Package kruise is what the checks of OpenKruise need beyond their expressions: which release of it
// runs with which gates, for how long a pod is in a state, and who is behind a lifecycle hook.
package kruise
