package cluster

import "strings"

// WithoutUser is the address of a server without the name and password that may
// stand in it, so that it can be shown and kept.
func WithoutUser(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		scheme, rest = "", address
	} else {
		scheme += "://"
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	return scheme + rest[strings.LastIndex(rest[:end], "@")+1:]
}
