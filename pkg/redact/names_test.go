package redact

import "testing"

func TestClassify(t *testing.T) {
	for key, want := range map[string]meaning{
		"password": secret, "adminPASSWORD": secret, "db_pass-word": secret, "clientSecret": secret,
		"aws_secret_access_key": secret, "bearerToken": secret, ".dockerconfigjson": secret,
		"secretName": plain, "secretRef": plain, "secretKeyRef": plain, "tokenSecretName": plain,
		"writeConnectionSecretToRef": plain, "secretNamespace": plain, "dataSecretName": plain,
		"provisioner-secret-name": plain, "secretTypes": secret, "name": plain, "keys": plain,
		"resources": plain, "finalizers": plain, "env": variables, "envFrom": plain, "extraArgs": variables,
		"command": command, "stringData": container,
	} {
		if got := classify(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
}
