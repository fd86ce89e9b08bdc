package release

import (
	"encoding/json"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/version"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// Versions is the answer of the command. Server is nil where it was not asked
// or did not answer.
type Versions struct {
	Client Build         `json:"clientVersion"`
	Server *version.Info `json:"serverVersion,omitempty"`
}

// Formats are those in which versions are printed, the default first.
func Formats() []string { return []string{"text", "json", "yaml"} }

// Print writes the versions in one of the formats.
func (v Versions) Print(w io.Writer, format string) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	case "yaml":
		out, err := yaml.Marshal(v)
		if err != nil {
			return fmt.Errorf("writing the version as yaml: %w", err)
		}
		_, err = w.Write(out)
		return err
	}
	if _, err := fmt.Fprintf(w, "Client Version: %s\n", v.Client.Version); err != nil {
		return err
	}
	if v.Server == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "Server Version: %s\n", render.Line(v.Server.GitVersion))
	return err
}
