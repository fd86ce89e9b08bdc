//go:build unix

package system

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// external is the service outside the cluster that a provider keeps its
// resources in: PUT, GET and DELETE of /NAME. Scripts make it misbehave.
type external struct {
	address string

	mu        sync.Mutex
	mood      string
	resources map[string]bool
	ended     chan struct{} // closed when the test ends, for those that hang
}

var moods = []string{"heal", "fail", "hang", "hang create"}

// listen serves until the test ends.
func listen(t *testing.T) *external {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e := &external{address: l.Addr().String(), mood: "heal", resources: map[string]bool{}, ended: make(chan struct{})}
	server := &http.Server{Handler: e}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	t.Cleanup(func() {
		close(e.ended)
		server.Close()
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return e
}

func (e *external) url() string { return "http://" + e.address }

// ServeHTTP answers as the mood has it: in "fail" nothing can be deleted, in
// "hang" there is never an answer, and in "hang create" none to who makes
// something.
func (e *external) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, "/")
	switch {
	case e.mood == "hang", e.mood == "hang create" && r.Method == http.MethodPut:
		e.mu.Unlock()
		select {
		case <-e.ended:
		case <-r.Context().Done():
		}
		e.mu.Lock()
	case r.Method == http.MethodPut:
		e.resources[name] = true
	case !e.resources[name]:
		http.NotFound(w, r)
	case r.Method == http.MethodDelete && e.mood == "fail":
		http.Error(w, "BucketNotEmpty: The bucket you tried to delete is not empty", http.StatusConflict)
	case r.Method == http.MethodDelete:
		delete(e.resources, name)
	}
}

// heal ends what a script has done.
func (e *external) heal() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mood = "heal"
}

// provider heal|fail|hang [create]|forget says how the external service behaves from
// here on; forget makes it lose everything, once. provider has|lacks NAME says
// what it must hold.
func (r *runner) provider(ts *testscript.TestScript, args []string) error {
	e := r.external
	e.mu.Lock()
	defer e.mu.Unlock()
	switch mood := strings.Join(args, " "); {
	case slices.Contains(moods, mood):
		e.mood = mood
		ts.Defer(e.heal)
	case len(args) == 1 && args[0] == "forget":
		clear(e.resources)
	case len(args) == 2 && (args[0] == "has" || args[0] == "lacks"):
		if e.resources[args[1]] != (args[0] == "has") {
			return fmt.Errorf("the external service holds %v", e.resources)
		}
	default:
		return errors.New("usage: provider heal|fail|hang [create]|forget, provider has|lacks NAME")
	}
	return nil
}
