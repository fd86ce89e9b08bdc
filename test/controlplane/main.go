// Command controlplane is a Kubernetes control plane in one file: etcd,
// kube-apiserver and kube-controller-manager of one release, built from their Go
// modules. It behaves as the program whose name it is called by, so a folder with
// three links to it and the command kubectl beside them looks like any other
// folder of Kubernetes binaries. It exists for tests; package lab starts and stops
// it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	_ "time/tzdata" // CronJob time zones on machines without a zone database

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"          // --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // client metrics of both servers
	_ "k8s.io/component-base/metrics/prometheus/version"  // version metric of both servers
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	switch name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		serve(apiserver.NewAPIServerCommand())
	case "kube-controller-manager":
		serve(controllermanager.NewControllerManagerCommand())
	default:
		fmt.Fprintf(os.Stderr, "error: called as %q: call it as etcd, kube-apiserver or kube-controller-manager\n", name)
		os.Exit(2)
	}
}

func serve(cmd *cobra.Command) {
	os.Exit(cli.Run(cmd))
}
