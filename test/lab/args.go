//go:build unix

package lab

import (
	"fmt"
	"path/filepath"
)

func etcdArgs(dir string, client, peer int) []string {
	clientURL := fmt.Sprintf("https://127.0.0.1:%d", client)
	peerURL := fmt.Sprintf("https://127.0.0.1:%d", peer)
	in := func(name string) string { return filepath.Join(dir, name) }
	return []string{
		"--name=lab",
		"--data-dir=" + in("etcd"),
		"--listen-client-urls=" + clientURL,
		"--advertise-client-urls=" + clientURL,
		"--listen-peer-urls=" + peerURL,
		"--initial-advertise-peer-urls=" + peerURL,
		"--initial-cluster=lab=" + peerURL,
		"--client-cert-auth",
		"--trusted-ca-file=" + in("ca.crt"),
		"--cert-file=" + in("etcd.crt"),
		"--key-file=" + in("etcd.key"),
		"--peer-client-cert-auth",
		"--peer-trusted-ca-file=" + in("ca.crt"),
		"--peer-cert-file=" + in("etcd.crt"),
		"--peer-key-file=" + in("etcd.key"),
		"--unsafe-no-fsync", // the data does not outlive the lab
		"--log-level=warn",
	}
}

func apiserverArgs(dir string, etcd, port int) []string {
	in := func(name string) string { return filepath.Join(dir, name) }
	return []string{
		fmt.Sprintf("--etcd-servers=https://127.0.0.1:%d", etcd),
		"--etcd-cafile=" + in("ca.crt"),
		"--etcd-certfile=" + in("etcd.crt"),
		"--etcd-keyfile=" + in("etcd.key"),
		"--bind-address=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", port),
		"--tls-cert-file=" + in("apiserver.crt"),
		"--tls-private-key-file=" + in("apiserver.key"),
		"--client-ca-file=" + in("ca.crt"),
		"--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + in("service-account.crt"),
		"--service-account-signing-key-file=" + in("service-account.key"),
		"--service-cluster-ip-range=10.0.0.0/16",
		"--requestheader-client-ca-file=" + in("ca.crt"),
		"--requestheader-allowed-names=front-proxy",
		"--requestheader-username-headers=X-Remote-User",
		"--requestheader-group-headers=X-Remote-Group",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--proxy-client-cert-file=" + in("front-proxy.crt"),
		"--proxy-client-key-file=" + in("front-proxy.key"),
		"--kubelet-certificate-authority=" + in("ca.crt"),
		"--endpoint-reconciler-type=none", // a loopback address cannot be an endpoint
		"--allow-privileged=true",
		"--profiling=false",
	}
}

func managerArgs(dir string) []string {
	in := func(name string) string { return filepath.Join(dir, name) }
	return []string{
		"--kubeconfig=" + in("manager.kubeconfig"),
		"--secure-port=0",
		"--leader-elect=false",
		"--use-service-account-credentials=true",
		"--service-account-private-key-file=" + in("service-account.key"),
		"--root-ca-file=" + in("ca.crt"),
		"--concurrent-namespace-syncs=20",
		"--v=2", // the garbage collector then logs which types it knows
	}
}
