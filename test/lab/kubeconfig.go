//go:build unix

package lab

import (
	"crypto/x509/pkix"
	"fmt"
	"os"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// writeKubeconfig stores a kubeconfig for a user with a certificate of its own.
func (a *authority) writeKubeconfig(path, server, namespace, user string, groups ...string) error {
	p, err := a.issue(pkix.Name{CommonName: user, Organization: groups})
	if err != nil {
		return err
	}
	key, err := p.keyPEM()
	if err != nil {
		return err
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["lab"] = &clientcmdapi.Cluster{Server: server, CertificateAuthorityData: a.pem}
	config.AuthInfos[user] = &clientcmdapi.AuthInfo{ClientCertificateData: p.cert, ClientKeyData: key}
	config.Contexts["lab"] = &clientcmdapi.Context{Cluster: "lab", AuthInfo: user, Namespace: namespace}
	config.CurrentContext = "lab"
	encoded, err := clientcmd.Write(*config)
	if err != nil {
		return fmt.Errorf("encoding the kubeconfig of %s: %w", user, err)
	}
	if err := os.WriteFile(path, encoded, 0o600); err != nil {
		return fmt.Errorf("storing the kubeconfig of %s: %w", user, err)
	}
	return nil
}
