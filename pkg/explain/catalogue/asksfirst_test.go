package catalogue

import (
	"regexp"
	"testing"
)

var (
	// deletes is a step, or a part of one, that has something deleted which is none of what keeps an object from going by
	// itself: a finalizer, an annotation, a label, a policy.
	deletes = regexp.MustCompile(`(?i)(?:^|[;:,.] |\b(?:or|and|then) )(?:or |and |then )?(?:delete|remove|uninstall|destroy|drop)\b`)
	spared  = regexp.MustCompile(`(?i)\b(?:delete|remove|drop)\b (?:the |that |this |these |its )?(?:\w+ ){0,2}(?:finalizers?|annotations?|labels?|policies|policy|protection)\b`)
	// asks is how a step asks whether that may go, or says why it may.
	asks = regexp.MustCompile(`\b(?:if|where|whether|only|unless|once|may|nobody|no longer|not needed|no(?:thing)? (?:needs|stands)|nothing|neither|none|by hand|until|decide)\b`)
)

// deletesUnasked reports whether a step leads to the deletion of something without asking whether that may go.
func deletesUnasked(text string) bool {
	return deletes.MatchString(text) && !spared.MatchString(text) && !asks.MatchString(text)
}

// TestAllDeletionsAskFirst has no step of a check lead to the deletion of what somebody may still need, as an owner, a
// provider or data, without asking whether it may go.
func TestAllDeletionsAskFirst(t *testing.T) {
	for check, file := range merge(builtin(t)).checkOf {
		for _, step := range check.Next {
			if deletesUnasked(step.Text) {
				t.Errorf("%s, %s: %q", file.Project, check.ID, step.Text)
			}
		}
	}
	for text, is := range map[string]bool{
		"delete the Mill that owns it":                               true,
		"give it another Mill, or delete that":                       true,
		"empty the store; then remove its Wheels":                    true,
		"as a rule the mill does that; uninstall the provider":       true,
		"delete the Wheels that nobody needs":                        false,
		"delete the Mill, only where its data may go":                false,
		"remove the annotation zorg.io/keep":                         false,
		"see what has been asked to delete it":                       false,
		"turn on the right to delete Wheels":                         false,
		"bring back the account that may delete it":                  false,
		"delete the record, which nothing stands behind any more":    false,
		"once the Wheels are gone, delete the Mill":                  false,
		"the mill deletes it by itself; delete neither for its sake": false,
	} {
		if deletesUnasked(text) != is {
			t.Errorf("%q: %t", text, !is)
		}
	}
}
