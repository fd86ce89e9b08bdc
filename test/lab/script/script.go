//go:build unix

// Package script runs txtar scripts that call the real plugin through the real
// kubectl against a lab's control plane. Each script has a folder, a namespace, a
// kubeconfig and, while it runs, a control plane of its own, which it finds as new:
// nothing that another script makes or breaks can be seen. The commands that it may
// use beside testscript's own are listed in CONTRIBUTING.md.
package script

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// Params say what to run.
type Params struct {
	// Dir holds the scripts, and nothing else.
	Dir string
	// Plugin is the folder of the plugin's binary.
	Plugin string
	// Beside are the names in Dir that are no scripts.
	Beside []string
	// Serial runs the scripts one after the other.
	Serial bool
	// Prepare readies a control plane, once: every script finds it so.
	Prepare func(ctx context.Context, l *lab.Lab) error
	// Commands are what the scripts may use beside the common commands. They
	// find the script's namespace in $NS and its kubeconfig in $KUBECONFIG.
	Commands map[string]func(ts *testscript.TestScript, args []string) error
}

// Run runs every script. Anything that would let a script count without having
// been run to its end is a failure: a skip, a stop, a file that is no script, a
// script that did not run.
func Run(t *testing.T, p Params) {
	t.Helper()
	names, err := list(p.Dir, p.Beside)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{params: p, ctx: t.Context(), pool: labtest.Pool(t, p.planes()), ended: map[string]bool{}}
	r.pool.Prepare = p.Prepare
	deadline, _ := t.Deadline()
	t.Run("script", func(t *testing.T) {
		testscript.RunT(strict{t, r}, testscript.Params{
			Dir:                 p.Dir,
			Setup:               r.setup,
			Cmds:                r.commands(),
			RequireExplicitExec: true,
			RequireUniqueNames:  true,
			Deadline:            deadline,
		})
	})
	if filtered() {
		return
	}
	for _, name := range names {
		if !r.ended[name] {
			t.Errorf("%s did not run to its end", name)
		}
	}
}

// planes is how many control planes are used: one for each script that runs at the
// same time, and one that is being made ready for the next meanwhile.
func (p Params) planes() int {
	if p.Serial {
		return 1
	}
	if parallel, ok := flag.Lookup("test.parallel").Value.(flag.Getter).Get().(int); ok {
		return parallel + 1
	}
	return runtime.GOMAXPROCS(0) + 1
}

// list returns the names of the scripts, without their ending.
func list(dir string, beside []string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for scripts: %w", err)
	}
	var names []string
	for _, e := range entries {
		name, isScript := strings.CutSuffix(e.Name(), ".txtar")
		if strings.HasSuffix(name, ".go") || slices.Contains(beside, name) {
			continue
		}
		if !isScript {
			return nil, fmt.Errorf("%s is no script: name it .txtar", filepath.Join(dir, e.Name()))
		}
		if err := check(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there are no scripts in %s", dir)
	}
	return names, nil
}

// early matches the commands by which a script would end before its end.
var early = regexp.MustCompile(`(?m)^\s*(\[[^\]]*\]\s*)*(skip|stop)\b`)

func check(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading a script: %w", err)
	}
	commands, _, _ := strings.Cut(string(text), "\n-- ")
	if found := early.FindString(commands); found != "" {
		return fmt.Errorf("%s uses %q: a script runs to its end", path, strings.TrimSpace(found))
	}
	return nil
}

// filtered reports whether the person asked for some scripts only.
func filtered() bool {
	return flag.Lookup("test.run").Value.String() != ""
}

// runner is one call of Run.
type runner struct {
	params Params
	ctx    context.Context
	pool   *lab.Pool

	mu    sync.Mutex
	ended map[string]bool
}

// strict is testing.T for testscript, with a skip turned into a failure.
type strict struct {
	*testing.T
	runner *runner
}

func (s strict) Skip(args ...any) {
	s.Helper()
	s.Fatal(append([]any{"a script must not skip:"}, args...)...)
}

// Parallel lets other scripts run meanwhile, unless they shall not.
func (s strict) Parallel() {
	if !s.runner.params.Serial {
		s.T.Parallel()
	}
}

func (s strict) Verbose() bool { return testing.Verbose() }

func (s strict) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) {
		f(strict{t, s.runner})
		s.runner.mu.Lock()
		defer s.runner.mu.Unlock()
		s.runner.ended[name] = true
	})
}

// session is what one script has.
type session struct {
	lab       *lab.Lab
	namespace string
	disturbed bool      // its servers were stopped or frozen
	hasNode   bool      // a node runs
	kept      bool      // an answer was compared with that of its snapshot
	echo      io.Writer // for people who watch, or nil
}

type sessionKey struct{}

// setup gives a script its namespace and its environment.
func (r *runner) setup(env *testscript.Env) error {
	own, err := r.pool.Borrow()
	if err != nil {
		return err
	}
	s := &session{lab: own, namespace: strings.ReplaceAll(filepath.Base(env.WorkDir), "_", "-")}
	env.Defer(func() { r.pool.Return(s.lab, s.disturbed) })
	env.Values[sessionKey{}] = s
	env.Setenv("PATH", strings.Join([]string{r.params.Plugin, s.lab.Assets(), os.Getenv("PATH")}, string(os.PathListSeparator)))
	env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
	env.Setenv("NS", s.namespace)
	env.Setenv("SERVER", s.lab.Server())
	env.Setenv("KUBECONFIG", filepath.Join(env.WorkDir, "kubeconfig"))
	env.Setenv("GOGC", "400") // kubectl and the plugin live for a moment
	return s.enter(r.ctx, env.Getenv("KUBECONFIG"))
}

// enter makes the session's namespace and an admin's kubeconfig for it.
func (s *session) enter(ctx context.Context, kubeconfig string) error {
	if err := s.lab.Namespace(ctx, s.namespace); err != nil {
		return err
	}
	_, err := s.lab.User(kubeconfig, s.namespace, "admin", "system:masters")
	return err
}

// Lab is the script's control plane.
func Lab(ts *testscript.TestScript) *lab.Lab { return sessionOf(ts).lab }

func sessionOf(ts *testscript.TestScript) *session {
	s, ok := ts.Value(sessionKey{}).(*session)
	if !ok {
		ts.Fatalf("the script has no session")
	}
	return s
}

var errPositive = errors.New("this command cannot be negated")
