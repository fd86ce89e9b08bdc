package redact

import (
	"regexp"
	"strings"
)

var redactUserinfo = regexp.MustCompile(`(://[^/\s:@]*:)[^/\s@]+@`)

// redactText hides what is a credential whatever the name of the field: the
// password in an address, and a private key.
func redactText(s string) string {
	if strings.Contains(s, "PRIVATE KEY-----") {
		return redacted
	}
	if strings.Contains(s, "://") && strings.Contains(s, "@") {
		return redactUserinfo.ReplaceAllString(s, "${1}"+redacted+"@")
	}
	return s
}
