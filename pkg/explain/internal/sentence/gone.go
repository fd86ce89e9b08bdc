package sentence

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

var (
	// partGone is how people tell that who would act was taken away, or what lets that act, and thingGone that something was which
	// the object may wait for.
	partGone  = regex.New(`(?i)\b(?:operator|controller|manager|provisioner|driver|agent|(?:cluster ?)?role(?: ?binding)?|service ?account)s?\b[^.;:?]{0,24}?\b(?:(?:has|have|had) (?:already |also |long |since |first )*been|was|were|is|are) (?:already |also |long |since |first )*(?:deleted|removed|uninstalled|gone)\b`)
	thingGone = regex.New(`(?i)\b(?:was|were|has been|have been|had been|is|are) (?:already )?(?:deleted|removed|gone) (?:successfully|manually|by hand|already)\b|\b(?:was|were) (?:already |manually |successfully )+(?:deleted|removed)\b|\bdelete it manually\b` +
		`|\b(?:i|we)(?:'ve| have|’ve)? (?:already |also |first |just )*(?:deleted|removed|uninstalled) (?:all|every|each|both|the other)\b|\bgot (?:already |all )?(?:deleted|removed)\b` +
		`|\bthere (?:are|is|were) no(?: other)? [\w-]+(?: [\w-]+)? ?(?:currently |still )?(?:running|left|remaining|any ?more)\b`)
	// supposing is how people speak of what is not so, or not yet.
	supposing = regex.New(`(?i)\b(?:if|when|until|unless|once|before|not|never|should|would|expected?)\b`)
)

// TellsGone reports whether a sentence tells, and does not only suppose, that who would act was taken
// away, or something that may be waited for.
func TellsGone(said string) bool {
	return !supposing.MatchString(said) && (partGone.MatchString(said) || thingGone.MatchString(said))
}
