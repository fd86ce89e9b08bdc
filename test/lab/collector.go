//go:build unix

package lab

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// collectorView is what the garbage collector knows, as its log tells.
type collectorView struct {
	// synced is true once every type announced so far is being watched.
	synced bool
	// types are the resources announced, as in "foos.example.com".
	types map[string]bool
}

// collectorKnows reads the log of the controller manager's present life. The
// log is the only place that tells: until the collector has synced a new type
// it silently ignores owners and dependents of that type.
func collectorKnows(log string) (collectorView, error) {
	text, err := os.ReadFile(log)
	if err != nil {
		return collectorView{}, fmt.Errorf("reading what the garbage collector knows: %w", err)
	}
	view := collectorView{types: map[string]bool{}}
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.Contains(line, "syncing garbage collector with updated resources"):
			view.synced = false
			view.apply(line)
		case strings.Contains(line, "synced garbage collector"):
			view.synced = true
		}
	}
	return view, nil
}

// apply reads the two lists of a line such as
//
//	… diff="added: [example.com/v1, Resource=foos …], removed: [/v1, Resource=pods …]"
func (v collectorView) apply(line string) {
	added, removed, _ := strings.Cut(line, "], removed: [")
	for _, m := range typeName.FindAllStringSubmatch(removed, -1) {
		delete(v.types, m[2]+"."+m[1])
	}
	for _, m := range typeName.FindAllStringSubmatch(added, -1) {
		v.types[m[2]+"."+m[1]] = true
	}
}

var typeName = regexp.MustCompile(`([^\s\[]*)/[^\s,]+, Resource=([^\s\],"]+)`)
