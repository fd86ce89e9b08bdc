//go:build unix

package script

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// foretold is what a script needs of an answer of preflight.
type foretold struct {
	Objects []struct {
		Group, Kind, Resource, Namespace, Name, UID, Outcome, State string
	} `json:"objects"`
	Order []struct {
		Text             string
		Commands, Checks []struct{ Shell string }
		Act, Choice      bool
	} `json:"order"`
}

func readForetold(ts *testscript.TestScript, file string) (*foretold, error) {
	var f foretold
	if err := json.Unmarshal([]byte(ts.ReadFile(file)), &f); err != nil {
		return nil, fmt.Errorf("reading %s as JSON: %w", file, err)
	}
	return &f, nil
}

// longest is how long a cluster may take to come to what was foretold, and still how long
// it then has to stay so.
const (
	longest = 2 * time.Minute
	still   = 3 * time.Second
)

// comestrue FILE waits until every object is as the forecast in FILE (JSON of preflight)
// says that it ends, and looks once more whether that stays so. What is not known may end
// as it likes.
func comestrue(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: comestrue FILE")
	}
	f, err := readForetold(ts, args[0])
	if err != nil {
		return err
	}
	if len(f.Objects) == 0 {
		return fmt.Errorf("%s foretells nothing", args[0])
	}
	for deadline := time.Now().Add(longest); ; time.Sleep(500 * time.Millisecond) {
		wrong := f.wrong(ts)
		if wrong == "" {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not as foretold:\n%s", wrong)
		}
	}
	time.Sleep(still)
	if wrong := f.wrong(ts); wrong != "" {
		return fmt.Errorf("it was as foretold, and is not any more:\n%s", wrong)
	}
	return nil
}

// wrong are the objects that are not as foretold, a line each.
func (f *foretold) wrong(ts *testscript.TestScript) string {
	var lines []string
	for _, o := range f.Objects {
		if o.Name == "" || o.UID == "" || o.Outcome == "NotKnown" {
			continue
		}
		now := stateNow(ts, o.Resource, o.Group, o.Namespace, o.Name, o.UID)
		want := map[string]string{"Goes": "gone", "GoesAfter": "gone", "Hangs": "deleting", "Refused": "live", "Stays": "live"}[o.Outcome]
		if o.State == "Deleting" && want == "live" {
			want = "deleting"
		}
		if now != want {
			lines = append(lines, fmt.Sprintf("%s/%s %s: %s, which is to say %s, and it is %s", strings.ToLower(o.Kind), o.Name, o.Namespace, o.Outcome, want, now))
		}
	}
	return strings.Join(lines, "\n")
}

func stateNow(ts *testscript.TestScript, resource, group, namespace, name, uid string) string {
	typ := resource
	if group != "" {
		typ += "." + group
	}
	args := []string{"get", typ + "/" + name, "-o", "jsonpath={.metadata.uid} {.metadata.deletionTimestamp}"}
	if namespace != "" {
		args = append(args, "-n", namespace)
	}
	if err := ts.Exec("kubectl", args...); err != nil {
		said := ts.ReadFile("stderr")
		if strings.Contains(said, "NotFound") || strings.Contains(said, "doesn't have a resource type") || strings.Contains(said, "could not find the requested resource") {
			return "gone"
		}
		return "unreadable: " + said
	}
	now, deleted, _ := strings.Cut(ts.ReadFile("stdout"), " ")
	switch {
	case now != uid:
		return "gone"
	case deleted != "":
		return "deleting"
	}
	return "live"
}

// inorder FILE does what the order in FILE (JSON of preflight) says, step by step, and
// waits after each until its checks print nothing. What is a person's choice is left out.
func inorder(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: inorder FILE")
	}
	f, err := readForetold(ts, args[0])
	if err != nil {
		return err
	}
	if len(f.Order) == 0 {
		return fmt.Errorf("%s has no order", args[0])
	}
	for _, s := range f.Order {
		if s.Choice {
			continue
		}
		for _, c := range s.Commands {
			if err := sessionOf(ts).exec(ts, "sh", "-c", c.Shell); err != nil {
				return fmt.Errorf("%s: %s: %w", s.Text, c.Shell, err)
			}
		}
		for _, c := range s.Checks {
			if err := silent(ts, c.Shell); err != nil {
				return fmt.Errorf("%s: %w", s.Text, err)
			}
		}
	}
	return nil
}

// silent waits until a command prints nothing.
func silent(ts *testscript.TestScript, command string) error {
	for deadline := time.Now().Add(longest); ; time.Sleep(500 * time.Millisecond) {
		err := ts.Exec("sh", "-c", command)
		gone := err != nil && strings.Contains(ts.ReadFile("stderr"), "doesn't have a resource type")
		if err == nil && ts.ReadFile("stdout") == "" || gone {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s still prints %s%s", command, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
		}
	}
}
