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
	// AtSpec is tried again once its spec changes.
	AtSpec
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

// untilSpec is how they say that a change of the spec has it tried again.
var untilSpec = regex.New(`(?i)\b(?:until|unless|before|without) (?:a |its |the |their )?(?:\w+ )?(?:spec|specification|generation)\b[^.;]{0,30}\b(?:chang|updat|modif|edit|fix|correct)`)

// RetryOf is what words tell of whether what failed is tried again. A controller that says itself that it does not counts
// before its queue, which hands it the object all the same.
func RetryOf(words string) Retry {
	words = ofOneCall.ReplaceAllString(words, "")
	switch {
	case recorded.MatchString(words):
		return Recorded
	case dropped.MatchString(words) && untilSpec.MatchString(words):
		return AtSpec
	case terminal.MatchString(words), dropped.MatchString(words):
		return Dropped
	case requeued.MatchString(words):
		return Requeued
	}
	return RetryUntold
}

// GivesUp reports whether words say that what failed is not tried again.
func GivesUp(words string) bool { return RetryOf(words) >= Dropped }

var (
	// anothers is how controllers say that another instance of them has to act: of another one,
	// or not of this one.
	anothers = regex.New(`(?i)\b(?:(?:ignor|skip)\w*\b[^.;]*\b(?:of|by|to|for|from|in) (?:another|other|a different|different)|(?:belongs?|belonging|owned|assigned|handled|managed) (?:to|by) (?:another|other|a different|different)` +
		`|not (?:ours?|mine|responsible|managed|handled|watched|assigned|owned)\b[^.;]*|does ?n[o']t (?:match|belong to)(?: \w+)??) ` +
		`(?:\w+ )?(?:shard|instance|replica|partition|class|controller|operator|tenant|zone|region|cell|selector|hub|agent)\b`)
	// pauses is how they say that they were told to leave an object alone.
	pauses = regex.New(`(?i)\b(?:(?:reconcil\w*|management|managing|sync\w*)(?: (?:of|for)(?: [\w./-]+){1,3})? (?:is|are|has been) (?:paused|suspended|disabled|on hold|turned off)` +
		`|(?:controller|object|resource|deletion|it|owner|parent) (?:is|has been) (?:paused|suspended|on hold)|(?:is|was|has been) (?:locked|frozen)\b[^.;]*\b(?:skip|ignor|not reconcil)\w*|(?:skip|ignor)(?:s|ped|ping|es|ed|ing) (?:a )?(?:locked|frozen)|(?:is |marked |set )(?:as )?unmanaged|paused by|suspended by|skipping paused|skipping suspended)\b`)
)

var (
	// guarded is how they say that an object is guarded against its deletion, and leavesIt that they do nothing about it.
	guarded = regex.New(`(?i)\b(?:(?:deletion|delete|termination|teardown|destroy)[- _]?(?:protect(?:ion|ed)|lock|guard) (?:is )?(?:on|enabled|set|active|true)\b|(?:is|are) protected (?:from|against) (?:deletion|termination|being deleted)|` +
		`(?:teardown|cleanup|termination) (?:is|was|has been) (?:paused|suspended|on hold|halted))`)
	leavesIt = regex.New(`(?i)\b(?:leav(?:es?|ing)\b[^.;]*\balone\b|(?:not|refus\w+ to|won't|will not) (?:be )?delet(?:e|ed|ing)\b|skip\w* (?:the )?(?:deletion|teardown|cleanup)\b)`)
)

// othersFinalizers is how controllers say that the finalizers which are left are none of theirs.
var othersFinalizers = regex.New(`(?i)\b(?:none of (?:our|its|my) (?:\w+ )?finalizers?|our (?:\w+ )?finalizer (?:is|was) (?:not (?:there|present|set)|gone|removed already))\b`)

// LeftToOthers reports whether a controller says that another one, or another instance of it, has to act.
func LeftToOthers(text string) bool { return anothers.MatchString(text) }

// Halts reports whether a controller says that it was told to leave an object alone, or that this is guarded.
func Halts(text string) bool { return pauses.MatchString(text) || guarded.MatchString(text) }

// LeavesIt reports whether a controller says that it does nothing about a deletion.
func LeavesIt(text string) bool { return leavesIt.MatchString(text) }

// OfOthersFinalizers reports whether a controller says that the finalizers which are left are none of its own.
func OfOthersFinalizers(text string) bool { return othersFinalizers.MatchString(text) }
