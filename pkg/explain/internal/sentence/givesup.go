package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// Retry is what words tell of whether what failed is tried again.
type Retry int

// What words tell of it.
const (
	RetryUntold Retry = iota
	// Requeued is tried again by itself, by the queue that controllers have in common, after a pause that grows.
	Requeued
	// Dropped is tried again once something changes, or its controller starts anew.
	Dropped
	// Recorded is not even looked at again, since it has failed: somebody has to take that back.
	Recorded
)

// recorded is how controllers say that they pass over what has failed. To give up a wait is not that: most come back to it.
var recorded = regex.New(`(?i)\b(?:not|no longer|never|skip(?:s|ping)?|ignor(?:es|ing)) (?:be )?(?:process|reconcil|retry|handl|delet|deprovision)\w*\b[^.;]{0,60}\b(?:because|since|as|due to)\b[^.;]{0,60}\bfail` +
	`|\b(?:error|failed|failure|terminal|fatal) (?:state|status|phase)(?: (?:was |is |has been )?(?:detected|found|set|reached|observed))?[,;:.]? (?:so )?(?:skip|ignor|not |will not |won't )(?:be )?\w*(?: \w+)? ?(?:reconcil|process|retry|handl|delet|deprovision)\w*` +
	`|\b(?:skip(?:s|ping)?|ignor(?:es|ing)) (?:reconcil|process|deletion|delet)\w*[^.;]{0,60}\b(?:in|has|is in|reached) (?:an? |the |its )?(?:error|failed|failure|terminal|fatal) (?:state|status|phase)\b`)

// dropped is how they say that they do not try again what failed.
var dropped = regex.New(`(?i)\b(?:not|never|won't|no longer) (?:be )?(?:retried|tried again|try again|retry|retrying|requeued|requeue|requeuing)\b` +
	`|\b(?:will not|won't|not going to) attempt (?:any |more |further )*(?:retries|retry|attempts)\b` +
	`|\bno (?:more|further) (?:retries|attempts)\b|\b(?:retries|attempts) (?:are |were |have been )?exhausted\b|\bout of retries\b` +
	`|\bg(?:ave|ives?|iv(?:en|ing)) up (?:on|trying|retrying|deleting|deprovisioning|reconciling|after|until)\b|\bstop(?:s|ped|ping)? (?:retrying|trying)\b` +
	`|\b(?:exceed(?:ed|s)?|reached|hit) (?:its |the |their )?(?:max(?:imum)? )?(?:number of |count of )?(?:retry (?:limit|count)|retries|(?:deletion|delete) attempts)\b` +
	`|\b(?:retry|retries) (?:limit|count) (?:was |has been |is )?(?:exceeded|reached|hit)\b` +
	`|\bdropp(?:ed|ing) .{1,120} (?:out of|from) the (?:work ?)?queue\b`)

// terminal is how controller-runtime begins an error after which it does not come back to an object.
var terminal = regex.New(`(?:^|: |["'=])terminal error: `)

// ofOneCall is how clients end the tries of a single call, to which whoever made it comes back, and how one tells that the
// next try only comes later.
var ofOneCall = regex.New(`(?i)\b(?:GET|PUT|POST|PATCH|DELETE|HEAD) \S+ giving up after \d+ attempt\S*|\bmax(?:imum)? retries exceeded with url\b|\bexceeded maximum number of attempts, \d+` +
	`|\b(?:not|never|won't) (?:be )?(?:retried|retry|retrying|requeued|try again|tried again) (?:for|before|until) (?:another |the next )?\d\S*`)

// requeued is how controller-runtime, and those who are built like client-go's example, say that they put an object back
// into their queue.
var requeued = regex.New(`(?i)^"?reconciler error\b|\berror syncing ['"].*\brequeu(?:e?ing|ed)\b`)

// RetryOf is what words tell of whether what failed is tried again. A controller that says itself that it does not counts
// before its queue, which hands it the object all the same.
func RetryOf(words string) Retry {
	words = ofOneCall.ReplaceAllString(words, "")
	switch {
	case recorded.MatchString(words):
		return Recorded
	case terminal.MatchString(words), dropped.MatchString(words):
		return Dropped
	case requeued.MatchString(words):
		return Requeued
	}
	return RetryUntold
}

// GivesUp reports whether words say that what failed is not tried again.
func GivesUp(words string) bool { return RetryOf(words) >= Dropped }
