//go:build unix

package browser

import (
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

var shots = flag.String("shots", "", "the folder into which pictures of the reports are written, to be looked at")

// subject is a report, by the arguments of the program that makes it.
type subject struct {
	name string
	args []string
	code int // with which the program ends
	// search is a text that stands in an object.
	search string
}

var subjects = []subject{
	{"one", []string{"why-stuck", "bucket.foreground.example.org/b1", "-n", "script-foreground", "--from", "../demo/crossplane-foreground.json"}, 3, "labbucket"},
	{"many", []string{"why-stuck", "-A", "--from", "../demo/capi-move-doomed.json"}, 3, "demo"},
	{"trace", []string{"trace", "bucket.foreground.example.org/b1", "-n", "script-foreground", "--from", "../demo/crossplane-foreground.json"}, 0, "labbucket"},
	{"hostile", []string{"why-stuck", "-A", "--from", "testdata/hostile.yaml"}, 3, "cleanup"},
}

// make runs the program, and returns the address of what it has written.
func (s *subject) make(t *testing.T, plugin string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), plugin, append(s.args, "-o", "html")...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); err != nil && code != s.code && code != 5 {
		t.Fatalf("%v: %v\n%s", s.args, err, &stderr)
	}
	file := filepath.Join(t.TempDir(), s.name+".html")
	if err := os.WriteFile(file, out, 0o644); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: file}).String()
}

// TestReports opens reports in a real browser, and uses them.
func TestReports(t *testing.T) {
	b := Start(t)
	plugin := labtest.Plugin(t)
	for i := range subjects {
		s := &subjects[i]
		t.Run(s.name, func(t *testing.T) {
			address := s.make(t, plugin)
			p := b.Open(t, address)
			if *shots != "" {
				s.shoot(t, p)
			}
			folds(t, p)
			searches(t, p, s.search)
			copies(t, s, p)
			prints(t, p)
			for _, scheme := range []string{"light", "dark"} {
				legible(t, p, scheme)
			}
			if got := p.Requests(); !slices.Equal(got, []string{address}) {
				t.Errorf("the page asks for more than itself: %q", got)
			}
			if got := p.Complaints(); len(got) > 0 {
				t.Errorf("the page complains: %q", got)
			}
			refuses(t, p)
		})
	}
}

// folds expects that every object with others below can be folded, all at a time too, and
// that a link to what is folded unfolds it.
func folds(t *testing.T, p *Page) {
	t.Helper()
	var got struct{ All, Open, Folded, Again, Hidden int }
	p.Eval(t, `(() => {
		const all = () => Array.from(document.querySelectorAll('.tree details'));
		const open = () => all().filter(d => d.open).length;
		const button = text => Array.from(document.querySelectorAll('button')).find(b => b.textContent === text);
		const seen = {All: all().length, Open: open()};
		button('Fold all').click(); seen.Folded = open();
		seen.Hidden = Array.from(document.querySelectorAll('.tree details ul > li')).filter(li => li.checkVisibility({contentVisibilityAuto: true})).length;
		button('Unfold all').click(); seen.Again = open();
		return seen;
	})()`, &got)
	if got.Folded != 0 || got.Hidden != 0 || got.Again != got.All || got.Open != got.All {
		t.Errorf("folding: %+v", got)
	}
	var links []string
	p.Eval(t, `Array.from(document.querySelectorAll('tbody a[href^="#"]')).map(a => a.getAttribute('href').slice(1)).filter(id => {
		location.hash = id;
		dispatchEvent(new HashChangeEvent('hashchange'));
		return !document.getElementById(id).querySelector('dl').checkVisibility();
	})`, &links)
	if len(links) > 0 {
		t.Errorf("links lead to what stays folded: %q", links)
	}
}

// searches expects that less is shown for a text, that all of it holds the text or leads to
// it, and that all is there again in the end.
func searches(t *testing.T, p *Page, text string) {
	t.Helper()
	var got struct {
		Before, Found, None, After int
		Wrong                      []string
		Told, NoneTold             string
	}
	p.Eval(t, `(() => {
		const input = document.getElementById('search');
		const shown = () => Array.from(document.querySelectorAll('.tree li')).filter(li => !li.hidden);
		const type = text => { input.value = text; input.dispatchEvent(new Event('input')); };
		const seen = {Before: shown().length};
		type('`+text+`'); seen.Found = shown().length; seen.Told = document.getElementById('told').textContent;
		const up = li => { for (let at = li.parentElement; at; at = at.parentElement) { if (at.tagName === 'LI') { const own = at.cloneNode(true); own.querySelectorAll('ul').forEach(u => u.remove()); if (own.textContent.includes('`+text+`')) return true; } } return false; };
		seen.Wrong = shown().filter(li => !li.textContent.includes('`+text+`') && !up(li)).map(li => li.textContent.slice(0, 80));
		type('nothing holds this text'); seen.None = shown().length; seen.NoneTold = document.getElementById('told').textContent;
		type(''); seen.After = shown().length;
		return seen;
	})()`, &got)
	if got.Found == 0 || got.Found > got.Before || len(got.Wrong) > 0 || got.None != 0 || got.After != got.Before || got.NoneTold != "0 matches" || !strings.Contains(got.Told, "match") {
		t.Errorf("searching for %q: %+v", text, got)
	}
}

