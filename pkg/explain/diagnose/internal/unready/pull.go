package unready

import (
	"cmp"
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// pulls are the reasons for which a container waits for its image.
var pulls = []string{"ErrImagePull", "ImagePullBackOff", "InvalidImageName", "ErrImageNeverPull", "ImageInspectError", "RegistryUnavailable"}

// unpulled is why an image could not be pulled.
type unpulled int

const (
	pullUnsaid unpulled = iota
	pullLimited
	pullDistrusted
	pullUnreached
	pullBroken
	pullUnlet // it needs a login, or there is no such image: the registry does not tell which
	pullRefused
	pullNoImage
)

// unpulledBy is how registries and the kubelet say so; what comes first is looked for first, since
// a request that did not get through names what it was for.
var unpulledBy = []struct {
	why   unpulled
	words *regex.Regexp
}{
	{pullLimited, regex.New(`(?i)toomanyrequests|too many requests|\brate limit`)},
	{pullDistrusted, regex.New(`(?i)\bx509: |certificate signed by unknown authority|certificate has expired|server gave HTTP response to HTTPS client`)},
	{pullUnreached, regex.New(`(?i)no such host|\bdial (?:tcp|udp)\b|\bi/o timeout|deadline exceeded|TLS handshake timeout|connection (?:refused|reset)|network is unreachable|no route to host|Client\.Timeout`)},
	{pullBroken, regex.New(`\b50[0-4] (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)`)},
	{pullUnlet, regex.New(`(?i)does not exist or may require|may require 'docker login'|insufficient_scope`)},
	{pullRefused, regex.New(`(?i)\bunauthorized\b|pull access denied|resource is denied|(?:^|: |\[)denied\b|\b403 Forbidden\b|no basic auth credentials|authentication required|authorization (?:failed|token has expired)`)},
	{pullNoImage, regex.New(`(?i)\bnot found\b|manifest[_ ]unknown|name[_ ]unknown|repository[_ ]unknown|no such image|\bno match for platform\b`)},
}

// whyUnpulled reads the words in which it is said that an image could not be pulled.
func whyUnpulled(words string) unpulled {
	for _, by := range unpulledBy {
		if by.words.MatchString(words) {
			return by.why
		}
	}
	return pullUnsaid
}

// pullWords are the words that tell why: those of the status or, where these tell only that it
// waits before it tries again, those of an event about the pod.
func pullWords(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, said string) string {
	if whyUnpulled(said) != pullUnsaid {
		return said
	}
	for _, e := range warningsOf(ctx, w, pod) {
		if strings.Contains(e.Message, "pull") && whyUnpulled(e.Message) != pullUnsaid {
			return phrase.OneLine(e.Message)
		}
	}
	return said
}

// letPull is what has the image of a container pulled, by why it was not.
func letPull(ctx context.Context, w *sight.View, pod *unstructured.Unstructured, workload trace.Ref, container, said string) explain.Step {
	image := imageOf(pod, container)
	registry, what := registryOf(image), "container "+container+" pull "+cmp.Or(image, "its image")
	other := func(text string) explain.Step {
		return explain.Act(explain.Changes, workload, text, "kubectl", "edit", workload.Short(), "-n", workload.Namespace)
	}
	let := "have " + registry + " let " + what + ": "
	switch whyUnpulled(said) {
	case pullLimited:
		return explain.Tell("wait until " + registry + " lets " + what + " again, or have it do so with a login that may pull more often: the registry limits that")
	case pullDistrusted:
		return explain.Tell("have " + nodeOf(pod) + " trust the certificate of " + registry + ", so that it lets " + what)
	case pullUnreached:
		return explain.Tell("have " + nodeOf(pod) + " reach " + registry + ", so that it lets " + what + ": its network, its name server or its proxy")
	case pullBroken:
		return explain.Tell("have " + registry + " answer again, so that it lets " + what + ": it fails itself")
	case pullUnlet:
		return other(let + login(ctx, w, pod) + "; or name an image that there is")
	case pullRefused:
		return explain.Tell(let + login(ctx, w, pod))
	case pullNoImage:
		return other("have container " + container + " pull an image that there is: " + cmp.Or(image, "its image") + " is not found in " + registry)
	case pullUnsaid:
	}
	return other("have container " + container + " pull an image that there is, and that it may pull" + phrase.Prefixed(": ", image))
}

// noSecret is how the kubelet says that a pull secret is not there.
var noSecret = regex.New(`(?i)unable to retrieve some image pull secrets \(([^)]+)\)`)

// login is how a pod is let in to a registry: by the pull secrets that it names, or by one.
func login(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) string {
	for _, e := range warningsOf(ctx, w, pod) {
		if m := noSecret.FindStringSubmatch(e.Message); m != nil {
			return "create pull secret " + m[1] + " in namespace " + pod.GetNamespace() + " again, which its pods name, with a login for that registry"
		}
	}
	list, _, _ := unstructured.NestedSlice(pod.Object, "spec", "imagePullSecrets")
	var names []string
	for _, item := range list {
		secret, _ := item.(map[string]any)
		if name, _ := secret["name"].(string); name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "give its pods a pull secret with a login for that registry, by imagePullSecrets or their ServiceAccount"
	}
	return "see that pull secret " + phrase.Or(names) + " in namespace " + pod.GetNamespace() + " is there, and renew its login for that registry"
}

func nodeOf(pod *unstructured.Unstructured) string {
	if node := manifest.Str(pod, "spec", "nodeName"); node != "" {
		return "node " + node
	}
	return "its node"
}

// registryOf is the registry of an image, as a container runtime reads its name.
func registryOf(image string) string {
	host, _, more := strings.Cut(image, "/")
	switch {
	case image == "":
		return "its registry"
	case more && (strings.ContainsAny(host, ".:") || host == "localhost"):
		return "registry " + host
	}
	return "registry docker.io"
}

func imageOf(pod *unstructured.Unstructured, container string) string {
	for _, c := range append(manifest.MapsAt(pod, "spec", "initContainers"), manifest.ContainersOfPod(pod)...) {
		if name, _ := c["name"].(string); name == container {
			image, _ := c["image"].(string)
			return phrase.OneLine(image)
		}
	}
	return ""
}
