package explain

import (
	"context"
	"time"
)

// LogReader reads what containers print. It is safe for concurrent use.
type LogReader interface {
	// Log returns the newest lines of a container, the oldest of them first. Its error
	// wraps an APIStatus where a server gave one.
	Log(ctx context.Context, of LogOf) (Log, error)
}

// LogOf says which lines are wanted.
type LogOf struct {
	Namespace, Pod, Container string
	// Previous means the run of the container before the present one.
	Previous bool
	// Since leaves out what is older.
	Since time.Time
}

// Printed is where a line of a log stands, how often it was printed, and when.
type Printed struct {
	LogOf
	First, Last time.Time // zero where that is not known
	Count       int
}

// MostLog bounds how many bytes are read of one log.
const MostLog = 1 << 20

// Log is what a container has printed.
type Log struct {
	Lines []LogLine
	// Partial says that the bound kept some of the lines out that were wanted: those
	// before From, which is zero where that is not known.
	Partial bool
	From    time.Time
}

// Bounded is the log where a bound kept out what was before its first line.
func (l Log) Bounded() Log {
	l.Partial = true
	if len(l.Lines) > 0 {
		l.From = l.Lines[0].At
	}
	return l
}

// LogLine is one line, with the time at which it was printed, zero where that is
// not known.
type LogLine struct {
	At   time.Time
	Text string
}

// Aside are the lines that stand beside objects in a text that somebody copied: of a log
// mostly, and nothing tells whose.
type Aside []LogLine

// Texts are the lines as they were copied.
func (a Aside) Texts() []string {
	out := make([]string, 0, len(a))
	for _, l := range a {
		out = append(out, l.Text)
	}
	return out
}

// LogLineOf reads a line that may begin with the time at which it was printed, as a
// server and some dumps give it.
func LogLineOf(text string) LogLine {
	for i := range text {
		if text[i] != ' ' {
			continue
		}
		if at, err := time.Parse(time.RFC3339Nano, text[:i]); err == nil {
			return LogLine{At: at.UTC(), Text: text[i+1:]}
		}
		break
	}
	return LogLine{Text: text}
}

// NotCopied stands for a finalizer of an object of which only lines of a log were copied.
const NotCopied = "FINALIZER"

// NoName stands for a name that was not copied, in capitals as in the usage of a command.
const NoName = "NAME"
