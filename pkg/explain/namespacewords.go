package explain

import (
	"fmt"
	"strings"
)

// namesShown is how many of several names a message spells out.
const namesShown = 3

// number counts things: "1 pod", "2 pods".
func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// namedFew lists names and counts those that there is no room for.
func namedFew(names []string) string {
	if len(names) <= namesShown {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:namesShown], ", ") + fmt.Sprintf(" and %d more", len(names)-namesShown)
}
