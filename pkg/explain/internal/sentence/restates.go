package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// restating is a text that says no more than that something is being deleted or ended: "Node is
// deleting or marked for deletion", "Stopping container a". One that names what is being deleted
// may tell of something else.
var restating = regex.New(`^(?i)(?:` +
	`(?:(?:the|this) )?[a-z]+ (?:is|was|has been)(?:(?:,| or| and)? ?(?:already |currently |now |being |is )?(?:deleting|deleted|terminating|terminated|(?:marked|scheduled) for (?:deletion|termination)))+` +
	`|(?:killing|stopping|deleting|terminating|removing)(?: (?:the|this|container|pod|node|resource|object))*(?: \S+)?` +
	`|deletion(?: (?:is|was|has been))? (?:requested|triggered|started|in progress)` +
	`|(?:cannot|can't|could not|not|will not|skipp?(?:ing|ed)?) [^:;]{1,60}(?::|,? (?:because|since|as)) (?:(?:the|this|it|state|its) ?)*(?:[a-z]+ )?(?:is|was|has been) (?:already |being )?(?:deleting|deleted|terminating|(?:deleting or )?(?:marked|scheduled) for (?:deletion|termination))` +
	`)[.!]?$`)

// Restates reports whether a text says no more of a deletion than that it was asked for: that is
// never why it does not end.
func Restates(text string) bool { return restating.MatchString(strings.TrimSpace(text)) }

var (
	// goesByType is how conditions are called that are true while the object itself goes.
	goesByType = regex.New(`^(?i:deleting|terminating|deletion(?:started|triggered|requested|in_?progress)?)$`)
	// deletionFailed is how a reason says that the deletion of the object failed, in one word.
	deletionFailed = regex.New(`^(?i:(?:delet(?:e|ion|ing)|terminat(?:e|ion|ing)|destroy(?:ing)?|finali[sz](?:e|ation|er)|deprovision(?:ing)?|clean[ _-]?up)[ _-]?(?:call|resource|object)?[ _-]?(?:failed|failure|failing|error)|(?:failed|cannot)[ _-]?(?:to[ _-]?)?(?:delet(?:e|ion)|terminat(?:e|ion)|destroy|finali[sz](?:e|ation)|deprovision|clean[ _-]?up))$`)
	// deleteFails is how a message begins that says so.
	deleteFails = regex.New(`^(?i:(?:the )?(?:delete|deletion|destroy|finali[sz]\w+|deprovision\w*|clean[ -]?up)(?: \w+)? (?:failed|fails|error)\b)`)
)

// Goes reports whether a condition of that type is true while the object itself goes.
func Goes(kind string) bool { return goesByType.MatchString(kind) }

// DeletionFailed reports whether a reason or a message says that the deletion of the object failed.
func DeletionFailed(reason, message string) bool {
	return deletionFailed.MatchString(reason) || deleteFails.MatchString(message)
}
