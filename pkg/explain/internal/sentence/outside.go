package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// outsideGone is how somebody of a cluster says that what an object stands for outside of it is not there
// any more.
var outsideGone = regex.New(`(?i)\b(?:does not|doesn't|no longer) exists? (?:in|at|on) (?:the |its )?(?:cloud|provider|backend|infrastructure)\b` +
	`|\b` + outsideThing + `(?: ?id)?(?: "?[\w./:-]*[\d-][\w./:-]*"?)?:? (?:was |is |could |can )?(?:not (?:be )?found|does not exist|no longer exists|is gone)\b` +
	`|\b(?:unable to|cannot|can't|could not|failed to) (?:find|locate) (?:the )?` + outsideThing + `(?: (?:by|with|for|id|uuid)\b| "?[\w./:-]*\d|[:.;,]|$)` +
	`|\b` + outsideThing + `(?: "?[\w./:-]*\d[\w./:-]*"?)? (?:was|has been) (?:removed|deleted|terminated|destroyed) (?:from|in|at|outside of) (?:the |its )?(?:cloud|provider|backend|infra|infrastructure|account|region|vsphere|vcenter|aws|azure|gcp|openstack)\b` +
	`|\b(?:Invalid)?(?:Instance|LoadBalancer|Volume|Disk)(?:ID)?\.?NotFound\b`)

// outsideThing is what an object may stand for.
const outsideThing = `(?:(?:cloud )?(?:instance|virtual machine|vm|load ?balancer|volume|disk|access point|file ?system))`

// OutsideGone reports whether words say that what an object stands for outside of the cluster is not
// there any more.
func OutsideGone(words string) bool {
	return outsideGone.MatchString(words) && !strings.Contains(strings.ToLower(words), "credential")
}
