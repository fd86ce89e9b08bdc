package manifest

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// User is something that an object itself says uses it, as far as its fields tell what that is.
type User struct {
	// Path is the field that says so.
	Path []string
	// Kind may be empty, or with its group behind a dot. Namespace is the kind where a text of two parts has that in front.
	Kind, Namespace, Name string
}

// A field tells who uses the object by one of these names alone: what was, may be or is approved has other words in front.
var (
	inUseBy = regex.New(`^(?:in|is|still|currently)*(?:use|used|referenced|referred|consumed|attached|mounted|locked|bound|claimed|held)by$`)
	useThis = strings.Fields("consumers referrers referencers claimants attachedto mountedto")
)

// UsersOf are those that the status of an object says use it, whatever the field holds that says so. What others call it by
// in their spec is theirs, and what it calls there is what it uses itself.
func UsersOf(object map[string]any) (out []User) {
	status, _ := object["status"].(map[string]any)
	return usersIn(status, []string{"status"})
}

// deepestUser is how far below the status they are looked for.
const deepestUser = 3

func usersIn(fields map[string]any, path []string) (out []User) {
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		at, name := append(slices.Clip(path), key), strings.Join(wordsOf(key), "")
		if inUseBy.MatchString(name) || slices.Contains(useThis, name) {
			out = append(out, usersAt(fields[key], at)...)
			continue
		}
		if inner, is := fields[key].(map[string]any); is && len(at) <= deepestUser {
			out = append(out, usersIn(inner, at)...)
		}
	}
	return out
}

// usersAt are those that one value names: each of a list, by its fields or in a text.
func usersAt(value any, path []string) (out []User) {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			if _, nested := entry.([]any); !nested {
				out = append(out, usersAt(entry, path)...)
			}
		}
	case map[string]any:
		if u := userOf(v); u.Name != "" {
			u.Path = path
			out = append(out, u)
		}
	case string:
		for part := range strings.FieldsFuncSeq(v, func(c rune) bool { return c == ',' || c == ';' }) {
			part = strings.TrimSpace(part)
			if m := userText.FindStringSubmatch(part); m != nil && !means(part, nothings) && !means(m[3], nobodies) {
				out = append(out, User{Path: path, Kind: m[1], Namespace: m[2], Name: m[3]})
			}
		}
	}
	return out
}

var (
	// userText is a text that names one object: perhaps its kind, perhaps its namespace, its name.
	userText = regex.New(`^(?:([A-Z][A-Za-z0-9]*(?:\.[a-z0-9.-]+)?)[ /])?(?:([a-z][a-z0-9-]*)/)?([a-z](?:[-a-z0-9.]*[a-z0-9])?)$`)
	nobodies = strings.Fields("none nil null unknown nobody unassigned nothing unused free")
	// refersBy are the fields of a reference. Beside others, such as of a phase, it may be to what used the object once.
	refersBy = strings.Fields("apiVersion apiGroup group version kind namespace name uid resourceVersion fieldPath")
)

// userOf is the object to which fields refer.
func userOf(fields map[string]any) User {
	for _, key := range []string{"ref", "reference", "objectRef", "resourceRef"} {
		if inner, is := fields[key].(map[string]any); is && len(fields) == 1 {
			fields = inner
		}
	}
	for key := range fields {
		if !slices.Contains(refersBy, key) {
			return User{}
		}
	}
	text := func(key string) string { s, _ := fields[key].(string); return strings.TrimSpace(s) }
	u := User{Kind: text("kind"), Namespace: text("namespace"), Name: text("name")}
	if group, _, versioned := strings.Cut(text("apiVersion"), "/"); u.Kind != "" && versioned {
		u.Kind += "." + group
	}
	return u
}
