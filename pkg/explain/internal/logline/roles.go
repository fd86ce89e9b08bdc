package logline

import (
	"slices"
	"strings"
)

// role is what a field is to its line.
type role int

const (
	otherRole role = iota // it tells something else
	messageRole
	errorRole
	reasonRole
	causeRole
	levelRole
	loggerRole
	timeRole
	stackRole
	thrownRole // an error, with its places or without
)

// roles are by what loggers call their fields: those of Go, of .NET (Serilog, compact or not, and Microsoft's own), of
// Java (ECS, logstash, log4j2, JBoss), of Python, Node, PHP and GELF.
var roles = map[string]role{
	"msg": messageRole, "message": messageRole, "event": messageRole, "textpayload": messageRole, "@m": messageRole,
	"renderedmessage": messageRole, "short_message": messageRole,
	"err": errorRole, "error": errorRole, "error.message": errorRole, "error.msg": errorRole, "err.message": errorRole, "err.msg": errorRole,
	"exception.message": errorRole, "thrown.message": errorRole,
	"reason":                               reasonRole,
	"exception.causedby.exception.message": causeRole, "thrown.cause.message": causeRole, "err.cause.message": causeRole,
	"level": levelRole, "lvl": levelRole, "severity": levelRole, "log.level": levelRole, "loglevel": levelRole, "level.name": levelRole,
	"level_name": levelRole, "levelname": levelRole, "_level_name": levelRole, "severitytext": levelRole, "severity_text": levelRole, "@l": levelRole,
	"logger": loggerRole,
	"ts":     timeRole, "time": timeRole, "timestamp": timeRole, "t": timeRole, "datetime": timeRole, "date": timeRole, "asctime": timeRole,
	"exception": thrownRole, "@x": thrownRole, "stack_trace": stackRole, "stacktrace": stackRole, "stack": stackRole, "exc_info": stackRole, "exc_text": stackRole,
	"error.stack_trace": stackRole, "error.stack": stackRole, "err.stack": stackRole, "full_message": stackRole,
}

// roleOf is what a field is by its name. Some loggers put a mark before names that they keep for themselves.
func roleOf(key string) role {
	name := strings.ToLower(key)
	if r, known := roles[name]; known {
		return r
	}
	return roles[strings.TrimLeft(name, "@")]
}

// takeAs takes a value for what it is to the line, and reports whether that took it up.
func (l *Line) takeAs(as role, value string) bool {
	switch as {
	case messageRole:
		if l.Message == "" {
			l.Message = value
			return true
		}
		return l.Message == value // as one that is written whole beside its parts
	case errorRole:
		return l.takeError(value)
	case causeRole:
		l.causedBy(value)
		return true
	case reasonRole:
		return l.Error == "" && strings.Contains(value, " ") && wrong.MatchString(value) && l.takeError(value)
	case levelRole:
		if l.Level == Unknown {
			l.Level = levelOf(value)
			return true
		}
	case loggerRole:
		return l.loggedBy(value)
	case timeRole:
		if at := moment(value); l.At.IsZero() && !at.IsZero() {
			l.At = at
			return true
		}
	case thrownRole:
		return l.takeStack(value) || l.takeError(value)
	case stackRole:
		return l.takeStack(value)
	case otherRole:
	}
	return false
}

func (l *Line) takeError(value string) bool {
	if l.Error == "" && !noError[value] {
		l.Error = value
		return true
	}
	return noError[value] || l.Error == value
}

// takeStack takes what was thrown from a text that tells it with its places. What it came of is told behind the error.
func (l *Line) takeStack(value string) bool {
	said, is := thrownIn(value)
	switch {
	case is && l.Error == "":
		l.Error = said
	case is:
		l.causedBy(said)
	default:
		return false
	}
	return true
}

// causedBy adds what an error came of, where that is not said in it.
func (l *Line) causedBy(cause string) {
	switch words := lastClause(cause); {
	case words == "" || strings.Contains(l.Error, words):
	case l.Error == "" || strings.Contains(cause, l.Error):
		l.Error = cause
	default:
		l.Error = strings.TrimRight(l.Error, ".:") + ": " + cause
	}
}

// lastClause is what an error says behind what it is called.
func lastClause(text string) string {
	if m := exception.FindStringSubmatch(text); m != nil && m[2] != "" {
		return m[2]
	}
	return text
}

// noise says where in the program a line was written, and not what of.
var noise = map[string]bool{
	"stacktrace": true, "stack": true, "caller": true, "logger": true, "v": true, "pid": true, "hostname": true, "thread": true,
	"errorverbose": true, "reconcileid": true, "source.file": true, "source.function": true, "source.line": true, "errorcauses": true,
	"stack_trace": true, "exc_info": true, "exc_text": true, "logger_name": true, "loggername": true, "thread_name": true, "threadname": true, "level_value": true,
	"loggerclassname": true, "loggerfqcn": true, "threadid": true, "threadpriority": true, "endofbatch": true, "sourcecontext": true, "eventid": true, "filename": true,
	"lineno": true, "line_number": true, "funcname": true, "pathname": true, "processname": true, "processid": true, "full_message": true, "level_name": true,
}

// wholeNoise are names that say nothing of the object where they stand whole.
var wholeNoise = map[string]bool{
	"@i": true, "@r": true, "@tr": true, "@sp": true, "@version": true, "service.name": true, "ecs.version": true, "event.dataset": true, "process.thread.name": true,
	"log.logger": true, "log.origin.file.name": true, "log.origin.file.line": true, "log.origin.function": true, "instant.epochsecond": true, "instant.nanoofsecond": true,
	"spans": true, "exception.frames": true, "exception.refid": true, "thrown.extendedstacktrace": true, "thrown.localizedmessage": true, "_logger": true, "_process_pid": true,
}

func (l *Line) isNoise(key, value string) bool {
	name := strings.ToLower(key)
	return noise[lastOf(key)] || wholeNoise[name] || name == "target" && strings.Contains(value, "::") || name == "category" && strings.Contains(value, ".") ||
		value == "[]" && (name == "scopes" || name == "extra")
}

// byProgram are fields beside which a name is that of the program or of its logger, as Node's and Python's loggers write it.
var byProgram = map[string]bool{"hostname": true, "levelname": true}

// ofProgram takes off that name, unless it stands as that of an object does.
func (l *Line) ofProgram() {
	named := func(names ...string) func(Field) bool {
		return func(f Field) bool { return slices.Contains(names, strings.ToLower(f.Key)) }
	}
	if !slices.ContainsFunc(l.Fields, named("namespace", "ns", "kind", "object")) {
		l.Fields = slices.DeleteFunc(l.Fields, named("name"))
	}
	if len(l.Fields) == 0 {
		l.Fields = nil
	}
}
