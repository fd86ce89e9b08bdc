package spoken

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// written are the conditions of a namespace as its controller writes them, by the reason or by how the message
// begins. Each tells all the rest.
var written = []struct{ typ, status, reason, message string }{
	{"NamespaceDeletionDiscoveryFailure", "False", "ResourcesDiscovered", "All resources successfully discovered"},
	{"NamespaceDeletionDiscoveryFailure", "True", "DiscoveryFailed", "Discovery failed for some groups"},
	{"NamespaceDeletionGroupVersionParsingFailure", "False", "ParsedGroupVersions", "All legacy kube types successfully parsed"},
	{"NamespaceDeletionGroupVersionParsingFailure", "True", "GroupVersionParsingFailed", ""},
	{"NamespaceDeletionContentFailure", "False", "ContentDeleted", "All content successfully deleted"},
	{"NamespaceDeletionContentFailure", "True", "ContentDeletionFailed", "Failed to delete all resource types"},
	{"NamespaceContentRemaining", "False", "ContentRemoved", "All content successfully removed"},
	{"NamespaceContentRemaining", "True", "SomeResourcesRemain", "Some resources are remaining"},
	{"NamespaceFinalizersRemaining", "False", "ContentHasNoFinalizers", "All content-preserving finalizers finished"},
	{"NamespaceFinalizersRemaining", "True", "SomeFinalizersRemain", "Some content in the namespace has"},
}

// conditionsOf are the conditions in the status of an object.
func conditionsOf(obj map[string]any) (all []map[string]any) {
	status, _ := obj["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	for _, c := range conditions {
		fields, _ := c.(map[string]any)
		all = append(all, fields)
	}
	return all
}

// remainIn is how the controller of namespaces names one where it could not delete all that is in it.
var remainIn = regex.New(`\bitems still remain in namespace: ([a-z0-9][a-z0-9-]*) for gvr:`)

// NamespaceOfConditions is the name of the namespace that its conditions tell, empty where they do not.
func NamespaceOfConditions(obj map[string]any) string {
	for _, fields := range conditionsOf(obj) {
		if m := remainIn.FindStringSubmatch(Text(fields, "message")); m != nil {
			return m[1]
		}
	}
	return ""
}

// CompleteNamespace gives the conditions of a namespace what was not copied of them and the rest tells: their type,
// their status and their reason. It reports whether it has changed any.
func CompleteNamespace(obj map[string]any) (changed bool) {
	for _, fields := range conditionsOf(obj) {
		for _, w := range written {
			typ, reason, message := Text(fields, "type"), Text(fields, "reason"), Text(fields, "message")
			told := reason == w.reason || reason == "" && w.message != "" && strings.HasPrefix(message, w.message)
			if !told || typ != "" && typ != w.typ {
				continue
			}
			for field, value := range map[string]string{"type": w.typ, "status": w.status, "reason": w.reason} {
				if fields[field] == nil {
					fields[field], changed = value, true
				}
			}
		}
	}
	return changed
}

var (
	// saidInNamespace is how the controller of namespaces says what is left in one, or what it could not delete there.
	saidInNamespace = regex.New("Some (?:content in the namespace has finalizers|resources are) remaining: [^'\"`]+|Failed to delete all resource types, \\d+ remaining: [^\\s;][^;]*")
	// byReason is what a page shows of a condition: its reason, mostly in brackets, and its message.
	byReason = regex.New("^[\\s>*+•-]*[`*_]*\\[?[`*_]*([A-Z][A-Za-z]+)[`*_]*\\]?[`*_]*:? +[`\"']?(\\S.*?)[`\"']?\\s*$")
)

// NamespaceCondition is the condition of a namespace that a line tells by what its controller writes there when
// something is left or fails, nil where it tells none.
func NamespaceCondition(line string) map[string]any {
	message, m := strings.TrimRight(saidInNamespace.FindString(line), " '`"), byReason.FindStringSubmatch(line)
	for _, w := range written {
		switch {
		case w.status != "True" || w.message == "":
		case m != nil && m[1] == w.reason && strings.HasPrefix(m[2], w.message):
			return map[string]any{"type": w.typ, "status": w.status, "reason": w.reason, "message": m[2]}
		case strings.HasPrefix(message, w.message):
			return map[string]any{"type": w.typ, "status": w.status, "message": message}
		}
	}
	return nil
}
