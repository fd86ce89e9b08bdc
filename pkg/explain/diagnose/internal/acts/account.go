package acts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// account is how fields are called below which stands by what a controller works; those that made fits are of what it
	// makes for others.
	account = regex.New(`(?i)credential|providerconfig|identityref|authref|authinfo|kubeconfig|adminsecret`)
	made    = regex.New(`(?i)write|publish|output|target|master|user`)
	// naming is how a field is called whose text is a name.
	naming = regex.New(`(?i)(?:name|ref)$`)
	// secretNamed is how a field is called that names a Secret.
	secretNamed = regex.New(`(?i)secret|credential`)
)

// AccountOf names where the object says by what its controller works: a Secret, or what names that. It is empty where it
// does not say.
func AccountOf(h *hearing.Case) string {
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		name, path := nameOf(f), strings.Split(f.path, ".")[1:]
		ref, points := f.value.(map[string]any)
		if name == "" || !points && !naming.MatchString(f.key) || f.key == "name" || !slices.ContainsFunc(path, account.MatchString) || slices.ContainsFunc(path, made.MatchString) {
			continue
		}
		sort, _ := ref["kind"].(string)
		switch {
		case sort != "":
		case slices.ContainsFunc(path, secretNamed.MatchString):
			sort = "Secret"
		case strings.HasPrefix(strings.ToLower(f.key), "providerconfig"):
			sort = "ProviderConfig"
		}
		return phrase.OneLine(cmp.Or(sort, "what is called") + " " + name + ", in " + f.path)
	}
	return ""
}
