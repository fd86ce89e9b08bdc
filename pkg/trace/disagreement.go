package trace

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// disagreement says what the status of a deleting object claims as though it
// were not. The strongest claim is that there is no deletion or, of a
// namespace, that nothing is left of it; only without one do claims to be well
// count, and they do not when another part of the status admits the deletion,
// but for one that the work was done.
// That the controller is paused is named beside a claim, because it is why
// nobody corrects it. The status of a kind of Kubernetes itself speaks of what it runs,
// such as a pod's of its containers and a node's of its kubelet, and never of its deletion;
// that of a namespace does.
func disagreement(kind Kind, obj *unstructured.Unstructured, all []Condition) string {
	claims := denials(all)
	if kind.IsNamespace() {
		claims = append(claims, emptiness(all)...)
	}
	if len(claims) == 0 && (kind.IsNamespace() || kind.MayBeCustom()) {
		if admits(obj, all) {
			claims = successes(obj, all)
		} else {
			claims = wellness(obj, all)
		}
	}
	if len(claims) == 0 {
		return ""
	}
	for _, c := range all {
		if (c.Type == "Paused" || c.Type == "Suspended") && c.Status == "True" {
			claims = append(claims, c.Type+"=True")
		}
	}
	return "says " + enumerate(claims)
}

// denials are the conditions that are there to announce a deletion and do not.
func denials(all []Condition) []string {
	var claims []string
	for _, c := range all {
		if announces(c.Type) && c.Status == "False" {
			claims = append(claims, withReason(c))
		}
	}
	return claims
}

// announces reports whether the type states, by True, that the object is being
// deleted.
func announces(kind string) bool {
	return kind == "Deleting" || kind == "Terminating"
}

// emptiness is what a namespace claims when all that its controller reports on
// is done. The namespace would be gone if that were so.
func emptiness(all []Condition) []string {
	var claims []string
	done := 0
	for _, name := range namespaceConditions {
		at := slices.IndexFunc(all, func(c Condition) bool { return c.Type == name && c.Status == "False" })
		if at < 0 {
			continue
		}
		done++
		if strings.HasSuffix(name, "Remaining") {
			claims = append(claims, withReason(all[at]))
		}
	}
	if done < len(namespaceConditions) {
		return nil
	}
	return claims
}

// admits reports whether the status speaks of the deletion anywhere.
func admits(obj *unstructured.Unstructured, all []Condition) bool {
	for _, c := range all {
		if announces(c.Type) && c.Status == "True" || c.Status != "True" && speaksOfDeletion(c.Reason) {
			return true
		}
	}
	for _, field := range phaseFields {
		word := strings.ToLower(phase(obj, field))
		if strings.HasPrefix(word, "delet") || strings.HasPrefix(word, "terminat") {
			return true
		}
	}
	return false
}

// wellness is what claims that the object works as it should. That the last attempt went
// through, it may say while a deletion goes on outside.
func wellness(obj *unstructured.Unstructured, all []Condition) []string {
	var claims []string
	for _, c := range all {
		if positive(c.Type) && c.Status == "True" {
			claims = append(claims, c.Type+"=True")
		}
	}
	for _, field := range phaseFields {
		if value := phase(obj, field); wellPhase(value) {
			claims = append(claims, field+"="+value)
		}
	}
	if len(claims) == 1 && claims[0] == "Synced=True" {
		return nil
	}
	return claims
}

// successes is what claims, beside a phase that admits the deletion, that the
// work on the object was done, so that its controller has nothing left to do:
// were the deletion done, the object would be gone. A plain Synced only says that
// the last attempt went through, which is true while a deletion goes on outside.
func successes(obj *unstructured.Unstructured, all []Condition) []string {
	if slices.ContainsFunc(all, func(c Condition) bool { return speaksOfDeletion(c.Reason) }) {
		return nil
	}
	for _, field := range phaseFields {
		word := phase(obj, field)
		if !strings.HasPrefix(strings.ToLower(word), "delet") {
			continue
		}
		for _, c := range all {
			if c.Status == "True" && c.Type != "Synced" && strings.HasSuffix(c.Type, "Synced") {
				return []string{c.Type + "=True beside " + field + "=" + word}
			}
		}
	}
	return nil
}

// phaseFields are the fields of a status in which one word sums it up.
var phaseFields = []string{"phase", "state", "status", "health"}

func phase(obj *unstructured.Unstructured, field string) string {
	value, _, _ := unstructured.NestedFieldNoCopy(obj.Object, "status", field)
	return textOf(value)
}

// wellPhase reports whether the word claims that all is well. "Bound" is not
// among them: it says where a claim or volume belongs, which a deletion does not
// change.
func wellPhase(value string) bool {
	switch strings.ToLower(value) {
	case "active", "ready", "running", "available", "healthy", "provisioned", "established", "synced":
		return true
	}
	return false
}

func withReason(c Condition) string {
	claim := c.Type + "=" + c.Status
	if c.Reason != "" {
		claim += " (" + c.Reason + ")"
	}
	return claim
}

func enumerate(parts []string) string {
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}
