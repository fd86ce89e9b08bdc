package failure

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// How those who refuse an act name who asked for it, the right that is missing, and on what.
const (
	// whoAsks is an account, as ARNs, addresses and paths name it, or behind what it is: role/turner, user "anna".
	whoAsks = `((?:\b(?i:role|user|group|principal|client|identity|service ?account)[ /](?:[\w.@/-]*\w|["'][^"']+["'])|[\w.-]*\w[/:@]\S*\w))["']?`
	// isRefused is how they say that it may not, before the right.
	isRefused = ` (?:is|was|are|has been) (?:not (?:authori[sz]ed|allowed|permitted|entitled)(?: to (?:perform|do|use|execute|call|invoke))?|denied|refused):? (?:the )?(?:action |operation |permission |right )?`
	// lacksRight is the same where the right is called one.
	lacksRight = ` (?:lacks|needs|misses|is missing|does not have|doesn't have|has no) (?:the )?(?:permissions?|rights?|privileges?)(?: to| for|:)? `
	// theRight is a right as those name it who have many: s3:DeleteBucket, storage.buckets.delete.
	theRight = `["']?([A-Za-z][\w-]*:[\w*]+|[A-Za-z][\w-]*(?:\.[\w*]+){2,})["']?`
	// onWhat is what it is missing on: one word, or two of which the second looks like a name or ends the clause.
	onWhat = ` (?:on|over|for) (?:the )?(?:resource:? )?(?:(["'][^"']+["']|[a-z]+ ["']?[\w*@]*[-\d./:][\w.:/*@-]*\w)|(` + whatRights + ` ["']?[\w-]*\w["']?)(?:$|[,.;:)])|([\w*][\w.:/*@-]*[\w*]))`
	// whatRights are on what clouds give rights.
	whatRights = `(?:bucket|table|queue|topic|key|secret|volume|disk|instance|database|cluster|role|project|vault|zone|registry|repository|snapshot|network|function|stack)`
	// denyIn is how AWS tells that no right would help, as something denies it to all who have one.
	denyIn = `[^;]*? with an explicit deny in (an? [a-z -]*?(?:policy|boundary))\b`
)

// rightsNamed are the ways to give a right that the words name.
func rightsNamed() []way {
	return ways(
		whoAsks+isRefused+theRight+denyIn, "have who manages that account take the explicit deny of $2 for $1 out of $3: while it is there, no right helps",
		whoAsks+isRefused+theRight+onWhat, "give $1 the right $2 on ${3}${4}${5}",
		whoAsks+lacksRight+theRight+onWhat, "give $1 the right $2 on ${3}${4}${5}",
		whoAsks+isRefused+theRight, "give $1 the right $2",
		whoAsks+lacksRight+theRight, "give $1 the right $2",
		`([\w.-]+@[\w.-]*\w) does not have `+theRight+` access`, "give $1 the right $2",
		`(?i:not authori[sz]ed to perform):? `+theRight+onWhat, "give the account that it works with the right $1 on ${2}${3}${4}",
		`(?i:not authori[sz]ed to perform):? `+theRight, "give the account that it works with the right $1",
		`(?i)permission denied to (drop|reassign) objects(?:$|["')\]]|[.,;:](?:\s|$)| \()`, "make the user that it works as a member of the role whose objects it is to $1 (GRANT that role TO that user): only who has the rights of a role may do that",
		`(?i)must be (?:a )?member of role "?([\w.@-]*\w)"?`, "make the user that it works as a member of role $1 (GRANT $1 TO that user)",
		`(?i)must be able to set role "?([\w.@-]*\w)"?`, "let the user that it works as set role $1 (GRANT $1 TO that user WITH SET TRUE)",
		`(?i)must be superuser to ([a-z]+(?: [a-z]+)?)\b`, "have its controller work as a superuser, who alone may $1, or do that by hand as one",
		`(?i)you need \(at least one of\) the ([A-Z, ]+?) privilege`, "grant the user that it works as one of these privileges: $1",
		`(?i)permission denied to ((?:drop|create|alter|reassign|grant|revoke|set|rename|terminate) [a-z]+(?: [a-z]+)?)(?:$|["')\]]|[.,;:](?:\s|$)| \()`, "give the user that it works as the right to $1",
		`(?i)permission denied for ((?:relation|table|schema|database|sequence|function|view) "?[\w.-]*\w"?)`, "give the user that it works as the right on $1",
	)
}

// rightLacked is how words tell of a right that is missing which have none of the usual ones.
var rightLacked = regex.New(`\bnot (?:authori[sz]ed|allowed|permitted|entitled) to perform:? ["']?[a-z][\w-]*:[a-z*]|\b(?:lacks|is missing|does not have) (?:the )?(?:permission|right|privilege)s?\b|\bpermissions? (?:to|for) [^.;:"]{2,60}? (?:was|were|is|are|has been) (?:denied|refused)\b`)
