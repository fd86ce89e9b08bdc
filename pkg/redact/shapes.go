package redact

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	privateKey = regex.New(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----(?s:.*?)(-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|\z)`)
	signed     = regex.New(`\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*`)
	// clouds are the forms of keys that say of themselves whose they are.
	clouds = regex.New(strings.Join([]string{
		`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`,                                              // AWS
		`\bAIza[A-Za-z0-9_-]{35}`, `\bya29\.[A-Za-z0-9_-]{10,}`, `\bGOCSPX-[A-Za-z0-9_-]{20,}`, // Google
		`\b[A-Za-z0-9+/]{86}==`, `\b[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}`, // Azure: of storage, of an application
		`\bgh[pousr]_[A-Za-z0-9]{30,}`, `\bgithub_pat_[A-Za-z0-9_]{22,}`, // GitHub
		`\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_.-]{16,}`,                                                              // GitLab
		`\bxox[abeoprs]-[A-Za-z0-9-]{10,}`, `\bxapp-[A-Za-z0-9-]{10,}`, `hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]+`, // Slack
		`\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}`, `\bwhsec_[A-Za-z0-9+/=]{20,}`, // Stripe
		`\bnpm_[A-Za-z0-9]{30,}`, `\bpypi-[A-Za-z0-9_-]{40,}`, `\bdckr_pat_[A-Za-z0-9_-]{20,}`, `\bdop_v1_[a-f0-9]{40,}`,
		`\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`, `\bhv[sbr]\.[A-Za-z0-9_-]{20,}`, `\bhf_[A-Za-z0-9]{30,}`, `\bsk-[A-Za-z0-9_-]{20,}`,
		`\bAGE-SECRET-KEY-1[A-Z0-9]{50,}`, `\bglc_[A-Za-z0-9+/=]{20,}`, `\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`, `\bNRAK-[A-Z0-9]{20,}`,
		`\bdapi[a-f0-9]{32}\b`, `\bPMAK-[a-f0-9-]{40,}`, `\batlasv1\.[A-Za-z0-9_=-]{20,}`, `\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{20,}`,
	}, "|"))
	encoded = regex.New(`[A-Za-z0-9+/_-]{24,}={0,2}`)
)

// shaped hides what is a credential by its form.
func (r *Redactor) shaped(s string) string {
	if strings.Contains(s, "PRIVATE KEY") {
		s = r.replace(s, privateKey, Key, always)
		if strings.Contains(s, "PRIVATE KEY-----") {
			r.take(Key) // the middle of one
			s = Mark
		}
	}
	if strings.HasPrefix(s, "PuTTY-User-Key-File") {
		r.take(Key)
		return Mark
	}
	if strings.Contains(s, "eyJ") {
		s = r.replace(s, signed, Token, always)
	}
	if len(s) >= 20 {
		s = r.replace(s, clouds, Cloud, always)
	}
	return s
}

const (
	mostDecoded = 4 << 20 // bytes, of one word
	mostLayers  = 3
)

// decoded hides a word of base64, packed or not, in which there is a credential.
func (r *Redactor) decoded(s string) string {
	if len(s) < 24 || r.layers >= mostLayers {
		return s
	}
	return r.replace(s, encoded, Encoded, func(found []string, _ string) (string, bool) {
		text, ok := decode(found[0])
		return Mark, ok && r.hides(text)
	})
}

// hides reports whether there is something to hide in a text, and counts nothing.
func (r *Redactor) hides(text string) bool {
	inner := Redactor{names: r.names, layers: r.layers + 1}
	return inner.text(text) != text
}

// decode reads base64 of any kind, and unpacks what it holds.
func decode(word string) (string, bool) {
	word = strings.TrimRight(word, "=")
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		data, err := e.DecodeString(word)
		if err != nil {
			continue
		}
		if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			if packed, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, _ = io.ReadAll(io.LimitReader(packed, mostDecoded)) // what was read of a torn one is looked at
			}
		}
		if utf8.Valid(data) && len(data) > 0 {
			return string(data), true
		}
	}
	return "", false
}
