package logline

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// called is how a person calls one of those programs: no long word that ends on r, by which a program tells of a part of itself,
// as of its reconciler, is what one is called for.
const called = `\b(?:kubectl|oc|helm|istioctl) -*(?:[a-z][\w-]{0,4}|[a-z][\w-]*[a-qs-z\d])(?:[^\w-]|$)`

// Typed is a line that a person has typed, or what a command has answered to that.
var Typed = regex.New("^\\S*[$#>❯➜] |" + called + "|^\\s*```|\" (?:force )?deleted$|^[Ww]arning: Immediate deletion|^(?:Warning|Normal)\\s{2,}|^(?:[A-Z][A-Z-]+\\s{2,}){2}" +
	`|^\s*[Ee]rror: (?:[Aa]n error occurred while waiting for the object to be deleted|uninstallation completed with \d+ error\(s\): (?:timed out|context deadline exceeded)|timed out waiting for the condition\b)|: Still (?:destroying|modifying)\.\.\. \[`)
