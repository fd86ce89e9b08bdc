package failure

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// How the API server and all that are built as it is say which field is not valid, and why:
// Gear.acme.io "g1" is invalid: spec.teeth[2].size: Invalid value: 3: is too many.
const (
	// restOfPath is what comes behind the first name of a field; what stands in brackets may be any key.
	restOfPath = `(?:\.\w+|\[[^\]\s]*\])*`
	fieldPath  = `[a-z]\w*` + restOfPath
	faults     = `(?:Forbidden|Invalid value|Required value|Unsupported value|Not found|Duplicate value|Too long|Too many|Internal error)`
	// invalidAs stands before the field; of several, the first is taken.
	invalidAs = `\bis invalid: \[?`
	// markPath is the one of an annotation or a label.
	markPath = `metadata\.(annotation|label)s\[\\?"?([^\]\s"\\]+)\\?"?\]`
)

// invalidMarks are the ways to mend an annotation or a label that is not valid: as nothing of the
// object depends on it, it may be taken off. The text leads from there to why.
func invalidMarks(leading string) []way {
	return ways(
		markPath+`: Required value(?:: (.+))?`, "set the $1 $2, which has to be there"+leading+"$3",
		markPath+`: `+faults+`: (.+)`, "take off the $1 $2, or mend its value"+leading+"$3",
		invalidAs+`metadata\.annotations: Invalid value: \\?"([^"\\]+)\\?": (.+)`, "take off the annotation $1, or mend it"+leading+"$2",
		invalidAs+`metadata\.labels: Invalid value: \\?"([^"\\]+)\\?": (.+)`, "mend the label that is or has $1"+leading+"$2",
	)
}

var invalidMark = regex.New(markPath + `: ` + faults)

// InvalidMark is the annotation or label of which words say that it is not valid as it stands: its
// sort and its key, empty where they speak of none, or of one that is to be set.
func InvalidMark(words string) (sort, key string) {
	m := invalidMark.FindStringSubmatch(words)
	if m == nil || strings.HasSuffix(m[0], "Required value") {
		return "", ""
	}
	return m[1], m[2]
}
