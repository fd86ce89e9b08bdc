package redact

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// maker makes credentials.
type maker struct{ *rand.Rand }

const (
	lowers = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
	uppers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	safe   = lowers + digits + uppers
)

func (m maker) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[m.IntN(len(alphabet))]
	}
	return string(b)
}

func (m maker) pick(of []string) string { return of[m.IntN(len(of))] }

// password is what people think of, or what is drawn; it is no word of a sentence.
func (m maker) password() string {
	return m.pick([]string{m.of(lowers, 7) + m.of(digits, 2), m.of(safe, 24), m.of(lowers, 5) + "-" + m.of(uppers, 4), m.of(safe+"+/._-!#$%^*", 20) + "9"})
}

// named are names that speak of a credential.
var named = []string{
	"password", "pwd", "pass", "psk", "sshKey", "signingKey", "encryptionKey", "clientKeyData", "client-key-data", "tls.key", "id_rsa", "bearer",
	"auth.basic", "dbPass", "DB_PASSWORD", "rootPwd", "adminPassword", "apiKey", "API_KEY", "x-api-key", "aws_secret_access_key", "privateKey",
	"TLSKey", "server.key", "key.pem", "secretKey", "accountKey", "connectionString", "sasToken", "userpass", "webhookKey", "passphrase",
	"presharedKey", "preSharedKey", "HMAC_KEY", "jwt", "joinToken", "githubToken", "cookie", "ca.key", "dsn",
}

// family makes a credential with the text around it in which it is known, and
// says what must not be seen. It is empty where the name of the field is needed.
type family struct {
	name string
	make func(m maker) (text, secret string)
}

func cloudKeys(m maker) string {
	return m.pick([]string{
		"AKIA" + m.of(uppers+digits, 16), "ASIA" + m.of(uppers+digits, 16), "AIza" + m.of(safe, 35), "ya29." + m.of(safe, 40),
		"ghp_" + m.of(safe, 36), "gho_" + m.of(safe, 36), "ghs_" + m.of(safe, 36), "github_pat_" + m.of(safe, 22) + "_" + m.of(safe, 59),
		"glpat-" + m.of(safe, 20), "xoxb-" + m.of(digits, 12) + "-" + m.of(safe, 24), "xapp-1-" + m.of(uppers, 10) + "-" + m.of(digits, 12),
		"sk_live_" + m.of(safe, 24), "npm_" + m.of(safe, 36), "hvs." + m.of(safe, 90), "SG." + m.of(safe, 22) + "." + m.of(safe, 43),
		"dop_v1_" + m.of("0123456789abcdef", 64), "dckr_pat_" + m.of(safe, 27), "GOCSPX-" + m.of(safe, 28), m.of(safe, 3) + "8Q~" + m.of(safe, 34),
		m.of(safe, 86) + "==",
	})
}

