package manifest

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/version"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// What GateOf says of a feature gate.
const (
	gateOn = "on"
	// gateOff is of one that is turned off by name.
	gateOff = "off"
	// gateUnsaid is of one that is not named, so that its default counts.
	gateUnsaid = ""
	// gateHidden is of one of which the workload does not tell: it was not read,
	// or the flag comes from somewhere else.
	gateHidden = "unknown"
)

// GateOf is what a workload's flags say of a feature gate.
func GateOf(workload map[string]any, gate string) string {
	if len(workload) == 0 {
		return gateHidden
	}
	obj := &unstructured.Unstructured{Object: workload}
	flag := FlagOf(obj, "feature-gates")
	if strings.Contains(flag, "$(") || strings.Contains(flag, redact.Mark) || flag == "" && redacted(obj) {
		return gateHidden
	}
	for pair := range strings.SplitSeq(flag, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if name != gate {
			continue
		}
		if strings.EqualFold(strings.TrimSpace(value), "true") {
			return gateOn
		}
		return gateOff
	}
	return gateUnsaid
}

// redacted reports whether flags were taken out of the workload.
func redacted(workload *unstructured.Unstructured) bool {
	for _, c := range ContainersOf(workload) {
		for _, field := range []string{"command", "args"} {
			if words, _, _ := unstructured.NestedStringSlice(c, field); slices.Contains(words, redact.Mark) {
				return true
			}
		}
	}
	return false
}

// ReleaseIn leaves out what runs beside the workload's own program. Where that
// cannot be told and the versions differ, none of them counts.
func ReleaseIn(workload map[string]any) string {
	obj := &unstructured.Unstructured{Object: workload}
	var all, own []string
	for _, c := range ContainersOf(obj) {
		image, _ := c["image"].(string)
		if image == "" {
			continue
		}
		all = append(all, ReleaseOf(image))
		if calledAlike(RepositoryOf(image), obj.GetName()) {
			own = append(own, ReleaseOf(image))
		}
	}
	for _, tags := range [][]string{own, all} {
		if tags = slices.Compact(slices.Sorted(slices.Values(tags))); len(tags) == 1 {
			return tags[0]
		}
	}
	return ""
}

// calledAlike reports whether every word of an image's name is one of its
// workload's, as those of kruise-manager are of kruise-controller-manager.
func calledAlike(image, workload string) bool {
	words := strings.Split(workload, "-")
	for word := range strings.SplitSeq(image, "-") {
		if !slices.Contains(words, word) {
			return false
		}
	}
	return true
}

// RepositoryOf is the last word of an image's name, without tag and digest.
func RepositoryOf(image string) string {
	image, _, _ = strings.Cut(image, "@")
	image = image[strings.LastIndex(image, "/")+1:]
	name, _, _ := strings.Cut(image, ":")
	return name
}

// ReleaseOf is an image's tag where that is a version, else empty: of a digest
// or of "latest" nobody can tell.
func ReleaseOf(image string) string {
	image, _, _ = strings.Cut(image, "@")
	_, tag, _ := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	if _, err := version.ParseSemantic(tag); err != nil {
		return ""
	}
	return tag
}

// Before reports whether both are versions, and the first is the earlier one.
func Before(one, other string) bool {
	first, err := version.ParseSemantic(one)
	if err != nil {
		return false
	}
	second, err := version.ParseSemantic(other)
	return err == nil && first.LessThan(second)
}