// copies expects in the clipboard what each button stands beside.
func copies(t *testing.T, s *subject, p *Page) {
	t.Helper()
	var wrong []string
	p.Eval(t, `(async () => {
		const wrong = [];
		for (const cmd of document.querySelectorAll('.cmd')) {
			cmd.querySelector('button').click();
			await new Promise(done => setTimeout(done, 30));
			const got = await navigator.clipboard.readText();
			if (got !== cmd.querySelector('code').textContent) wrong.push(got);
		}
		return wrong;
	})()`, &wrong)
	if len(wrong) > 0 {
		t.Errorf("copied is something else: %q", wrong)
	}
	var commands int
	p.Eval(t, `document.querySelectorAll('.cmd').length`, &commands)
	if commands == 0 && s.args[0] != "trace" {
		t.Error("there is no command to copy")
	}
}

// prints expects that all is unfolded on paper, and what is no use there is left out.
func prints(t *testing.T, p *Page) {
	t.Helper()
	if size := p.Printed(t, ""); size < 2000 {
		t.Errorf("only %d bytes are printed", size)
	}
	p.Looks(t, "light", true)
	var got struct{ Folded, Tools int }
	p.Eval(t, `(() => {
		dispatchEvent(new Event('beforeprint'));
		const seen = {
			Folded: document.querySelectorAll('details:not([open])').length,
			Tools: Array.from(document.querySelectorAll('.bar, button')).filter(e => e.checkVisibility()).length,
		};
		dispatchEvent(new Event('afterprint'));
		return seen;
	})()`, &got)
	if got.Folded+got.Tools > 0 {
		t.Errorf("printed: %+v", got)
	}
	p.Looks(t, "light", false)
}

// leastContrast is what guidelines for the web ask of text.
const leastContrast = 4.5

// legible expects all text to stand out from what is behind it.
func legible(t *testing.T, p *Page, scheme string) {
	t.Helper()
	p.Looks(t, scheme, false)
	var faint []string
	p.Eval(t, `(() => {
		const parts = text => text.match(/[\d.]+/g).map(Number);
		const light = ([r, g, b]) => { const c = [r, g, b].map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
		const behind = e => { for (; e; e = e.parentElement) { const c = parts(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
		const faint = [];
		for (const e of document.querySelectorAll('body *')) {
			if (!Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
			const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))];
			const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			if (contrast < 4.5) faint.push(e.tagName + '.' + e.className + ' ' + contrast.toFixed(1));
		}
		return Array.from(new Set(faint));
	})()`, &faint)
	if len(faint) > 0 {
		t.Errorf("in %s these cannot be read well (less than %.1f): %q", scheme, leastContrast, faint)
	}
}

// refuses expects that nothing which a name smuggles in would run, and that nothing did.
func refuses(t *testing.T, p *Page) {
	t.Helper()
	var owned string
	p.Eval(t, `(async () => {
		const script = document.createElement('script');
		script.textContent = 'window.owned = 5';
		document.body.appendChild(script);
		const image = document.createElement('img');
		image.setAttribute('onerror', 'window.owned = 6');
		image.src = 'data:,x';
		document.body.appendChild(image);
		try { await fetch('https://example.com/'); window.owned = 7; } catch (e) {}
		await new Promise(done => setTimeout(done, 100));
		return String(window.owned) + ' ' + document.querySelectorAll('main img, main iframe, main script, main b, main a:not([href^="#"])').length;
	})()`, &owned)
	if owned != "undefined 0" {
		t.Errorf("what came from the cluster has run or is markup: %s", owned)
	}
}

// shoot writes pictures for a person to look at.
func (s *subject) shoot(t *testing.T, p *Page) {
	t.Helper()
	at := func(what string) string { return filepath.Join(*shots, s.name+"-"+what) }
	p.Looks(t, "light", false)
	p.Screenshot(t, 1100, 1600, at("light.png"))
	p.Screenshot(t, 400, 1600, at("narrow.png"))
	p.Looks(t, "dark", false)
	p.Screenshot(t, 1100, 1600, at("dark.png"))
	p.Looks(t, "light", true)
	p.Eval(t, `dispatchEvent(new Event('beforeprint'))`, nil)
	p.Screenshot(t, 800, 1600, at("print.png"))
	p.Eval(t, `dispatchEvent(new Event('afterprint'))`, nil)
	p.Looks(t, "light", false)
	p.Printed(t, at("print.pdf"))
}