func pem(m maker, lines string) (string, string) {
	kind := m.pick([]string{"", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "})
	body := m.of(safe, 64)
	return "-----BEGIN " + kind + "PRIVATE KEY-----" + lines + body + lines + "-----END " + kind + "PRIVATE KEY-----" + lines, body
}

func base(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

var families = []family{
	{"pair", func(m maker) (string, string) {
		s := m.password()
		s = strings.Map(func(r rune) rune {
			if strings.ContainsRune("&;,!#$%^*", r) {
				return '_'
			}
			return r
		}, s)
		name := m.pick([]string{"password", "pwd", "pass", "apiKey", "PGPASSWORD", "client-secret", "db.password", "sshKey"})
		return fmt.Sprintf(m.pick([]string{
			"cannot connect: %s=%s", "host=db %s=%s dbname=shop", "%s: %s", `{"%s": "%s", "user": "x"} was refused`, `settings {\"%s\":\"%s\"}`, "run --%s %s --now",
			"run --%s=%s --now", "jdbc:sqlserver://db:1433;%s=%s;encrypt=true", "jdbc:mysql://db/shop?user=a&%s=%s&ssl=true", "%s='%s'", "export %s=\"%s\"", "with %s := %s",
		}), name, s), s
	}},
	{"signature", func(m maker) (string, string) {
		s := m.of(safe, 40) + "%3D"
		return "https://shop.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&" + m.pick([]string{"sig", "Signature", "X-Amz-Signature", "X-Amz-Security-Token"}) + "=" + s + "&se=2030", s
	}},
	{"header", func(m maker) (string, string) {
		s := m.of(safe, 20) + "9"
		return m.pick([]string{"curl -H 'Authorization: Bearer " + s + "' failed", "authorization: basic " + s, "sent Bearer " + s + ", got 401", "Cookie: session=" + s, "Authorization: Token " + s, "Set-Cookie: a=" + s + "; Secure"}), s
	}},
	{"address", func(m maker) (string, string) {
		s := m.password()
		s = strings.NewReplacer("/", "_", "#", "_", "^", "_").Replace(s)
		return m.pick([]string{"dial https://admin:" + s + "@db.example.com:443/x: refused", "amqp://u:" + s + "@mq/", "postgres://:" + s + "@db/shop?a=b", "root:" + s + "@tcp(db:3306)/shop"}), s
	}},
	{"user of an address", func(m maker) (string, string) {
		s := m.of(safe, 30) + "12"
		return "git clone https://" + s + "@git.example.com/shop.git", s
	}},
	{"PEM", func(m maker) (string, string) { return pem(m, "\n") }},
	{"PEM in one line", func(m maker) (string, string) { return pem(m, `\n`) }},
	{"PEM in a sentence", func(m maker) (string, string) {
		text, s := pem(m, "\n")
		return "cannot parse " + text + " as a key", s
	}},
	{"JWT", func(m maker) (string, string) {
		s := base(`{"alg":"RS256","kid":"`+m.of(safe, 8)+`"}`) + "." + base(`{"sub":"`+m.of(safe, 12)+`"}`) + "." + m.of(safe, 43)
		return m.pick([]string{s, "invalid: " + s + " has expired"}), s
	}},
	{"cloud", func(m maker) (string, string) {
		s := cloudKeys(m)
		return m.pick([]string{s, "request with " + s + " was refused", "x=" + s}), s
	}},
	{"hook", func(m maker) (string, string) {
		s := "T" + m.of(uppers, 8) + "/B" + m.of(uppers, 8) + "/" + m.of(safe, 24)
		return "https://hooks.slack.com/services/" + s, s
	}},
	{"base64 of a key", func(m maker) (string, string) {
		text, _ := pem(m, "\n")
		s := base64.StdEncoding.EncodeToString([]byte(text))
		return m.pick([]string{s, "bundle " + s}), s
	}},
	{"packed", func(m maker) (string, string) {
		text, _ := pem(m, "\n")
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		s := base64.StdEncoding.EncodeToString(b.Bytes())
		return s, s
	}},
	{"YAML", func(m maker) (string, string) {
		s := m.of(safe, 12) + "x9"
		return m.pick([]string{"user: admin\npassword: " + s + "\nsize: 3\n", "auth:\n  basic:\n    pwd: " + s + "\n", "password: |\n  " + s + "\nuser: x", "- name: DB_PASSWORD\n  value: " + s + "\n"}), s
	}},
	{"beside a word", func(m maker) (string, string) {
		s := m.of(lowers, 6) + m.of(uppers, 6) + m.of(digits, 4) + m.of(safe, 8)
		return m.pick([]string{"the password of admin is " + s, "secret " + s + " was refused", "wrong key (" + s + ")"}), s
	}},
}

// TestAllFamiliesEverywhere plants credentials of each family in every place of an
// object, and looks for them in what is shown.
func TestAllFamiliesEverywhere(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			m := maker{rand.New(rand.NewPCG(7, uint64(len(f.name))))}
			for range 60 {
				for place, plant := range texts {
					text, secret := f.make(m)
					check(t, place, plant(text), secret)
				}
			}
		})
	}
	t.Run("names", func(t *testing.T) {
		m := maker{rand.New(rand.NewPCG(7, 8))}
		for _, name := range named {
			for place, plant := range fields {
				secret := m.password()
				check(t, place+" "+name, plant(name, secret), secret)
			}
		}
	})
}

