package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// outsideGone is how somebody of a cluster says that what an object stands for outside of it is not there
// any more.
var outsideGone = regex.New(`(?i)\b(?:does not|doesn't|no longer) exists? (?:in|at|on) (?:the |its )?(?:cloud|provider|backend|infrastructure)\b` +
	`|\b(?:cloud )?(?:instance|virtual machine|vm|load ?balancer|volume|disk)(?: (?:id )?"?[\w./:-]*[\d-][\w./:-]*"?)?:? (?:was |is |could |can )?(?:not (?:be )?found|does not exist|no longer exists|is gone)\b` +
	`|\b(?:Invalid)?(?:Instance|LoadBalancer|Volume|Disk)(?:ID)?\.?NotFound\b`)

// OutsideGone reports whether words say that what an object stands for outside of the cluster is not
// there any more.
func OutsideGone(words string) bool { return outsideGone.MatchString(words) }
