//go:build unix

// Package browser drives a Chromium without a window, by the protocol of its developer
// tools over two pipes: for tests of what the program writes for browsers.
package browser

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"
)

// programs are what a Chromium is called.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Find returns the path of a Chromium. Where tests decide what lands there has to be one.
func Find(t *testing.T) string {
	t.Helper()
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("chromium is not installed, and reports have to work in a browser: apt-get install chromium")
	}
	t.Skip("chromium is not installed: that reports work in a browser was not checked")
	return ""
}

// patience is how long an answer of the browser may take.
const patience = time.Minute

// Browser is a running Chromium.
type Browser struct {
	to *os.File
	// answers wait for what was asked, events for who looks.
	mu      sync.Mutex
	next    int
	answers map[int]chan message
	pages   map[string]*Page
	ended   chan struct{}
}

type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// Start starts one with a profile of its own, and ends it with the test.
func Start(t *testing.T) *Browser {
	t.Helper()
	program := Find(t)
	profile := t.TempDir()
	inner, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, outer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-extensions", "--no-first-run",
		"--no-default-browser-check", "--hide-scrollbars", "--user-data-dir="+profile, "--remote-debugging-pipe")
	cmd.ExtraFiles = []*os.File{inner, outer}
	cmd.Env = append(os.Environ(), "HOME="+profile)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = inner.Close(), outer.Close()
	b := &Browser{to: to, answers: map[int]chan message{}, pages: map[string]*Page{}, ended: make(chan struct{})}
	go b.listen(from)
	t.Cleanup(func() {
		_, _ = b.ask("", "Browser.close", nil)
		_ = to.Close()
		select {
		case <-b.ended:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
		}
		_ = cmd.Wait()
		_ = from.Close()
	})
	return b
}

func (b *Browser) listen(from *os.File) {
	defer close(b.ended)
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		if waiting := b.answers[m.ID]; m.ID > 0 && waiting != nil {
			delete(b.answers, m.ID)
			waiting <- m
		}
		page := b.pages[m.Session]
		b.mu.Unlock()
		if page != nil && m.Method != "" {
			page.note(&m)
		}
	}
}

func (b *Browser) ask(session, method string, params any) (json.RawMessage, error) {
	arguments, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	b.mu.Lock()
	b.next++
	id := b.next
	b.answers[id] = answer
	text, err := json.Marshal(message{ID: id, Session: session, Method: method, Params: arguments})
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("asking the browser for %s: %w", method, err)
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return nil, fmt.Errorf("asking the browser for %s: %s", method, m.Error.Message)
		}
		return m.Result, nil
	case <-b.ended:
		return nil, errors.New("the browser has ended")
	case <-time.After(patience):
		return nil, fmt.Errorf("the browser does not answer to %s", method)
	}
}

// Page is one that the browser shows.
type Page struct {
	b       *Browser
	session string
	loaded  chan struct{}

	mu       sync.Mutex
	requests []string
	errs     []string
}

// Open shows a file and waits until it is there.
func (b *Browser) Open(t *testing.T, url string) *Page {
	t.Helper()
	var target struct{ TargetID, SessionID string }
	b.must(t, "", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.must(t, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	b.must(t, "", "Browser.grantPermissions", map[string]any{"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}}, nil)
	p := &Page{b: b, session: target.SessionID, loaded: make(chan struct{}, 8)}
	b.mu.Lock()
	b.pages[p.session] = p
	b.mu.Unlock()
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		p.Do(t, domain+".enable", nil, nil)
	}
	p.Do(t, "Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true}, nil)
	p.Do(t, "Page.navigate", map[string]any{"url": url}, nil)
	select {
	case <-p.loaded:
	case <-time.After(patience):
		t.Fatal("the page does not load")
	}
	return p
}

func (b *Browser) must(t *testing.T, session, method string, params, into any) {
	t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	result, err := b.ask(session, method, params)
	if err == nil && into != nil {
		err = json.Unmarshal(result, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Do asks the page for something.
func (p *Page) Do(t *testing.T, method string, params, into any) {
	t.Helper()
	p.b.must(t, p.session, method, params, into)
}

// note remembers what a page asks the network for, and what goes wrong in it.
func (p *Page) note(m *message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m.Method {
	case "Page.loadEventFired":
		p.loaded <- struct{}{}
	case "Network.requestWillBeSent":
		var e struct {
			Request struct {
				URL string `json:"url"`
			} `json:"request"`
		}
		_ = json.Unmarshal(m.Params, &e)
		p.requests = append(p.requests, e.Request.URL)
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		p.errs = append(p.errs, m.Method+": "+string(m.Params))
	}
}

// Requests are the addresses that the page has asked for, itself included.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// Complaints are what the page has put into the console, errors included.
func (p *Page) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.errs...)
}

// Eval runs an expression in the page as if a person had asked for it, and waits for a
// promise.
func (p *Page) Eval(t *testing.T, expression string, into any) {
	t.Helper()
	var answer struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		ExceptionDetails json.RawMessage `json:"exceptionDetails"`
	}
	p.Do(t, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true}, &answer)
	if len(answer.ExceptionDetails) > 0 {
		t.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(answer.Result.Value, into); err != nil {
		t.Fatalf("%s: %s: %v", expression, answer.Result.Value, err)
	}
}

// Looks has the page shown in a colour scheme, and as it is printed.
func (p *Page) Looks(t *testing.T, scheme string, printed bool) {
	t.Helper()
	media := ""
	if printed {
		media = "print"
	}
	p.Do(t, "Emulation.setEmulatedMedia", map[string]any{
		"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}},
	}, nil)
}

// Screenshot writes what a window of some width shows of the whole page into a file.
func (p *Page) Screenshot(t *testing.T, width, height int, file string) {
	t.Helper()
	p.Do(t, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	var shot struct{ Data string }
	p.Do(t, "Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &shot)
	p.write(t, shot.Data, file)
}

// Printed writes what a printer would get into a file, and returns its size.
func (p *Page) Printed(t *testing.T, file string) int {
	t.Helper()
	var pdf struct{ Data string }
	p.Do(t, "Page.printToPDF", map[string]any{"printBackground": false}, &pdf)
	return p.write(t, pdf.Data, file)
}

func (p *Page) write(t *testing.T, data, file string) int {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString(data)
	if err == nil && file != "" {
		err = os.WriteFile(file, content, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return len(content)
}
