package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// givesUp is how controllers say that they do not try again what failed. To give up a wait is not that:
// most come back to it.
var givesUp = regex.New(`(?i)\b(?:not|no longer|never|skip(?:s|ping)?|ignor(?:es|ing)) (?:be )?(?:process|reconcil|retry|handl|delet|deprovision)\w*\b[^.;]{0,60}\b(?:because|since|as|due to)\b[^.;]{0,60}\bfail` +
	`|\b(?:not|never|won't|no longer) (?:be )?(?:retried|tried again|try again|retry|retrying|requeued)\b` +
	`|\b(?:will not|won't|not going to) attempt (?:any |more |further )*(?:retries|retry|attempts)\b` +
	`|\bno (?:more|further) (?:retries|attempts)\b|\b(?:retries|attempts) (?:are |were |have been )?exhausted\b` +
	`|\bg(?:ave|ives?|iving) up (?:on|trying|retrying|deleting|deprovisioning|reconciling|after)\b`)

// GivesUp reports whether words say that what failed is not tried again.
func GivesUp(words string) bool { return givesUp.MatchString(words) }
