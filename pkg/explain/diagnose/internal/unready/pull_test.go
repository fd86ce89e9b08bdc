package unready

import "testing"

// Why an image was not pulled, in the words of container runtimes and registries.
func TestWhyUnpulled(t *testing.T) {
	for words, want := range map[string]unpulled{
		`failed to authorize: failed to fetch oauth token: unexpected status from GET request to https://ghcr.io/token: 401 Unauthorized`:                   pullRefused,
		`Head "https://eu.pkg.dev/v2/acme/operator/manifests/1": denied: Permission "artifactregistry.repositories.downloadArtifacts" denied on resource`:   pullRefused,
		`failed to resolve reference "1234.dkr.ecr.eu-west-1.amazonaws.com/acme:1": pulling from host failed with status code [manifests 1]: 403 Forbidden`: pullRefused,
		`no basic auth credentials`: pullRefused,
		`pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed`:                         pullUnlet,
		`failed to resolve reference "docker.io/acme/operator:1": docker.io/acme/operator:1: not found`:                                                                pullNoImage,
		`manifest for acme/operator:1 not found: manifest unknown: manifest unknown`:                                                                                   pullNoImage,
		`no match for platform in manifest: not found`:                                                                                                                 pullNoImage,
		`failed to authorize: failed to fetch anonymous token: Get "https://auth.docker.io/token": dial tcp: lookup auth.docker.io: no such host`:                      pullUnreached,
		`failed to do request: Head "https://reg.acme.test/v2/operator/manifests/1": net/http: TLS handshake timeout`:                                                  pullUnreached,
		`failed to do request: Head "https://reg.acme.test/v2/operator/manifests/1": context deadline exceeded`:                                                        pullUnreached,
		`failed to do request: Head "https://reg.acme.test/v2/operator/manifests/1": tls: failed to verify certificate: x509: certificate signed by unknown authority`: pullDistrusted,
		`http: server gave HTTP response to HTTPS client`:                                                                                                              pullDistrusted,
		`unexpected status code: 429 Too Many Requests - Server message: toomanyrequests: You have reached your pull rate limit`:                                       pullLimited,
		`unexpected status from HEAD request to https://reg.acme.test/v2/operator/manifests/1: 503 Service Unavailable`:                                                pullBroken,
		// What is said of something else, or of nothing.
		`Back-off pulling image "acme/operator:1"`:                                                       pullUnsaid,
		`failed to extract layer sha256:401401: mkdir /var/lib/containerd/x: permission denied: unknown`: pullUnsaid,
		`failed to pull image "reg.acme.test/denied/limits:401": no space left on device`:                pullUnsaid,
	} {
		if got := whyUnpulled(words); got != want {
			t.Errorf("%d instead of %d: %s", got, want, words)
		}
	}
}

// The registry of an image, as its name tells.
func TestRegistryOf(t *testing.T) {
	for image, want := range map[string]string{
		"acme/operator:1": "registry docker.io", "nginx": "registry docker.io", "": "its registry",
		"ghcr.io/acme/operator:1": "registry ghcr.io", "localhost/acme:1": "registry localhost", "reg:5000/acme": "registry reg:5000",
	} {
		if got := registryOf(image); got != want {
			t.Errorf("%q: %q", image, got)
		}
	}
}
