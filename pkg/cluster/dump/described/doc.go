// Package described reads what kubectl describe prints back into objects, as far as that
// tells of a deletion. It knows nothing of dumps; only dump imports it.
package described
