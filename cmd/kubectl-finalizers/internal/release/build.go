// Package release says of which release this program is, and which one the server is of.
package release

import (
	"runtime"
	"runtime/debug"
)

// Build says what this binary is. It is part of the output contract of
// "version -o json".
type Build struct {
	Version   string `json:"version"`
	Commit    string `json:"commit,omitempty"`
	GoVersion string `json:"goVersion"`
	Platform  string `json:"platform"`
}

// Of is this binary, which was stamped with a release or with nothing.
func Of(stamp string) Build {
	info := Build{Version: stamp, GoVersion: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	built, ok := debug.ReadBuildInfo()
	if ok {
		if info.Version == "" {
			info.Version = built.Main.Version
		}
		for _, s := range built.Settings {
			if s.Key == "vcs.revision" {
				info.Commit = s.Value
			}
		}
	}
	if info.Version == "" || info.Version == "(devel)" {
		info.Version = "v0.0.0-dev"
	}
	return info
}
