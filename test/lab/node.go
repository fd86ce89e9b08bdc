//go:build unix

package lab

import (
	"context"
	"crypto/x509/pkix"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// NodeName is the name of the node that StartNode runs.
const NodeName = "node-1"

// nodeFolder holds, in a lab's folder, what the node is made of.
const nodeFolder = "node"

//go:embed node-stages.yaml
var nodeStages string

// StartNode runs a simulated node until the control plane ends or StopNode is called:
// the pods on it run, end when their grace is over, and print what stands in files
// below a folder, which kubectl logs shows then. The file of a container is called
// CONTAINER.log, for those of one pod alone POD/CONTAINER.log, and of the run before
// CONTAINER.previous.log. Its lines begin with how long ago each was printed. A build
// is announced on progress.
func (l *Lab) StartNode(ctx context.Context, progress io.Writer, logs string) error {
	program, stages, err := nodeProgram(ctx, progress)
	if err != nil {
		return err
	}
	dir := filepath.Join(l.Dir, nodeFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("making the folder of the node: %w", err)
	}
	ca, err := loadAuthority(l.Dir)
	if err != nil {
		return err
	}
	serving, err := ca.issue(pkix.Name{CommonName: "node"}, "127.0.0.1")
	if err != nil {
		return err
	}
	if err := serving.write(dir, "node"); err != nil {
		return err
	}
	config, err := l.nodeConfig(logs, stages)
	if err != nil {
		return err
	}
	ports, err := FreePorts(1)
	if err != nil {
		return err
	}
	args, err := json.Marshal([]string{
		program, "--kubeconfig=" + filepath.Join(l.Dir, kubeconfigFile), "--config=" + config, "--manage-all-nodes=true",
		"--node-ip=127.0.0.1", fmt.Sprintf("--node-port=%d", ports[0]), fmt.Sprintf("--server-address=127.0.0.1:%d", ports[0]),
		"--tls-cert-file=" + filepath.Join(dir, "node.crt"), "--tls-private-key-file=" + filepath.Join(dir, "node.key"),
	})
	if err != nil {
		return fmt.Errorf("encoding how the node is started: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "args.json"), args, 0o600); err != nil {
		return fmt.Errorf("storing how the node is started: %w", err)
	}
	if err := l.command("start node"); err != nil {
		return err
	}
	if err := l.Apply(ctx, `{"apiVersion":"v1","kind":"Node","metadata":{"name":"`+NodeName+`"}}`); err != nil {
		return err
	}
	return l.Eventually(ctx, "the node to be ready", func() error {
		_, err := l.Run(ctx, "wait", "--for=condition=Ready", "--timeout=1s", "node/"+NodeName)
		return err
	})
}

// Print has the pods on the node print anew what stands in the folder of StartNode.
func (l *Lab) Print(logs string) error {
	_, err := printed(filepath.Join(l.Dir, nodeFolder), logs)
	return err
}

// StopNode kills the node. Its object stays.
func (l *Lab) StopNode() error { return l.command("stop node") }

// nodeConfig writes what the node does and what its pods print.
func (l *Lab) nodeConfig(logs string, stages []string) (string, error) {
	dir := filepath.Join(l.Dir, nodeFolder)
	documents, err := printed(dir, logs)
	if err != nil {
		return "", err
	}
	documents = append(documents, nodeStages)
	for _, path := range stages {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("reading what a node does: %w", err)
		}
		documents = append(documents, string(text))
	}
	path := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(path, []byte(strings.Join(documents, "\n---\n")), 0o600); err != nil {
		return "", fmt.Errorf("storing what the node does: %w", err)
	}
	return path, nil
}

// printed writes what pods print as of now, and returns the documents that name it.
func printed(dir, logs string) (documents []string, err error) {
	now := time.Now()
	err = filepath.WalkDir(logs, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".previous.log") {
			return err
		}
		relative, err := filepath.Rel(logs, path)
		if err != nil {
			return err
		}
		document, err := containerLog(dir, logs, strings.TrimSuffix(relative, ".log"), now)
		documents = append(documents, document)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading what pods print: %w", err)
	}
	return documents, nil
}

// containerLog writes the logs of a container, of any pod or of one, as a container's
// runtime keeps them, and returns the document that names them.
func containerLog(dir, logs, name string, now time.Time) (string, error) {
	entry := map[string]any{"containers": []string{filepath.Base(name)}}
	for field, suffix := range map[string]string{"logsFile": ".log", "previousLogsFile": ".previous.log"} {
		text, err := os.ReadFile(filepath.Join(logs, name+suffix))
		if err != nil && field == "previousLogsFile" {
			continue
		}
		if err != nil {
			return "", err
		}
		path := filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+suffix)
		if err := os.WriteFile(path, []byte(stamped(string(text), now)), 0o600); err != nil {
			return "", err
		}
		entry[field] = path
	}
	spec := map[string]any{"logs": []any{entry}}
	if pod := filepath.Dir(name); pod != "." {
		spec["selector"] = map[string]any{"matchNames": []string{pod}}
	}
	text, err := json.Marshal(map[string]any{
		"apiVersion": "kwok.x-k8s.io/v1alpha1", "kind": "ClusterLogs", "spec": spec,
		"metadata": map[string]any{"name": strings.ReplaceAll(name, "/", "-")},
	})
	return string(text), err
}

// stamped puts before each line the time at which it was printed, as a container's
// runtime does. A line that does not begin with how long ago that was is of the time of
// the one before it.
func stamped(text string, now time.Time) string {
	var out strings.Builder
	at := now
	for line := range strings.Lines(text) {
		if age, rest, found := strings.Cut(line, " "); found {
			if ago, err := time.ParseDuration(age); err == nil {
				at, line = now.Add(-ago), rest
			}
		}
		fmt.Fprintf(&out, "%s stdout F %s", at.UTC().Format("2006-01-02T15:04:05.000000000Z07:00"), line)
	}
	return out.String()
}