func check(t *testing.T, place string, obj map[string]any, secret string) {
	t.Helper()
	r := &Redactor{}
	shown := r.Object(obj)
	text, err := Encode(shown)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), secret) {
		before, _ := Encode(obj)
		t.Fatalf("%s: %s is shown:\n%s\n%s", place, secret, before, text)
	}
	if len(r.Taken()) == 0 {
		t.Fatalf("%s: it is not said that something was taken out: %s", place, text)
	}
	counted, _ := Encode(r.Taken())
	if strings.Contains(string(counted), secret) {
		t.Fatalf("%s: what was taken out is told: %s", place, counted)
	}
	again := &Redactor{}
	if diff := cmp.Diff(shown, again.Object(shown)); diff != "" {
		t.Fatalf("%s: a second time it differs:\n%s", place, diff)
	}
}

func object(kind string, with map[string]any) map[string]any {
	obj := map[string]any{"apiVersion": "example.com/v1", "kind": kind, "metadata": map[string]any{"name": "o", "namespace": "shop"}}
	maps.Copy(obj, with)
	return obj
}

func asJSON(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

type anyMap = map[string]any

// texts are the places in which a text may stand.
var texts = map[string]func(text string) map[string]any{
	"spec": func(s string) map[string]any { return object("Ox", anyMap{"spec": anyMap{"note": s}}) },
	"list": func(s string) map[string]any { return object("Ox", anyMap{"spec": anyMap{"notes": []any{"a", s}}}) },
	"annotation": func(s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"annotations": anyMap{"example.com/note": s}}})
	},
	"JSON in an annotation": func(s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"annotations": anyMap{"example.com/note": asJSON(anyMap{"deep": []any{anyMap{"note": s}}})}}})
	},
	"JSON in JSON in an annotation": func(s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"annotations": anyMap{"example.com/note": asJSON(anyMap{"deep": asJSON([]any{s})})}}})
	},
	"annotation of a Secret": func(s string) map[string]any {
		return anyMap{"apiVersion": "v1", "kind": "Secret", "metadata": anyMap{"name": "s", "annotations": anyMap{"note": s}}}
	},
	"label": func(s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"labels": anyMap{"note": s}}})
	},
	"condition": func(s string) map[string]any {
		return object("Ox", anyMap{"status": anyMap{"conditions": []any{anyMap{"type": "Ready", "status": "False", "reason": "Failed", "message": s}}}})
	},
	"event": func(s string) map[string]any {
		return anyMap{"apiVersion": "v1", "kind": "Event", "metadata": anyMap{"name": "e"}, "message": s}
	},
	"argument": func(s string) map[string]any {
		return object("Pod", anyMap{"spec": anyMap{"containers": []any{anyMap{"args": []any{s}}}}})
	},
	"variable": func(s string) map[string]any {
		return object("Pod", anyMap{"spec": anyMap{"containers": []any{anyMap{"env": []any{anyMap{"name": "A", "value": s}}}}}})
	},
	"template": func(s string) map[string]any {
		return object("Ox", anyMap{"spec": anyMap{"template": anyMap{"metadata": anyMap{"annotations": anyMap{"note": s}}}}})
	},
}

