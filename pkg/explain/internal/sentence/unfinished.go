package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// unfinished is how controllers that come back to what they have begun say that it has not ended yet,
// with nothing behind it that would tell why. What happens then may follow: requeue.
var unfinished = regex.New(`(?i)(?:\b(?:deletion|removal|destruction|termination|deprovisioning|uninstallation|teardown|clean-?up|destroy|delete)` +
	`(?: job| request| operation)?(?: (?:of|for) [\w./-]+(?: [\w./-]+)?)?` +
	`(?:,? (?:is |are |has |have |was )?(?:still )?not (?:yet )?(?:been )?(?:complete|completed|finished|done)(?: yet)?` +
	`| (?:isn't|hasn't|hasn't been) (?:complete|completed|finished|done)(?: yet)?` +
	`| (?:is |are )?(?:still |already )?(?:in progress|under way|ongoing|running))` +
	`|\b(?:not yet (?:been )?|(?:is|are) still being )(?:deleted|removed|destroyed|terminated|deprovisioned|gone)` +
	`|\b(?:not|hasn't|haven't|isn't|aren't) (?:been )?(?:deleted|removed|destroyed|terminated|deprovisioned|gone) yet)` +
	`(?:[,;.]? *(?:\(?(?:will )?(?:requeu(?:e|ing)|retry(?:ing)?|try(?:ing)? again|check(?:ing)? again)[^:]{0,40})?)[.!"\s]*$`)

// Unfinished reports whether words end by saying that what was begun has not ended yet, and tell of
// nothing that would keep it.
func Unfinished(words string) bool { return unfinished.MatchString(words) }
