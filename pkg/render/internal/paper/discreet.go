package paper

import (
	"slices"
	"strings"
)

// intoFile runs the words after it so that what they print is in a new file that
// only the person may read. A file of that name is left alone.
const intoFile = `umask 077; set -C; exec "$@" >"$0"`

// into is a command that writes into a file what it would print.
func into(file string, words []string) []string {
	return append([]string{"sh", "-c", intoFile, file}, words...)
}

// secretPrinted names the file for what a command prints that is secret, a kubeconfig or the
// data of a Secret, and is empty where it prints nothing of the kind: a terminal keeps what it
// showed. It is the words that are asked, so that no command gets past whose maker did not think
// of that; whatever is not known of flags is taken for the more.
func secretPrinted(words []string) string {
	if len(words) < 3 {
		return ""
	}
	form, raw, operands := printedAs(words[1:])
	verb := slices.Index(operands, "get")
	switch {
	case words[0] == "clusterctl" && verb >= 0 && slices.Contains(operands[verb:], "kubeconfig"):
		return "kubeconfig"
	case words[0] != "kubectl":
		return ""
	case raw && slices.Contains(operands, "config"):
		return "kubeconfig"
	case verb < 0 || operands[0] == "finalizers":
		return ""
	}
	if operands = operands[verb+1:]; raw {
		return secretsAt(operands)
	}
	return secretsIn(operands, form)
}

// secretsAt names the file for what the server answers at a path of Secrets.
func secretsAt(operands []string) string {
	for _, operand := range operands {
		path, _, _ := strings.Cut(operand, "?")
		if parts := strings.Split(path, "/"); slices.Contains(parts, "secrets") {
			return fileFor(parts[len(parts)-1], "")
		}
	}
	return ""
}

// secretsIn names the file for what kubectl get prints of Secrets in a form.
func secretsIn(operands []string, form string) string {
	switch form, _, _ = strings.Cut(form, "="); form {
	case "", "name", "wide":
		return ""
	}
	for i, operand := range operands {
		types, name, _ := strings.Cut(operand, "/")
		if !namesSecrets(types) {
			continue
		}
		if name == "" && len(operands) > i+1 {
			name = operands[i+1]
		}
		return fileFor(name, form)
	}
	return ""
}

// namesSecrets reports whether one of the types, as kubectl takes them, is that
// of Secrets.
func namesSecrets(types string) bool {
	return slices.ContainsFunc(strings.Split(types, ","), func(t string) bool {
		resource, version, _ := strings.Cut(strings.ToLower(t), ".")
		return (resource == "secret" || resource == "secrets") && (version == "" || version == "v1" || version == "v1.")
	})
}

// valued are flags of kubectl get and of every command that take the next word.
var valued = []string{
	"-n", "--namespace", "-l", "--selector", "--field-selector", "--sort-by", "-f", "--filename", "-k", "--kustomize", "-L", "--label-columns",
	"--kubeconfig", "--context", "--cluster", "--user", "--server", "-s", "--token", "--tls-server-name", "--certificate-authority",
	"--client-certificate", "--client-key", "--as", "--as-uid", "--as-group", "--request-timeout", "--cache-dir", "--subresource", "--chunk-size",
}

// printedAs takes the arguments of kubectl apart: in what form it prints, whether that is as the
// server or the kubeconfig has it, and what it is told to do with what.
func printedAs(args []string) (form string, raw bool, operands []string) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		flag, value, joined := strings.Cut(w, "=")
		switch {
		case flag == "--raw" && value != "false":
			raw = true
			if strings.HasPrefix(value, "/") {
				operands = append(operands, value)
			}
		case flag == "--template" || flag == "-o" || flag == "--output":
			if !joined && i+1 < len(args) {
				i++
				value = args[i]
			}
			if form == "" || flag == "--template" {
				form = value
			}
		case strings.HasPrefix(w, "-o") && len(w) > 2:
			form = w[2:]
		case slices.Contains(valued, w):
			i++
		case !strings.HasPrefix(w, "-"):
			operands = append(operands, w)
		}
	}
	return form, raw, operands
}

// fileFor names a file after an object.
func fileFor(name, form string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return -1
	}, name), "-.")
	if name == "" {
		name = "secrets"
	}
	if form == "yaml" || form == "json" {
		name += "." + form
	}
	return name
}
