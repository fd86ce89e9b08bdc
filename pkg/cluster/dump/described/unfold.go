package described

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// foldedAt are the names by which a description is known that has lost its line ends,
// with how deep each stands.
var foldedAt = map[string]int{
	"Name": 0, "Namespace": 0, "Labels": 0, "Annotations": 0, "API Version": 0, "Kind": 0, "Metadata": 0, "Spec": 0, "Status": 0, "Events": 0,
	"Creation Timestamp": 2, "Deletion Grace Period Seconds": 2, "Deletion Timestamp": 2, "Finalizers": 2, "Generation": 2, "Resource Version": 2, "Self Link": 2, "UID": 2,
	"Conditions": 2, "Observed Generation": 2, "Phase": 2, "State": 2,
	"Last Transition Time": 4, "Last Update Time": 4, "Message": 4, "Reason": 4, "Type": 4,
}

// folded finds these names in a line. Status stands at the margin, and in a condition.
var folded = regex.New(`\b(Name|Namespace|Labels|Annotations|API Version|Kind|Metadata|Spec|Status|Events|Creation Timestamp|Deletion Grace Period Seconds|Deletion Timestamp|Finalizers|Generation|Resource Version|Self Link|UID|Conditions|Observed Generation|Phase|State|Last Transition Time|Last Update Time|Message|Reason|Type):`)

// leastFolded is how many names are no chance in one line.
const leastFolded = 4

// unfolded are the lines of a description of which several were pasted as one.
func unfolded(line string) []string {
	found := slices.DeleteFunc(folded.FindAllStringSubmatchIndex(line, -1), func(at []int) bool {
		return at[0] > 0 && line[at[0]-1] != ' ' || at[1] < len(line) && line[at[1]] != ' '
	})
	if len(found) < leastFolded {
		return []string{line}
	}
	var out []string
	if before := strings.TrimRight(line[:found[0][2]], " "); strings.TrimSpace(before) != "" {
		out = append(out, before)
	}
	inConditions := false
	for i, at := range found {
		end := len(line)
		if i+1 < len(found) {
			end = found[i+1][2]
		}
		name, value := line[at[2]:at[3]], strings.TrimSpace(line[at[1]:end])
		depth := foldedAt[name]
		switch {
		case name == "Status" && inConditions:
			depth = 4
		case depth == 0:
			inConditions = false
		}
		inConditions = inConditions || name == "Conditions"
		if name == "Finalizers" && !strings.HasPrefix(value, "[") {
			out = append(out, strings.Repeat(" ", depth)+name+":")
			for word := range strings.FieldsSeq(value) {
				out = append(out, strings.Repeat(" ", depth+2)+word)
			}
			continue
		}
		out = append(out, strings.Repeat(" ", depth)+name+": "+value)
	}
	return out
}
