package logline

import (
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// klogHeader is what klog and glog put before a message: the level, the day without
// its year, the thread, and the line of the program.
var klogHeader = regex.New(`^([IWEF])(\d\d)(\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\s+\d+ [^\s\]]+\] ?`)

// klog reads Kubernetes' own format: a message, or a quoted one with pairs.
func klog(text string, now time.Time) (l Line, ok bool) {
	m := klogHeader.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	l.Level = levelOf(m[1])
	l.At = dayBefore(now, m[2], m[3], m[4])
	rest := strings.TrimSpace(text[len(m[0]):])
	if quoted, err := strconv.QuotedPrefix(rest); err == nil {
		if tail := rest[len(quoted):]; tail == "" || tail[0] == ' ' {
			l.Message, _ = strconv.Unquote(quoted)
			l.takePairs(tail)
			return l, true
		}
	}
	if at := strings.Index(rest, `"msg"="`); at >= 0 {
		l.takePairs(rest[at:])
		return l, true
	}
	l.Message = rest
	l.aside(rest)
	return l, true
}

// klogrAlone is how klogr goes on behind what klog puts before it: the logger and the message.
var klogrAlone = regex.New(`^(?:[\w./-]+:? )?"msg"="`)

// klogr reads such a line of which the beginning was not copied. One that has an error tells it as one.
func klogr(text string, _ time.Time) (l Line, ok bool) {
	at := klogrAlone.FindStringIndex(text)
	if at == nil {
		return l, false
	}
	l.takePairs(text[at[1]-len(`"msg"="`):])
	if l.Level == Unknown && l.Error != "" {
		l.Level = Error
	}
	return l, true
}

func (l *Line) takePairs(text string) {
	for _, f := range pairsIn(text) {
		l.take(f.Key, f.Value)
	}
}

// dayBefore is a day and time of the last year, seen from now. Clocks that go wrong
// by a day are forgiven.
func dayBefore(now time.Time, month, day, clock string) time.Time {
	if now.IsZero() {
		return now
	}
	at, err := time.Parse("2006-01-02 15:04:05.999999999", strconv.Itoa(now.Year())+"-"+month+"-"+day+" "+clock)
	if err != nil {
		return time.Time{}
	}
	if at.After(now.AddDate(0, 0, 1)) {
		at = at.AddDate(-1, 0, 0)
	}
	return at
}
