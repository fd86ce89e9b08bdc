package phrase

import "strings"

// KinDomains reports whether one of two domains is the other, or below it: groups of one project mostly are.
func KinDomains(one, other string) bool {
	return one == other || strings.HasSuffix(one, "."+other) || strings.HasSuffix(other, "."+one)
}
