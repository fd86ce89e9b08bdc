// Command kubectl is the kubectl of the control plane's release. It is linked by
// itself: tests start it thousands of times, and the servers beside it in one file
// would make each start take four times as long.
package main

import (
	"fmt"
	"os"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // kubectl's auth providers
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
)

// main does what kubectl's own does: the verbosity is read before the command
// tree is built, so that plugin lookup can already log.
func main() {
	if _, err := logs.GlogSetter(kubectl.GetLogVerbosity(os.Args)); err != nil {
		fmt.Fprintln(os.Stderr, "warning:", err)
	}
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		kubectlutil.CheckErr(err)
	}
}
