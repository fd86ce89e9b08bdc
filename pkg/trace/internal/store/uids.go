package store

import (
	"crypto/sha256"
	"encoding/hex"
)

// UID is a UID in the 16 bytes that a UUID has. A UID that is no UUID, which
// the API allows, is represented by a digest of it.
type UID [16]byte

// uids turns UIDs into keys and back.
type uids struct {
	odd map[UID]string // the UIDs that their key does not spell
}

// Key returns what stands for a UID.
func (u *uids) Key(uid []byte) UID {
	if key, ok := parseUUID(uid); ok {
		return key
	}
	sum := sha256.Sum256(uid)
	key := UID(sum[:16])
	if _, known := u.odd[key]; !known {
		if u.odd == nil {
			u.odd = map[UID]string{}
		}
		u.odd[key] = string(uid)
	}
	return key
}

// Text returns the UID that a key stands for.
func (u *uids) Text(key UID) string {
	if s, ok := u.odd[key]; ok {
		return s
	}
	var text [36]byte
	hex.Encode(text[0:8], key[0:4])
	hex.Encode(text[9:13], key[4:6])
	hex.Encode(text[14:18], key[6:8])
	hex.Encode(text[19:23], key[8:10])
	hex.Encode(text[24:36], key[10:16])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// parseUUID accepts only the spelling that Text gives back, so that two UIDs
// never share a key.
func parseUUID(uid []byte) (UID, bool) {
	var key UID
	if len(uid) != 36 || uid[8] != '-' || uid[13] != '-' || uid[18] != '-' || uid[23] != '-' {
		return key, false
	}
	at := 0
	for i := range key {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			at++ // the hyphen
		}
		high, low := hexDigit(uid[at]), hexDigit(uid[at+1])
		if high|low > 15 {
			return UID{}, false
		}
		key[i] = high<<4 | low
		at += 2
	}
	return key, true
}

// hexDigit returns more than 15 for what is no digit in lower case.
func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 0xff
}

// KeyOfName stands in for the key of an object that has no UID, as in a dump
// that was cleaned of them. The text has to name the object as no other.
func (u *uids) KeyOfName(text string) UID {
	sum := sha256.Sum256([]byte(text))
	key := UID(sum[:16])
	if u.odd == nil {
		u.odd = map[UID]string{}
	}
	u.odd[key] = ""
	return key
}
