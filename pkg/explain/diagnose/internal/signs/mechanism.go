package signs

import (
	"strings"
)

// Mechanism is a way in which deletions fail, whoever reports it: the words by
// which it is known, and what helps.
type Mechanism struct {
	name  string
	words []string // lower case; one of them must be in the text
	// step completes "the way out": what a person has to look at.
	step string
	// passing says that a retry often succeeds by itself.
	passing bool
	// lasting says that no retry succeeds before somebody has mended it.
	lasting bool
}

// mechanisms are asked in order: the more specific come first. The words are
// those of cloud interfaces, of the API server and of the Go standard library.
var mechanisms = []Mechanism{
	{
		name: "another writer was faster", passing: true,
		words: []string{"the object has been modified", "please apply your changes to the latest version"},
		step:  "wait for the next attempt; only if it goes on, find the other writer in managedFields",
	},
	{
		name: "throttled", passing: true,
		words: []string{"throttl", "rate exceeded", "rate limit", "too many requests", "toomanyrequests", "requestlimitexceeded", "429"},
		step:  "wait; if it goes on, find what uses up the rate limit",
	},
	{
		name: "the namespace refuses new objects", lasting: true,
		words: []string{"because it is being terminated", "namespace is terminating"},
		step:  "look at what the controller has to create to finish; in a namespace that goes it cannot, so that object must be freed by hand",
	},
	{
		name: "the configuration or the credentials are gone", lasting: true,
		words: []string{"providerconfig", "credential", "secret not found", "no such secret", "cannot get referenced", "identity not found", "unable to locate"},
		step:  "bring back the configuration and the credentials that it names, until the deletion is through",
	},
	{
		name: "not allowed", lasting: true,
		words: []string{
			"accessdenied", "access denied", "unauthorizedoperation", "not authorized", "unauthorized", "forbidden",
			"authorizationfailed", "permission denied", "permission_denied", "invalidclienttokenid", "expiredtoken", "signaturedoesnotmatch", "403", "401",
		},
		step: "give the account that it works with the right that the message names, or renew its credentials",
	},
	{
		name: "protected from deletion", lasting: true,
		words: []string{"deletion protection", "deletionprotection", "termination protection", "operationnotpermitted", "delete protection", "is protected"},
		step:  "turn the protection off where the message says it is, if it may really go",
	},
	{
		name: "still in use",
		words: []string{
			"bucketnotempty", "not empty", "dependencyviolation", "has dependencies", "dependent object", "depend on it", "resourceinuse",
			"in use", "inuse", "still referenced", "is being used", "cannot be deleted while", "deleteconflict", "has a dependent", "still exist", "still has",
		},
		step: "remove what still uses it, or empty it; the controller then goes on by itself",
	},
	{
		name:  "over a quota",
		words: []string{"quota", "limitexceeded", "limit exceeded", "insufficient"},
		step:  "raise the quota, or free what uses it up",
	},
	{
		name: "what it talks to is not reached",
		words: []string{
			"no such host", "connection refused", "i/o timeout", "context deadline exceeded", "timed out", "no route to host",
			"network is unreachable", "tls handshake", "x509", "certificate has expired", "dial tcp", "connection reset", "eof", "service unavailable", "503",
		},
		step: "see whether the address in the message is up and can be reached from the controller's pod",
	},
	{
		name:  "something that it needs is not there",
		words: []string{"not found", "notfound", "does not exist", "no such", "no matches for kind", "404"},
		step:  "bring back what the message names, or take off the reference to it if it is really gone for good",
	},
	{
		name: "the request is not valid", lasting: true,
		words: []string{"invalid", "validation", "denied the request", "immutable", "is required", "malformed"},
		step:  "mend the field that the message names, or the webhook or policy that refuses it",
	},
}

// mechanismOf recognises a controller's words, nil where nothing is known.
func mechanismOf(text string) *Mechanism {
	text = strings.ToLower(text)
	for i := range mechanisms {
		for _, word := range mechanisms[i].words {
			if saysWord(text, word) {
				return &mechanisms[i]
			}
		}
	}
	return nil
}

// saysWord finds a word in a text; a number must stand by itself, and so must a
// word so short that it is part of many others.
func saysWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(word)
		if len(word) > 4 || !letterAt(text, at-1) && !letterAt(text, end) {
			return true
		}
		from = end
	}
}

func letterAt(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}
