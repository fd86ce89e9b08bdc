package manifest

import (
	"maps"
	"slices"
	"strings"
)

// User is something that an object itself says uses it, as far as its fields tell what that is.
type User struct {
	// Path is the field that says so.
	Path []string
	// Kind may be empty, or with its group behind a dot.
	Kind, Namespace, Name string
	// Parts are those of a text that stands for it: perhaps its kind, perhaps its namespace, its name.
	Parts []string
	// Loose says that the field may as well name what the object uses itself.
	Loose bool
}

var (
	// usings are the stems of what others do with an object that they use, as the names of fields say it before "by".
	usings = strings.Fields("use using referenc referr consum attach mount lock bound bind claim held hold requir need reserv depend occup leas")
	// userNames are what others are called that use an object. Some name what it has itself too, and tell nothing but by a kind.
	userNames      = strings.Fields("consumers referrers referencers claimants attachedto mountedto")
	looseUserNames = strings.Fields("users references referents dependents holders attachments mounts clients")
)

// usersBy reports whether the name of a field says that its value is who uses the object, and whether that may mean
// something else too.
func usersBy(name string) (by, loose bool) {
	words := wordsOf(name)
	if len(words) == 0 {
		return false, false
	}
	last, joined := words[len(words)-1], strings.Join(words, "")
	stem := func(word string) bool {
		return slices.ContainsFunc(usings, func(s string) bool { return strings.HasPrefix(word, s) })
	}
	switch {
	case last == "by" && slices.ContainsFunc(words, stem), slices.Contains(userNames, joined):
		return true, false
	case len(words) > 1 && slices.ContainsFunc([]string{"current", "active", "remaining", "live"}, func(w string) bool { return w == words[0] }):
		last = strings.Join(words[1:], "")
		return slices.Contains(userNames, last), slices.Contains(looseUserNames, last)
	}
	return false, slices.Contains(looseUserNames, joined)
}

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
		at := append(slices.Clip(path), key)
		if by, loose := usersBy(key); by || loose {
			out = append(out, usersAt(fields[key], at, loose)...)
			continue
		}
		if inner, is := fields[key].(map[string]any); is && len(at) <= deepestUser {
			out = append(out, usersIn(inner, at)...)
		}
	}
	return out
}

// usersAt are those that one value names: each of a list, by its fields or in a text.
func usersAt(value any, path []string, loose bool) (out []User) {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			if _, nested := entry.([]any); !nested {
				out = append(out, usersAt(entry, path, loose)...)
			}
		}
	case map[string]any:
		if u := userOf(v); u.Name != "" && (u.Kind != "" || !loose) {
			u.Path, u.Loose = path, loose
			out = append(out, u)
		}
	case string:
		for part := range strings.SplitSeq(v, ",") {
			named := strings.FieldsFunc(part, func(c rune) bool { return c == '/' || c == ' ' || c == ':' })
			if len(named) > 0 && len(named) <= mostParts && (len(named) > 1 || !loose && !means(named[0], nothings)) {
				out = append(out, User{Path: path, Name: named[len(named)-1], Parts: named, Loose: loose})
			}
		}
	}
	return out
}

// userOf is the object to which fields refer.
func userOf(fields map[string]any) User {
	for _, key := range []string{"ref", "reference", "objectRef", "resourceRef"} {
		if inner, is := fields[key].(map[string]any); is {
			fields = inner
		}
	}
	text := func(key string) string { s, _ := fields[key].(string); return strings.TrimSpace(s) }
	u := User{Kind: text("kind"), Namespace: text("namespace"), Name: text("name")}
	if group, _, versioned := strings.Cut(text("apiVersion"), "/"); u.Kind != "" && versioned {
		u.Kind += "." + group
	}
	return u
}

// mostParts is of how many parts a text is that names one object: its group, version, kind, namespace and name.
const mostParts = 5
