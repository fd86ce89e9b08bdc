//go:build unix

package lab

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A call is in a chain after another where it came a round trip after that was answered.
func TestInARow(t *testing.T) {
	at := time.Now()
	call := func(name string, began, done int) Call {
		return Call{URL: name, Began: at.Add(time.Duration(began) * time.Millisecond), Done: at.Add(time.Duration(done) * time.Millisecond)}
	}
	tests := []struct {
		name  string
		calls []Call
		want  string
	}{
		{"none", nil, ""},
		{"one", []Call{call("a", 0, 1)}, "a"},
		{"at once", []Call{call("a", 0, 1), call("b", 2, 90), call("c", 80, 81)}, "a"},
		{"one after the other", []Call{call("a", 0, 1), call("b", 101, 102), call("c", 202, 203)}, "a b c"},
		{"too soon to have waited", []Call{call("a", 0, 1), call("b", 60, 61), call("c", 102, 103)}, "a c"},
		{"the longest of several", []Call{call("a", 0, 200), call("b", 1, 2), call("c", 110, 111), call("d", 320, 321)}, "b c d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var names []string
			for _, c := range (Calls{All: tt.calls, apart: 90 * time.Millisecond}).InARow() {
				names = append(names, c.URL)
			}
			if got := strings.Join(names, " "); got != tt.want {
				t.Errorf("the chain is %q, not %q", got, tt.want)
			}
		})
	}
}

// A link holds back what goes either way: a connection takes a round trip, and so does
// each answer; and no more goes through in a second than it carries.
func TestLink(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, 100<<10)) // whoever asks may have gone
	}))
	defer server.Close()
	fetch := func(t *testing.T, link Link, times int) time.Duration {
		t.Helper()
		c, err := carry(t.Context(), link, strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		client := &http.Client{Transport: &http.Transport{}}
		began := time.Now()
		for range times {
			resp, err := client.Get("http://" + c.address())
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, resp.Body)
			if err != nil || n != 100<<10 {
				t.Fatalf("%d bytes came: %v", n, err)
			}
			_ = resp.Body.Close() // all of it was read
		}
		took := time.Since(began)
		client.CloseIdleConnections()
		if err := c.close(); err != nil {
			t.Error(err)
		}
		return took
	}
	for _, tt := range []struct {
		link  Link
		times int
		least time.Duration
	}{
		{Link{RoundTrip: 60 * time.Millisecond}, 1, 120 * time.Millisecond},
		{Link{RoundTrip: 60 * time.Millisecond}, 3, 240 * time.Millisecond},
		{Link{Rate: 500 << 10}, 1, 200 * time.Millisecond},
	} {
		t.Run(fmt.Sprint(tt.link, tt.times), func(t *testing.T) {
			if took := fetch(t, tt.link, tt.times); took < tt.least || took > tt.least+2*time.Second {
				t.Errorf("it took %s, and should take %s", took, tt.least)
			}
		})
	}
}

// TestCallsUnderWay counts what has not ended, as a watch has not.
func TestCallsUnderWay(t *testing.T) {
	f := &Far{}
	asked, end := make(chan struct{}), make(chan struct{})
	hangs := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(asked); <-end })
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/v1/pods?watch=true", http.NoBody), hangs)
	}()
	<-asked
	calls := f.Calls().All
	close(end)
	<-done
	if len(calls) != 1 || calls[0].URL != "/api/v1/pods?watch=true" || calls[0].Done.IsZero() {
		t.Errorf("%+v", calls)
	}
	if later := f.Calls().All; len(later) != 0 {
		t.Errorf("it is counted once more: %+v", later)
	}
}