// fields are the places in which a field may be named.
var fields = map[string]func(name, value string) map[string]any{
	"spec": func(n, s string) map[string]any { return object("Ox", anyMap{"spec": anyMap{"deep": anyMap{n: s}}}) },
	"list": func(n, s string) map[string]any { return object("Ox", anyMap{"spec": anyMap{n: []any{s}}}) },
	"annotation": func(n, s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"annotations": anyMap{"example.com/" + n: s}}})
	},
	"label": func(n, s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"labels": anyMap{"example.com/" + n: s}}})
	},
	"JSON in an annotation": func(n, s string) map[string]any {
		return object("Ox", anyMap{"metadata": anyMap{"annotations": anyMap{"example.com/note": asJSON(anyMap{"deep": []any{anyMap{n: s}}})}}})
	},
	"name and value": func(n, s string) map[string]any {
		return object("Ox", anyMap{"spec": anyMap{"parameters": []any{anyMap{"name": n, "value": s}}}})
	},
	"variable": func(n, s string) map[string]any {
		return object("Ox", anyMap{"spec": anyMap{"env": []any{anyMap{"name": n, "value": s}}}})
	},
	"value below": func(n, s string) map[string]any { return object("Ox", anyMap{"spec": anyMap{n: anyMap{"value": s}}}) },
	"status": func(n, s string) map[string]any {
		return object("Ox", anyMap{"status": anyMap{"deep": []any{anyMap{n: s}}}})
	},
}

