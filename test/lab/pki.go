//go:build unix

package lab

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// authority is the lab's certificate authority. Every certificate in the lab
// is issued by it, so nothing needs to skip a check.
type authority struct {
	cert *x509.Certificate
	key  crypto.Signer
	pem  []byte
}

const certLifetime = 30 * 24 * time.Hour

// newAuthority makes an authority and stores it in dir, for loadAuthority.
func newAuthority(dir string) (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making the key of the authority: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "lab-ca"},
		NotBefore:             time.Now().Add(-time.Minute),
		NotAfter:              time.Now().Add(certLifetime),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("making the certificate of the authority: %w", err)
	}
	p := pair{cert: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), signer: key}
	if err := p.write(dir, "ca"); err != nil {
		return nil, err
	}
	return loadAuthority(dir)
}

// loadAuthority reads what newAuthority stored.
func loadAuthority(dir string) (*authority, error) {
	loaded, err := tls.LoadX509KeyPair(filepath.Join(dir, "ca.crt"), filepath.Join(dir, "ca.key"))
	if err != nil {
		return nil, fmt.Errorf("reading the authority: %w", err)
	}
	signer, ok := loaded.PrivateKey.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("reading the authority: a %T cannot sign", loaded.PrivateKey)
	}
	encoded := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: loaded.Certificate[0]})
	return &authority{cert: loaded.Leaf, key: signer, pem: encoded}, nil
}

// pool is what to check the lab's certificates against.
func (a *authority) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	return pool
}

// issue makes a certificate that serves as client and, for the given hosts, as
// server.
func (a *authority) issue(subject pkix.Name, hosts ...string) (pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return pair{}, fmt.Errorf("making the key of %s: %w", subject.CommonName, err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 100))
	if err != nil {
		return pair{}, fmt.Errorf("making the serial number of %s: %w", subject.CommonName, err)
	}
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      subject,
		NotBefore:    time.Now().Add(-time.Minute),
		NotAfter:     time.Now().Add(certLifetime),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		return pair{}, fmt.Errorf("making the certificate of %s: %w", subject.CommonName, err)
	}
	return pair{cert: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), signer: key}, nil
}

// pair is a certificate with its key.
type pair struct {
	cert   []byte
	signer crypto.Signer
}

func (p pair) keyPEM() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(p.signer)
	if err != nil {
		return nil, fmt.Errorf("encoding a private key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// write stores the pair as name.crt and name.key.
func (p pair) write(dir, name string) error {
	key, err := p.keyPEM()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, name+".key"), key, 0o600); err != nil {
		return fmt.Errorf("storing the key of %s: %w", name, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".crt"), p.cert, 0o600); err != nil {
		return fmt.Errorf("storing the certificate of %s: %w", name, err)
	}
	return nil
}
