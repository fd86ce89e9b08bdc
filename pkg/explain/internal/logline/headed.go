package logline

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const levelNames = `TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|PANIC|ALERT|EMERGENCY`

// heads are how loggers begin a line that do so in one way: the time, the level, and what is said.
var heads = []*regex.Regexp{
	// .NET: fail: Gears.Turner[12], with what is said below it
	regex.New(`^(?:\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*|\d\d:\d\d:\d\d\S*?)\]? ?)?(trce|dbug|info|warn|fail|crit): [A-Za-z_][\w.+<>,\x60]*\[-?\d+\](?:\s+((?s:.*)))?$`),
	// the same for systemd: <3>Gears.Turner[12] it is bent
	regex.New(`^(?:<(?P<at>)(?P<level>[2-7])>)[A-Za-z_][\w.+<>,\x60]*\[-?\d+\] ((?s:.*))$`),
	// Ruby: E, [2026-03-01T11:58:02.123456 #1] ERROR -- gears: it is bent
	regex.New(`^[A-Z], \[(\S+) #\d+\]\s+([A-Z]+) -- [^:]*: ((?s:.*))$`),
	// env_logger of Rust: [2026-03-01T11:58:02Z ERROR gears::turn] it is bent
	regex.New(`^\[(\d{4}-\d\d-\d\dT\S+Z) (` + levelNames + `)\s+[\w:]+\] ((?s:.*))$`),
	// Celery: [2026-03-01 11:58:02,123: ERROR/MainProcess] it is bent
	regex.New(`^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+): (` + levelNames + `)/[\w-]+\] (?:[\w.]+\[[0-9a-f-]{36}\]: )?((?s:.*))$`),
	// pino for people: [11:58:02.123] ERROR (gears/1): it is bent
	regex.New(`^\[([\d:.TZ +-]+)\] (` + levelNames + `) \((?:[\w@./-]+/)?\d+(?: on \S+)?\): ((?s:.*))$`),
	// Python's shortest: ERROR:gears.turn:it is bent
	regex.New(`^()(` + levelNames + `):[A-Za-z_][\w.]*:([^\s/:\d](?s:.*))$`),
	// zerolog and the like for people: 2026-03-01T11:58:02Z ERR gears.go:3 > it is bent
	regex.New(`^(\d{4}-\d\d-\d\dT\S+|\d\d?:\d\d(?::\d\d)?(?:AM|PM)?) (TRC|DBG|INF|WRN|ERR|FTL|PNC|DEBU|ERRO|FATA) (?:\S+\.go:\d+ > )?((?s:.*))$`),
}

// ofSystemd are the levels as syslog counts them.
var ofSystemd = map[string]Level{"2": Fatal, "3": Error, "4": Warning, "5": Info, "6": Info, "7": Debug}

// headed reads a line that begins in one of these ways.
func headed(text string, _ time.Time) (l Line, ok bool) {
	for _, head := range heads {
		m := head.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		l.At = moment(strings.ReplaceAll(m[1], ",", "."))
		if l.Level, ok = ofSystemd[m[2]]; !ok {
			l.Level = levelOf(m[2])
		}
		l.say(l.fromLogger(m[3], false), m[3])
		return l, true
	}
	return l, false
}

// monologHead is how the loggers of PHP begin one: [2026-03-01 11:58:02] gears.ERROR: it is bent {"gear":"blue"} []
var monologHead = regex.New(`^\[(\d{4}-\d\d-\d\d[T ][^\]]+)\] [\w-]+\.(` + levelNames + `): ((?s:.*))$`)

// monolog reads what is said, and the objects behind it.
func monolog(text string, _ time.Time) (l Line, ok bool) {
	m := monologHead.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	l.At, l.Level = moment(m[1]), levelOf(m[2])
	said, of, _ := strings.Cut(m[3], ` {"`)
	l.Message = strings.TrimRight(strings.TrimSpace(said), " []")
	for range 2 { // what it is of, and what is told beside it
		if of == "" {
			break
		}
		of = `{"` + of
		end := closing(of)
		if end == 0 {
			l.takeStack(strings.TrimPrefix(of, `{"exception":"`)) // over several lines
			break
		}
		l.takeObject(of[:end])
		_, of, _ = strings.Cut(of[end:], ` {"`)
	}
	return l, true
}
