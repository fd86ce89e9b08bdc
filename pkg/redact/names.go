package redact

import (
	"slices"
	"strings"
	"unicode"
)

// meaning is what the name of a field says of its value.
type meaning int

const (
	plain     meaning = iota
	secret            // the value is a credential
	variables         // all values below are hidden: variables, arguments
	command           // all but the first are: a program and its arguments
	container         // data and stringData of something
)

// meaning says what the name of a field tells.
func (r *Redactor) meaning(key string) meaning {
	if m, known := r.names[key]; known {
		return m
	}
	if r.names == nil {
		r.names = map[string]meaning{}
	}
	m := classify(key)
	// Maps with data as keys would let this grow without end.
	if len(r.names) < 10_000 {
		r.names[key] = m
	}
	return m
}

func classify(key string) meaning {
	words := wordsOf(key)
	name := strings.Join(words, "")
	switch name {
	case "env", "envs", "envvars", "environment", "environmentvariables", "extraenv", "extraenvs", "extraenvvars",
		"httpheaders", "headers", "userdata", "cloudinit", "cmd", "authorization":
		return variables
	case "command", "entrypoint":
		return command
	case "data", "stringdata", "binarydata":
		return container
	}
	if strings.HasSuffix(name, "args") || strings.HasSuffix(name, "arguments") || strings.HasSuffix(name, "commands") {
		return variables
	}
	if refers(name) {
		return plain
	}
	if speaksOfSecret(words, name) {
		return secret
	}
	return plain
}

// refers reports whether a name ends in a word by which it says where to find a
// credential, and is none.
func refers(name string) bool {
	return slices.ContainsFunc([]string{
		"name", "names", "ref", "refs", "reference", "references", "namespace", "namespaces",
		"selector", "type", "kind", "secretkeys",
	}, func(word string) bool { return strings.HasSuffix(name, word) })
}

var (
	// telling words make a credential of every name that they are a part of.
	telling = []string{
		"password", "passwd", "passphrase", "passcode", "token", "secret", "apikey", "privatekey", "kubeconfig", "credential",
		"accesskey", "connectionstring", "dockerconfig", "bearer", "cookie", "htpasswd", "keytab", "sshkey", "signingkey",
		"encryptionkey", "clientkey", "tlskey", "sslkey", "accountkey", "sharedkey", "sharedaccess", "storagekey", "masterkey",
		"sessionkey", "licensekey", "deploykey", "authkey", "hmackey", "unsealkey", "basicauth", "authbasic", "authheader",
		"idrsa", "iddsa", "idecdsa", "ided25519", "keymaterial",
	}
	// tellingAlone are so short that they count only as a word of the name.
	tellingAlone = []string{
		"pwd", "pass", "psk", "cred", "creds", "jwt", "sas", "otp", "totp", "passkey", "dsn", "pfx", "p12", "pkcs12", "jks",
	}
	// keysOf are words that make a credential of the key that follows them.
	keysOf = []string{
		"ssh", "signing", "sign", "encryption", "encrypt", "encrypted", "decryption", "client", "server", "tls", "ssl", "ca", "api", "app",
		"application", "access", "private", "account", "storage", "shared", "master", "host", "deploy", "gpg", "pgp", "wireguard",
		"wg", "webhook", "license", "auth", "hmac", "seal", "unseal", "session", "cipher", "crypto", "admin", "root", "service", "rsa",
		"ecdsa", "ec", "dsa", "ed25519", "bootstrap", "join", "write", "ingest", "integration", "subscription", "vault", "aes", "symmetric",
	}
	// formsOf are words that may follow a key and say how it is written.
	formsOf = []string{"data", "value", "pem", "der", "base64", "b64", "text", "string", "content", "contents", "raw", "inline", "bytes", "hex"}
)

// speaksOfSecret reports whether a name is that of a credential.
func speaksOfSecret(words []string, name string) bool {
	for _, word := range telling {
		if strings.Contains(name, word) && !isPublic(words, word) {
			return true
		}
	}
	for i, word := range words {
		if slices.Contains(tellingAlone, strings.TrimRight(word, "0123456789")) || slices.Contains(tellingAlone, word) {
			return true
		}
		if word == "basic" && slices.Contains(words[:i], "auth") {
			return true
		}
	}
	if name == "auth" || endsAsPassword(name) {
		return true
	}
	return isKey(words) && !slices.Contains(words, "public") && !slices.Contains(words, "pub")
}

// isPublic reports whether the word is about a key, and the name says that it is
// the half of it that anybody may have.
func isPublic(words []string, word string) bool {
	return (strings.HasSuffix(word, "key") || strings.HasPrefix(word, "id")) && (slices.Contains(words, "public") || slices.Contains(words, "pub"))
}

// endsAsPassword is for what is written in one word, such as dbpass.
func endsAsPassword(name string) bool {
	if strings.HasSuffix(name, "pwd") {
		return true
	}
	return strings.HasSuffix(name, "pass") && !slices.ContainsFunc([]string{"bypass", "compass", "overpass", "underpass", "trespass"},
		func(word string) bool { return strings.HasSuffix(name, word) })
}

// isKey reports whether a name is of a key that opens, signs or encrypts
// something; there are keys of maps, of labels and of rows too.
func isKey(words []string) bool {
	words = slices.Clone(words)
	formed := false
	for len(words) > 0 && slices.Contains(formsOf, words[len(words)-1]) {
		formed = formed || words[len(words)-1] == "pem" || words[len(words)-1] == "der"
		words = words[:len(words)-1]
	}
	at := len(words) - 1
	if at < 0 || words[at] != "key" && words[at] != "keys" {
		return false
	}
	return formed || at > 0 && slices.Contains(keysOf, words[at-1])
}

// speaksOfKey reports whether a name has the word key in it, so that a value that
// looks drawn at random is likely to be one.
func speaksOfKey(key string) bool {
	words := wordsOf(key)
	return (slices.Contains(words, "key") || slices.Contains(words, "keys")) && !slices.Contains(words, "id") && !refers(strings.Join(words, ""))
}

// wordsOf takes a name apart: at what is neither letter nor digit, and where a
// capital letter begins a word, as in clientKeyData and TLSKey.
func wordsOf(name string) []string {
	var words []string
	runes := []rune(name)
	begin := 0
	cut := func(end int) {
		if end > begin {
			words = append(words, strings.ToLower(string(runes[begin:end])))
		}
		begin = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			begin = i + 1
		case i > begin && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}

// statesValue reports whether a field below one that speaks of a credential is
// likely to be that credential, and not to say where it lies.
func statesValue(key string) bool {
	switch strings.ToLower(key) {
	case "value", "plain", "plaintext", "inline", "raw", "content", "contents", "string", "literal", "text", "default", "basic", "pem":
		return true
	}
	return false
}