// TestKeeps holds what a diagnosis goes by, beside words that speak of
// credentials.
func TestKeeps(t *testing.T) {
	digest := "sha256:" + strings.Repeat("0123456789abcdef", 4)
	for _, text := range []string{
		`secrets "shop-token-x7k2p" not found`, `secret "db-credentials" not found`, `couldn't find key tls.crt in Secret shop/web-tls`, `cannot get referenced Secret: secrets "aws-creds" is forbidden`,
		`MountVolume.SetUp failed for volume "kube-api-access-b7x9d" : object "shop"/"kube-root-ca.crt" not registered`, "credentials: not found", "token: expired",
		"waiting for the secret shop/db-7f9c8d6b5-x2x4z", "secret uid 01234567-89ab-cdef-0123-456789abcdef was recreated", "image web@" + digest + " pulled with the secret regcred",
		"https://github.com/org/repo", "ssh://git@github.com/org/repo.git", "oci://registry.example.com:5000/a/b@" + digest, "http://10.0.0.1:8080/path@1", "registry.example.com:5000/web:v1.2.3@" + digest,
		"basic authentication is not supported", "a bearer authenticator is needed", "failed calling webhook \"v.example.com\": Post \"https://web.shop.svc:443/validate?timeout=10s\": EOF",
		"2026-03-01T12:00:00Z", "arn:aws:iam::123456789012:role/secret-reader", "projects/shop-12345/secrets/db/versions/3", "/subscriptions/01234567-89ab-cdef-0123-456789abcdef/resourceGroups/keys",
		"key: node-role.kubernetes.io/control-plane", "pod-template-hash=7f9c8d6b5", "web-7f9c8d6b5-x2x4z", "password: true", "the token of the cluster is not valid", "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTESMBAGA1UE",
	} {
		if got := Text(text); got != text {
			t.Errorf("%s\nbecomes %s", text, got)
		}
	}
	obj := object("Ox", anyMap{
		"metadata": anyMap{
			"name": "token-AKIA", "uid": "01234567-89ab-cdef-0123-456789abcdef", "resourceVersion": "12345678901234567890", "finalizers": []any{"password.example.com/secret", "keys.example.com/token"},
			"ownerReferences": []any{anyMap{"kind": "Secret", "name": "password", "uid": "u", "controller": true}}, "labels": anyMap{"pod-template-hash": "7f9c8d6b5", "app.kubernetes.io/name": "token-service"},
			"annotations": anyMap{"example.com/hash": strings.Repeat("0123456789abcdef", 4), "crossplane.io/external-name": "vpc-0a1b2c3d4e5f67890"},
		},
		"spec": anyMap{
			"secretName": "s", "secretRef": anyMap{"name": "s", "namespace": "n", "key": "password"}, "writeConnectionSecretToRef": anyMap{"name": "s"}, "tokenSecretName": "s",
			"passwordSecretRef": anyMap{"name": "s", "key": "pwd"}, "topologyKey": "kubernetes.io/hostname", "key": "a", "keys": []any{"a"}, "publicKey": "kept", "sshPublicKey": "kept",
			"image": "web@" + digest, "caBundle": "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURkekNDQWwrZ0F3SUJBZ0lFQWdBQXVUQU5CZ2txaGtpRzl3MEJBUVVGQURCYU1Rc3dDUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K",
			"bypass": "kept", "passthrough": "kept", "compass": "kept", "accessModes": []any{"ReadWriteOnce"}, "automountServiceAccountToken": true, "claimRef": anyMap{"uid": "u", "name": "n"},
		},
		"status": anyMap{"observedGeneration": int64(3), "conditions": []any{anyMap{"type": "SecretReady", "status": "False", "reason": "TokenExpired", "message": "secret s not found", "lastTransitionTime": "2026-03-01T12:00:00Z"}}},
	})
	r := &Redactor{}
	if diff := cmp.Diff(obj, r.Object(obj)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if taken := r.Taken(); len(taken) > 0 {
		t.Errorf("taken: %v", taken)
	}
}

// TestTypeNames keeps the type of a value that Go has printed, and hides what is drawn at random
// where such a type may stand.
func TestTypeNames(t *testing.T) {
	for text, want := range map[string]string{
		`passwordRef: Invalid value: v1alpha1.SecretKeyRef{Name:"a"}: not found`: `passwordRef: Invalid value: v1alpha1.SecretKeyRef{Name:"a"}: not found`,
		`the password is v1alpha1.SecretKeyRef of the vault`:                     `the password is <redacted> of the vault`,
		`the password is v1alpha1.SeCr9tKeyR4f{Name:"a"}`:                        `the password is <redacted>{Name:"a"}`,
		`v1alpha1.SecretKeyRef{Password:"hunter2"}`:                              `v1alpha1.SecretKeyRef{Password:"<redacted>"}`,
	} {
		if got := Text(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestTaken(t *testing.T) {
	r := &Redactor{}
	for range 2 {
		r.Object(object("Ox", anyMap{"spec": anyMap{"users": []any{anyMap{"password": "a"}, anyMap{"password": "b"}, anyMap{"password": Mark}}}}))
	}
	r.Object(anyMap{"apiVersion": "v1", "kind": "Secret", "metadata": anyMap{"name": "s", "annotations": anyMap{"kapp.k14s.io/original": "x"}}, "data": anyMap{"a": "b", "c": "d"}})
	want := []Taken{
		{Contents, "Secret", "data", 2}, {Copy, "Secret", "metadata.annotations[kapp.k14s.io/original]", 1}, {Named, "Ox", "spec.users[].password", 4},
	}
	if diff := cmp.Diff(want, r.Taken()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for i := range 3 * mostFields {
		r.Object(object("Ox", anyMap{"spec": anyMap{fmt.Sprintf("password%d", i): "a"}}))
	}
	if got := r.Taken(); len(got) > mostFields+1 || !slices.ContainsFunc(got, func(t Taken) bool { return t.Field == beyond && t.Count > mostFields }) {
		t.Errorf("%d fields are told apart", len(got))
	}
}

// FuzzText goes through any text: it ends, what is shown is shown again, and an
// address with a password never is.
func FuzzText(f *testing.F) {
	for _, s := range []string{"password=a", `{"a":"password: b"}`, "Authorization: Bearer <redacted>", "a: |\n b\nsecret: c", `\"pwd\":\"x\\"`, "://a:b@c", "eyJhbGciOi.eyJzdWIi.x", "key: >-\n  x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Text(s)
		if again := Text(once); again != once {
			t.Errorf("%q becomes %q, then %q", s, once, again)
		}
	})
}
