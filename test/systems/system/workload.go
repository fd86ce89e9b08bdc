//go:build unix

package system

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// showRunning gives a Deployment its pod, and the pod the status that a kubelet
// would write. The workload is "namespace/name", or empty.
func showRunning(ctx context.Context, kubectl lab.Kubectl, workload string) error {
	namespace, name, ok := strings.Cut(workload, "/")
	if !ok {
		return nil
	}
	if err := scale(ctx, kubectl, namespace, name, 1); err != nil {
		return err
	}
	pod, err := awaitPod(ctx, kubectl, namespace, name)
	if err != nil {
		return err
	}
	now := time.Now().UTC().Format(time.RFC3339)
	status := fmt.Sprintf(`{"phase":"Running","startTime":%[1]q,"conditions":[`+
		`{"type":"Ready","status":"True","lastTransitionTime":%[1]q},{"type":"ContainersReady","status":"True","lastTransitionTime":%[1]q}]}`, now)
	if err := kubectl.SetStatus(ctx, namespace, pod, status); err != nil {
		return err
	}
	_, err = kubectl.Run(ctx, "wait", "deployment/"+name, "--namespace="+namespace, "--for=condition=Available", "--timeout=60s")
	return err
}

// showStopped takes the pod away again.
func showStopped(ctx context.Context, kubectl lab.Kubectl, workload string) error {
	namespace, name, ok := strings.Cut(workload, "/")
	if !ok {
		return nil
	}
	if err := scale(ctx, kubectl, namespace, name, 0); err != nil {
		return err
	}
	selector, err := podSelector(ctx, kubectl, namespace, name)
	if err != nil {
		return err
	}
	_, err = kubectl.Run(ctx, "wait", "pod", "--namespace="+namespace, "--selector="+selector, "--for=delete", "--timeout=60s")
	return err
}

func scale(ctx context.Context, kubectl lab.Kubectl, namespace, name string, replicas int) error {
	_, err := kubectl.Run(ctx, "scale", "deployment/"+name, "--namespace="+namespace, fmt.Sprintf("--replicas=%d", replicas))
	return err
}

// awaitPod waits until the Deployment has a pod, and returns "pod/name".
func awaitPod(ctx context.Context, kubectl lab.Kubectl, namespace, name string) (string, error) {
	selector, err := podSelector(ctx, kubectl, namespace, name)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		pods, err := kubectl.Run(ctx, "get", "pods", "--namespace="+namespace, "--selector="+selector, "--output=name")
		if err != nil {
			return "", err
		}
		if pod, _, ok := strings.Cut(pods, "\n"); ok {
			return pod, nil
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("waiting for a pod of deployments/%s in namespace %s: %w", name, namespace, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func podSelector(ctx context.Context, kubectl lab.Kubectl, namespace, name string) (string, error) {
	selector, err := kubectl.Run(ctx, "get", "deployment", name, "--namespace="+namespace,
		`--output=go-template={{range $k, $v := .spec.selector.matchLabels}}{{$k}}={{$v}},{{end}}`)
	return strings.TrimSuffix(selector, ","), err
}
