package prose

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// wantedHead is a head of the forms in which problems are reported that asks what should have come to pass.
	wantedHead = regex.New(`(?i)^[\s#>*_-]*(?:what (?:did|do) you expect(?:ed)?(?: to (?:happen|see))?|expected(?: (?:behaviou?rs?|results?|outcomes?|outputs?))?)\W*$`)
	// anyHead is a line that stands above others.
	anyHead = regex.New(`^\s*(?:#+ |\*\*|__)|:\s*$`)
)

// WithoutWanted are the lines without what is first answered below a head that asks what should have come to pass: that is
// no complaint.
func WithoutWanted(lines []string) []string {
	out, below := lines, false
	for i, line := range lines {
		switch {
		case strings.Contains(line, "xpect") && wantedHead.MatchString(line):
			below = true
		case below && strings.TrimSpace(line) != "":
			if below = false; !anyHead.MatchString(line) {
				out = slices.Clone(out)
				out[i] = ""
			}
		}
	}
	return out
}
