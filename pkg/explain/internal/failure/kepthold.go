package failure

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// holdKeeps is how storage says that what is in it may not be deleted before a time, or before
	// somebody lets it go.
	holdKeeps = regex.New(`(?i)\b(?:under|has|have|on|because of|due to|(?:protected|locked|kept|held|blocked) by) (?:an? |the |its |active |\d+ )*(?:legal|litigation|retention|compliance) holds?\b` +
		`|\b(?:protected|locked|kept|held|blocked) by (?:an? |the |its )*(?:object lock|worm|immutability|retention)\b` +
		`|\b(?:object|objects|blob|blobs|bucket|backup|backups|snapshot|vault) (?:is|are) immutable\b`)
	// otherwise is what such words say besides where something else has failed.
	otherwise = regex.New(`(?i)\b(?:timed? ?out|timeout|invalid|must be|removed|released|expired|updat\w+|chang\w+|description)\b`)
)

// keptByHold reports whether something may not be deleted yet.
func keptByHold(text string) bool { return holdKeeps.MatchString(text) && !otherwise.MatchString(text) }
