package redact

import "testing"

func TestClassify(t *testing.T) {
	for key, want := range map[string]redactField{
		"password": redactSecret, "adminPASSWORD": redactSecret, "db_pass-word": redactSecret, "clientSecret": redactSecret,
		"aws_secret_access_key": redactSecret, "bearerToken": redactSecret, ".dockerconfigjson": redactSecret,
		"secretName": redactPlain, "secretRef": redactPlain, "secretKeyRef": redactPlain, "tokenSecretName": redactPlain,
		"writeConnectionSecretToRef": redactPlain, "secretNamespace": redactPlain, "dataSecretName": redactPlain,
		"provisioner-secret-name": redactPlain, "secretTypes": redactSecret, "name": redactPlain, "keys": redactPlain,
		"resources": redactPlain, "finalizers": redactPlain, "env": redactAll, "envFrom": redactPlain, "extraArgs": redactAll,
		"command": redactCommand, "stringData": redactContainer,
	} {
		if got := classify(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
}
