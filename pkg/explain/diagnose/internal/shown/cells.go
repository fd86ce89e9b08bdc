package shown

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// headOfAny is the head of a table as kubectl get prints it, and cell a word of one, or some with one blank between.
	headOfAny = regex.New(`^(?:NAMESPACE +)?NAME(?: +[A-Z][A-Z0-9()/_.-]*)+$`)
	cell      = regex.New(`\S+(?: \S+)*`)
	// stateHead are columns that tell how an object is, and halting those that tell that it was halted.
	stateHead = regex.New(`^(?:STATUS|STATE|PHASE|MODE|HEALTH(?:Y|STATUS)?|MESSAGE|REASON|READY|SYNCED|SYNC|AVAILABLE|CONDITION|REACHABLE|SUSPEND(?:ED)?|PAUSED?|ERROR)$`)
	halting   = regex.New(`^(?:SUSPEND(?:ED)?|PAUSED?|ERROR)$`)
	// notWell are values that tell that something is the matter, and leaving those that only tell that it goes.
	notWell = regex.New(`(?i)^(?:unknown|false|0/[1-9]\d*)$|fail|error|unreach|not ?ready|degraded|unhealthy|unavailable|offline|\blost\b|stalled|blocked|suspended|paused|disconnected|out of ?sync`)
	leaving = regex.New(`(?i)^(?:terminat|delet|destroy|remov)`)
)

// mostCells is how many columns of a row are told.
const mostCells = 5

// State is what the row of the object tells of how it is, in a table of its kind that was copied beside it: its columns
// with their heads. It is empty where nothing there is amiss, or a later table does not show it so.
func State(h *hearing.Case) (told string) {
	if !h.View.Copied || !h.Kind.MayBeCustom() || h.Kind.Kind == "" {
		return ""
	}
	asked, head := false, ""
	for _, l := range h.View.Logs.Aside {
		line := strings.TrimSpace(l.Text)
		switch {
		case command.MatchString(line):
			asked, head = lists(line, h) && !toAnother.MatchString(line), ""
		case headOfAny.MatchString(line):
			head = line
		case asked && head != "":
			if cells := cellsOf(head, line); cells["NAME"] == h.Node.Name && (cells["NAMESPACE"] == "" || cells["NAMESPACE"] == h.Node.Namespace) {
				told = amiss(head, cells)
			}
		}
	}
	return told
}

// valued are the options of kubectl get behind which their value stands as a word of its own.
var valued = regex.New(`^(?:-[nolLf]|--(?:namespace|output|selector|label-columns|filename|field-selector|sort-by|chunk-size|template|as|user|request-timeout|v))$`)

// typesOf are the types that a command asks for: its first word behind get, or describe, that is no option.
func typesOf(line string) []string {
	at := command.FindStringIndex(line)
	if at == nil {
		return nil
	}
	words := strings.Fields(line[at[1]:])
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case valued.MatchString(word):
			i++
		case strings.HasPrefix(word, "-"):
		case strings.ContainsAny(word, "|>;&"):
			return nil
		default:
			return strings.Split(strings.ToLower(word), ",")
		}
	}
	return nil
}

// lists reports whether a command asks for objects of the kind, and not in another namespace than the object's.
func lists(line string, h *hearing.Case) bool {
	if in := group(inNamespace, line); in != "" && h.Node.Namespace != "" && in != h.Node.Namespace {
		return false
	}
	kind := strings.ToLower(h.Kind.Kind)
	return slices.ContainsFunc(typesOf(line), func(word string) bool {
		resource, _, _ := strings.Cut(word, "/")
		resource, of, _ := strings.Cut(resource, ".")
		if of != "" && h.Kind.Group != "" && of != h.Kind.Group && !strings.HasSuffix(of, "."+h.Kind.Group) {
			return false
		}
		return resource == kind || resource == h.Kind.Resource || resource == kind+"s" || resource == kind+"es" || resource == strings.TrimSuffix(kind, "y")+"ies"
	})
}

// cellsOf are the columns of a row by their heads; none where the row does not stand below the head.
func cellsOf(head, line string) map[string]string {
	cells := map[string]string{}
	columns := cell.FindAllStringIndex(head, -1)
	for i, at := range columns {
		end := len(line)
		if i+1 < len(columns) {
			end = min(columns[i+1][0], end)
		}
		if at[0] >= end {
			break
		}
		if at[0] > 0 && line[at[0]-1] != ' ' {
			return nil
		}
		cells[head[at[0]:at[1]]] = strings.TrimSpace(line[at[0]:end])
	}
	return cells
}

// amiss are the columns that tell how an object is, where one of them tells that something is the matter.
func amiss(head string, cells map[string]string) string {
	var told []string
	wrong := false
	for _, at := range cell.FindAllStringIndex(head, -1) {
		name := head[at[0]:at[1]]
		value := cells[name]
		if !stateHead.MatchString(name) || value == "" || strings.HasPrefix(value, "<") || leaving.MatchString(value) {
			continue
		}
		halted := halting.MatchString(name)
		wrong = wrong || halted && strings.EqualFold(value, "true") || !halted && notWell.MatchString(value)
		if !halted || !strings.EqualFold(value, "false") {
			told = append(told, name+" "+value)
		}
	}
	if !wrong || len(told) > mostCells {
		return ""
	}
	return strings.Join(told, ", ")
}
