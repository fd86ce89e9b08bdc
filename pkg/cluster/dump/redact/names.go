package redact

import "strings"

// field says what the name of a field tells.
func (r *Redactor) field(key string) redactField {
	if f, known := r.fields[key]; known {
		return f
	}
	if r.fields == nil {
		r.fields = map[string]redactField{}
	}
	f := classify(key)
	// Maps with data as keys would let this grow without end.
	if len(r.fields) < 10_000 {
		r.fields[key] = f
	}
	return f
}

var (
	redactSeparators = strings.NewReplacer("-", "", "_", "", ".", "", " ", "")
	// A field with one of these in its name is taken for a credential …
	secretWords = []string{
		"password", "passwd", "passphrase", "token", "secret", "apikey", "privatekey", "kubeconfig",
		"credential", "accesskey", "connectionstring", "dockerconfig",
	}
	// … unless its name ends in one of these, and so says where to find one.
	referenceWords = []string{
		"name", "names", "ref", "refs", "reference", "references", "namespace", "namespaces",
		"selector", "type", "kind", "secretkeys",
	}
)

func classify(key string) redactField {
	name := redactSeparators.Replace(strings.ToLower(key))
	switch name {
	case "env", "envs", "envvars", "environment", "environmentvariables", "extraenv", "extraenvs", "extraenvvars",
		"httpheaders", "headers", "userdata", "cloudinit", "cmd", "authorization":
		return redactAll
	case "command", "entrypoint":
		return redactCommand
	case "data", "stringdata", "binarydata":
		return redactContainer
	}
	if strings.HasSuffix(name, "args") || strings.HasSuffix(name, "arguments") || strings.HasSuffix(name, "commands") {
		return redactAll
	}
	for _, word := range referenceWords {
		if strings.HasSuffix(name, word) {
			return redactPlain
		}
	}
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return redactSecret
		}
	}
	return redactPlain
}
