//go:build unix

package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// command is one that a document tells a person to run.
type command struct {
	doc  string // its path in the repository
	line int
	text string // as a shell takes it, without comments
	// output is what the document says that it prints, empty where it does not.
	output string
	// inline is one in a sentence: it is read, and not run.
	inline bool
}

func (c command) String() string { return fmt.Sprintf("%s:%d: %s", c.doc, c.line, c.text) }

// documents lists those of the repository. The man pages say what docs/cli says.
func documents(t *testing.T) []string {
	t.Helper()
	var docs []string
	err := filepath.WalkDir(repository, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != repository:
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".md"):
			name, err := filepath.Rel(repository, path)
			docs = append(docs, filepath.ToSlash(name))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// programs are what a command begins with. An indented line that begins with
// anything else shows something.
var programs = []string{
	"kubectl", "kubectl-finalizers", "make", "go", "git", "tar", "cp", "ln", "mkdir", "cat", "sed", "rm", "export", "sha256sum",
	"curl", "docker", "helm", "source", "sh", "bash", "man", "test", ".ci/run",
}

// languages are those of blocks that hold no commands. "usage" is how a command
// is put together.
var languages = []string{"", "text", "usage", "yaml", "json", "go", "dockerfile", "mermaid"}

// commandsIn returns the commands of a document in their order. What is in a
// block of a language that nobody knows would be run by nobody: an error.
func commandsIn(doc, text string) ([]command, error) {
	lines := strings.Split(text, "\n")
	var found []command
	add := func(at int, block []string) {
		for _, c := range split(block) {
			found = append(found, command{doc: doc, line: at + c.line, text: c.text})
		}
	}
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "```"):
			end := slices.Index(lines[i+1:], "```")
			if end < 0 {
				return nil, fmt.Errorf("%s:%d: the block has no end", doc, i+1)
			}
			block := lines[i+1 : i+1+end]
			switch language := strings.TrimPrefix(line, "```"); {
			case language == "sh":
				add(i+2, block)
			case language == "text output" && len(found) > 0:
				found[len(found)-1].output = strings.Join(block, "\n")
			case !slices.Contains(languages, language):
				return nil, fmt.Errorf("%s:%d: a block of language %q: commands are in blocks of sh, all else is one of %v", doc, i+1, language, languages)
			case language != "yaml" && language != "usage" && slices.ContainsFunc(block, isCommand):
				return nil, fmt.Errorf("%s:%d: commands in a block that nobody runs: make it one of sh", doc, i+1)
			}
			i += end + 1
		case strings.HasPrefix(line, "    ") && isCommand(strings.TrimSpace(line)):
			end := i
			for end < len(lines) && strings.HasPrefix(lines[end], "    ") {
				end++
			}
			add(i+1, lines[i:end])
			i = end - 1
		default:
			for _, span := range spans(line) {
				found = append(found, command{doc: doc, line: i + 1, text: span, inline: true})
			}
		}
	}
	return found, nil
}

func isCommand(line string) bool {
	words := strings.Fields(line)
	return len(words) > 1 && slices.Contains(programs, words[0])
}

var code = regexp.MustCompile("`([^`]+)`")

// spans returns the commands in a sentence or a table. "make", "kubectl delete"
// and "kubectl finalizers trace" alone are names.
func spans(line string) []string {
	var out []string
	for _, m := range code.FindAllStringSubmatch(line, -1) {
		words := strings.Fields(m[1])
		named := len(words) == 3 && words[1] == "finalizers"
		if len(words) > 2 && words[0] == "kubectl" && !named || len(words) > 1 && words[0] == "make" {
			out = append(out, strings.ReplaceAll(m[1], `\|`, "|"))
		}
	}
	return out
}

// comment is one at the end of a line.
var comment = regexp.MustCompile(`\s+# .*$`)

// split takes the lines of a block apart into commands: one goes on after a
// backslash, and to the end of what is written into it.
func split(block []string) []struct {
	line int
	text string
} {
	var out []struct {
		line int
		text string
	}
	for i := 0; i < len(block); i++ {
		first, line := i, strings.TrimSpace(block[i])
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		text := line
		for strings.HasSuffix(text, `\`) && i+1 < len(block) {
			i++
			text = strings.TrimSuffix(text, `\`) + strings.TrimSpace(block[i])
		}
		if strings.Contains(line, "<<'EOF'") {
			for i+1 < len(block) {
				i++
				text += "\n" + block[i]
				if block[i] == "EOF" {
					break
				}
			}
		} else {
			text = comment.ReplaceAllString(text, "")
		}
		out = append(out, struct {
			line int
			text string
		}{first, text})
	}
	return out
}

// commandsOf reads a document of the repository.
func commandsOf(t *testing.T, doc string) []command {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, doc))
	if err != nil {
		t.Fatal(err)
	}
	found, err := commandsIn(doc, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestCommandsIn(t *testing.T) {
	text := strings.Join([]string{
		"Say `kubectl get pods -n shop`, not `kubectl get`.",
		"",
		"    kubectl get pods      # all of them",
		"    make build",
		"",
		"    NAME   READY",
		"",
		"```sh",
		"# a comment",
		"cat > f <<'EOF'",
		"# not a comment",
		"EOF",
		"kubectl apply \\",
		"  -f f",
		"```",
		"",
		"```text output",
		"configmap/a created",
		"```",
	}, "\n")
	got, err := commandsIn("d.md", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []command{
		{doc: "d.md", line: 1, text: "kubectl get pods -n shop", inline: true},
		{doc: "d.md", line: 3, text: "kubectl get pods"},
		{doc: "d.md", line: 4, text: "make build"},
		{doc: "d.md", line: 10, text: "cat > f <<'EOF'\n# not a comment\nEOF"},
		{doc: "d.md", line: 13, text: "kubectl apply -f f", output: "configmap/a created"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(command{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, text := range map[string]string{
		"no end":           "```sh\nkubectl get pods\n",
		"another language": "```console\n$ kubectl get pods\n```\n",
		"commands in text": "```text\nkubectl get pods\n```\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := commandsIn("d.md", text); err == nil {
				t.Errorf("got %v", got)
			}
		})
	}
}
