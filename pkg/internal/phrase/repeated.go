package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// The least that is taken for a repetition.
	leastRepeated, leastWordsRepeated = 45, 4
	// mostRepeated bounds how often: what comes again and again is a list.
	mostRepeated = 2
	// mostWords bounds in how long a text repetitions are looked for.
	mostWords = 400
)

// escaped are line ends and tabs as programs write them into a text in quotes.
var escaped = regex.New(`(?:\\+[nrt])+`)

// quote is a quotation mark as programs write it into a text in quotes, and that again into another.
var quote = regex.New(`\\+"`)

// unescaped is a text without the marks that it got where it was quoted by a program.
func unescaped(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	if strings.Contains(text, `\"`) || strings.Contains(text, `\n\t`) || strings.Contains(text, `\n `) {
		text = escaped.ReplaceAllString(text, " ")
	}
	return OneLine(quote.ReplaceAllString(text, `"`))
}

// unrepeated is a text in which what it says a second time, word by word, is left out. Its end
// stays as it is.
func unrepeated(text, ellipsis string) string {
	words := strings.Fields(text)
	if len(words) > mostWords {
		return text
	}
	left := 0
	bare := make([]string, len(words))
	for i, w := range words {
		bare[i] = strings.Trim(w, `"'.,:;()[]{}`)
	}
	for from := 0; from < len(words); from++ {
		for again := from + leastWordsRepeated; again < len(words); again++ {
			n := sameWords(bare, from, again)
			if n < leastWordsRepeated || again+n == len(words) || utf8.RuneCountInString(strings.Join(bare[again:again+n], " ")) < leastRepeated {
				continue
			}
			if left++; left > mostRepeated {
				return text
			}
			words = append(append(words[:again:again], ellipsis), words[again+n:]...)
			bare = append(append(bare[:again:again], ""), bare[again+n:]...)
		}
	}
	return strings.Join(words, " ")
}

// sameWords is how many words from one place on stand at a later one again.
func sameWords(words []string, from, again int) (n int) {
	for again+n < len(words) && from+n < again && words[from+n] == words[again+n] {
		n++
	}
	return n
}
