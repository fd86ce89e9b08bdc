package paper

import (
	"slices"
	"strings"
)

// cmd.exe and PowerShell agree on little: both keep what stands between double quotes
// together, and hand most of it on as it is. A line is made of that alone, so that the
// same can be pasted into either. What they take differently even there has no line.
//
// cmd.exe replaces %NAME% within quotes too. PowerShell replaces $ and the backtick
// there, ends the string at typographic quotes as well, and in its older releases passes
// a quote within a word on without escaping it, and an empty word not at all. The
// program itself reads a backslash before a quote as part of the quote.

// windowsLine writes words as one command for both. There is one: see unreadyForWindows.
func windowsLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range forWindows(words) {
		if !plainForWindows(w) {
			w = `"` + w + `"`
		}
		quoted[i] = w
	}
	return strings.Join(quoted, " ")
}

// unreadyForWindows says why there is no line for both, and is empty where there is.
func unreadyForWindows(words []string) string {
	if len(words) > 0 && words[0] == "sh" {
		return "no ready command: it is one for sh, which Windows does not come with"
	}
	at := slices.IndexFunc(forWindows(words), func(w string) bool {
		return w == "" || strings.ContainsAny(w, "\"%$`“”„") || !plainForWindows(w) && strings.HasSuffix(w, `\`)
	})
	if at < 0 {
		return ""
	}
	return "no ready command: cmd.exe and PowerShell would take " + shortWord(words[at]) + " differently"
}

const windowsPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=+\\"

// plainForWindows reports whether both take a word as it stands. PowerShell takes a flag
// apart where a dot or a colon follows.
func plainForWindows(word string) bool {
	return strings.Trim(word, windowsPlain) == "" && (!strings.HasPrefix(word, "-") || !strings.ContainsAny(word, ".:"))
}

// forWindows writes patches as YAML, which kubectl reads as well and which needs no
// double quotes.
func forWindows(words []string) []string {
	if len(words) < 2 || words[0] != "kubectl" || words[1] != "patch" {
		return words
	}
	out := slices.Clone(words)
	for i := 2; i+1 < len(words); i++ {
		if words[i] != "-p" && words[i] != "--patch" {
			continue
		}
		if text, ok := flowYAML(words[i+1]); ok {
			out[i+1] = text
		}
	}
	return out
}
