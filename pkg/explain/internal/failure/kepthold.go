package failure

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// keptByHold is how storage says that what is in it may not be deleted before a time, or before
// somebody lets it go.
var keptByHold = regex.New(`(?i)\b(?:under|has|have|with|on|in|within|because of|due to|(?:protected|locked|kept|held|blocked) by) (?:an? |the |its |active |\d+ )*(?:legal|litigation|retention|compliance) holds?\b` +
	`|\b(?:protected|locked|kept|held|blocked) by (?:an? |the |its )*(?:object lock|worm|immutability|retention)\b` +
	`|\b(?:under|within|in|because of|due to) (?:an? |the |its )*(?:object lock|immutability|retention) (?:period|polic(?:y|ies)|lock|mode)\b` +
	`|\b(?:object|objects|blob|blobs|bucket|backup|backups|snapshot|vault) (?:is|are) immutable\b`)
