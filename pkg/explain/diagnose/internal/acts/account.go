package acts

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
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
	told, _ := accountOf(h)
	return told
}

// accountOf is the same, with the Secret where that is one.
func accountOf(h *hearing.Case) (told string, secret trace.Ref) {
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
		if sort == "Secret" {
			within, _ := ref["namespace"].(string)
			if !points {
				within = placeBeside(h, f)
			}
			secret = trace.Ref{Kind: sort, Namespace: cmp.Or(within, h.Node.Namespace), Name: name}
		}
		return phrase.OneLine(cmp.Or(sort, "what is called") + " " + name + ", in " + f.path), secret
	}
	return "", secret
}

// placeBeside is the namespace that stands beside a name in the spec: credentialsSecretNamespace beside credentialsSecretName.
func placeBeside(h *hearing.Case, of field) string {
	beside := strings.TrimSuffix(strings.TrimSuffix(of.path, "Name"), "Ref") + "Namespace"
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		if name, is := f.value.(string); is && f.path == beside {
			return name
		}
	}
	return ""
}

// ByAccount is the step that has to do with by whom its controller works, with a look at the Secret that the object names for
// that, and none where it names none. One that is not there has to be made again first.
func ByAccount(ctx context.Context, h *hearing.Case, step string) (n hearing.Notes) {
	told, secret := accountOf(h)
	if secret.Namespace == "" {
		return n
	}
	if h.View.Look(ctx, secret).Gone() {
		n.Fact(h.View.NameOf(secret), "does not exist")
		n.Remake(ctx, h, "Secret "+secret.Name, secret.Namespace, "create "+told+", again in namespace "+secret.Namespace+", until the deletion is through: it is not there, and by it its controller works", true)
		return n
	}
	n.Do(explain.Look(step, "kubectl", "get", "secrets/"+secret.Name, "-n", secret.Namespace).For(explain.Mends))
	return n
}

// Access tells of the Secret by which its controller works, where that is not known to be there. It is to be looked at where it
// leads to the cluster in which all is that is to be cleaned up.
func Access(ctx context.Context, h *hearing.Case) (fact string, see hearing.Notes) {
	told, secret := accountOf(h)
	if secret.Namespace == "" {
		return "", see
	}
	what, use := "Secret "+secret.Name, ": its cleanup may need that"
	if strings.Contains(strings.ToLower(told), "kubeconfig") {
		use = ": it leads to its cluster"
		see = ByAccount(ctx, h, "see whether "+what+" is still there, by which its cluster is reached: if not, no restart helps")
	}
	switch state := h.View.Glance(ctx, secret).State; {
	case state == trace.Gone:
		return what + " is not in namespace " + secret.Namespace + use, see
	case state != trace.Unreadable:
		return "", hearing.Notes{}
	}
	for _, o := range h.Object.GetOwnerReferences() { // what is called after it goes with it
		if o.Name != "" && strings.HasPrefix(secret.Name+"-", o.Name+"-") {
			return what + " may have gone with its owner " + o.Kind + " " + o.Name, see
		}
	}
	return "whether " + what + " is still there is not known from here" + use, see
}

// addressed is how fields are called below which stands what a controller talks to, those that surely do before others.
var addressed = []*regex.Regexp{regex.New(`(?i)(?:endpoint|ur[li]|address|server|dsn)$`), regex.New(`(?i)host(?:name)?$`)}

// anAddress is a value that is one.
var anAddress = regex.New(`^(?:[a-z][a-z0-9+.-]*://)?[A-Za-z0-9_.@:-]*[A-Za-z0-9]\.[A-Za-z0-9][\w./:-]*$`)

// AddressOf says in brackets which address is in the spec of the object, where that has one which its controller may talk to.
func AddressOf(h *hearing.Case) string {
	all := fieldsOf(specOf(h), "spec", mostDeep)
	for _, way := range addressed {
		for _, f := range all {
			text, _ := f.value.(string)
			if way.MatchString(f.key) && anAddress.MatchString(text) {
				return " (the object names " + phrase.OneLine(text) + portBeside(all, f.path) + ", in " + f.path + ")"
			}
		}
	}
	return ""
}

// portBeside is the port that stands beside a field, as an address ends in it.
func portBeside(all []field, path string) string {
	beside := path[:strings.LastIndexByte(path, '.')] + ".port"
	at := slices.IndexFunc(all, func(f field) bool { return f.path == beside })
	if at < 0 {
		return ""
	}
	port, _ := all[at].value.(int64)
	if port == 0 {
		return ""
	}
	return ":" + strconv.FormatInt(port, 10)
}
