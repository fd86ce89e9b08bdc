package render

import (
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// EntryPrinters write what the catalogue knows in one format: the answer for
// one name, and a list of entries. The answer must not be nil.
type EntryPrinters struct {
	Answer func(w io.Writer, a *catalogue.Answer, o Options) error
	List   func(w io.Writer, entries []catalogue.Entry, o Options) error
}

// EntryFormats returns the formats of catalogue entries, the default first.
func EntryFormats() []string { return []string{"text", "wide", "json", "yaml", "name"} }

// EntryFor returns the printers of a format, and false when there is no such
// format. The empty format is the default, the text.
func EntryFor(format string) (EntryPrinters, bool) {
	switch format {
	case "", "text":
		return EntryPrinters{Answer: entryText, List: entryTable}, true
	case "wide":
		return EntryPrinters{Answer: entryText, List: entryTableWide}, true
	case "json":
		return EntryPrinters{Answer: entryJSON, List: entryListJSON}, true
	case "yaml":
		return EntryPrinters{Answer: entryYAML, List: entryListYAML}, true
	case "name":
		return EntryPrinters{Answer: entryNames, List: entryListNames}, true
	}
	return EntryPrinters{}, false
}

func entryJSON(w io.Writer, a *catalogue.Answer, _ Options) error {
	return sendEntryJSON(w, entryDocumentOf(a))
}

func entryYAML(w io.Writer, a *catalogue.Answer, _ Options) error {
	return paper.SendYAML(w, entryDocumentOf(a))
}

func entryListJSON(w io.Writer, entries []catalogue.Entry, _ Options) error {
	return sendEntryJSON(w, entryListOf(entries))
}

func entryListYAML(w io.Writer, entries []catalogue.Entry, _ Options) error {
	return paper.SendYAML(w, entryListOf(entries))
}

func sendEntryJSON(w io.Writer, document any) error {
	text, err := paper.JSON(document)
	if err != nil {
		return err
	}
	return paper.Send(w, "JSON", text)
}

func entryNames(w io.Writer, a *catalogue.Answer, o Options) error {
	return entryListNames(w, a.Entries, o)
}

// entryListNames prints each pattern once, one a line.
func entryListNames(w io.Writer, entries []catalogue.Entry, _ Options) error {
	var b strings.Builder
	seen := map[string]bool{}
	for i := range entries {
		if name := paper.Identifier(entries[i].Pattern); !seen[name] {
			seen[name] = true
			b.WriteString(name + "\n")
		}
	}
	return paper.Send(w, "names", b.String())
}
