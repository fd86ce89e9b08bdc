package logline_test

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
)

// What each logger writes is told without when, where in the program and how bad; each is a level and what is said.
func TestLoggers(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		level logline.Level
		said  string
	}{
		"Serilog, compact":                {`{"@t":"2026-03-01T10:00:00.1234567Z","@mt":"Could not turn {Gear}: tooth {Tooth} is bent","@l":"Error","@x":"Acme.TurnException: given up\n   at Acme.Turner.Turn(Gear g) in /src/Turner.cs:line 61","Gear":"shop/blue","Tooth":"T-9","SourceContext":"Acme.Turner"}`, logline.Error, "Could not turn shop/blue: tooth T-9 is bent: Acme.TurnException: given up"},
		"Serilog, compact and rendered":   {`{"@t":"2026-03-01T10:00:00Z","@m":"Could not turn \"shop/blue\"","@i":"a1","@l":"Fatal","Gear":"shop/blue"}`, logline.Fatal, `Could not turn "shop/blue"`},
		"Serilog, an object and formats":  {`{"@mt":"Turning {@Gear} at {Speed:0.00} for {Time,8} {{x}}","Gear":{"Name":"blue","Namespace":"shop"},"Speed":1.5,"Time":3}`, logline.Unknown, "Turning shop/blue at 1.5 for 3 {x}"},
		"Serilog, by its place":           {`{"@l":"Warning","@mt":"{0} is bent by {1}","0":"blue","1":"hand"}`, logline.Warning, "blue is bent by hand"},
		"Serilog, a field is missing":     {`{"@l":"Warning","@mt":"{Gear} is bent by {Whom}","Gear":"blue"}`, logline.Warning, "blue is bent by {Whom}"},
		"Serilog, not compact":            {`{"Timestamp":"2026-03-01T10:00:00+00:00","Level":"Error","MessageTemplate":"Could not turn {Gear}","Exception":"System.Exception: given up\n   at Acme.X() in /src/L.cs:line 1","Properties":{"Gear":"shop/blue","SourceContext":"Acme.Turner"}}`, logline.Error, "Could not turn shop/blue: System.Exception: given up"},
		"Microsoft's JSON":                {`{"EventId":1001,"LogLevel":"Error","Category":"Acme.Turner","Message":"Turning shop/blue failed","Exception":"Acme.TurnException: given up   at Acme.Turner.Turn() in /src/T.cs:line 52","State":{"Message":"Turning shop/blue failed","Gear":"shop/blue","{OriginalFormat}":"Turning {Gear} failed"}}`, logline.Error, "Turning shop/blue failed: Acme.TurnException: given up"},
		"braces that are no template":     {`{"level":"error","msg":"{Gear} is no name","Gear":"blue"}`, logline.Error, "{Gear} is no name"},
		".NET, for people":                {"fail: Acme.Controllers.Turner[1001]\n      Turning gear shop/blue failed: pump P-2 lost pressure\n      Acme.TurnException: pump P-2: 0.0 bar\n         at Acme.Pump.Drain() in /src/Pump.cs:line 52\n         at Acme.Turner.Turn(Gear g) in /src/Turner.cs:line 118", logline.Error, "Turning gear shop/blue failed: pump P-2 lost pressure: Acme.TurnException: pump P-2: 0.0 bar"},
		".NET, what it came of":           {"crit: Acme.Turner[0]\n      Turning failed\n      System.AggregateException: One or more errors occurred. (x)\n       ---> Acme.PumpException: pump P-2 lost pressure\n         at Acme.Pump.Drain()\n         --- End of inner exception stack trace ---\n         at Acme.Turner.Turn()", logline.Fatal, "Turning failed: Acme.PumpException: pump P-2 lost pressure"},
		".NET, with the address outside":  {"crit: Acme.Turner[0]\n      Turning failed\n      System.Net.Http.HttpRequestException: Connection refused (pumps.acme.test:8443)\n       ---> System.Net.Sockets.SocketException (111): Connection refused\n         at Acme.Pump.Drain()\n         --- End of inner exception stack trace ---\n         at Acme.Turner.Turn()", logline.Fatal, "Turning failed: System.Net.Http.HttpRequestException: Connection refused (pumps.acme.test:8443): System.Net.Sockets.SocketException (111): Connection refused"},
		".NET, with scopes and a time":    {"2026-03-01T10:00:00.123Z warn: Acme.Turner[12]\n      => SpanId:a => Turn\n      blue is stuck", logline.Warning, "blue is stuck"},
		".NET, on one line":               {"2026-03-01 10:00:00 info: Acme.Turner[12] turning shop/blue", logline.Info, "turning shop/blue"},
		".NET, for systemd":               {"<3>Acme.Turner[12] Turning shop/blue failed", logline.Error, "Turning shop/blue failed"},
		"words that are no head of .NET":  {"fail: 3 of 4 gears [12] are bent", logline.Unknown, "fail: 3 of 4 gears [12] are bent"},
		"Spring Boot":                     {"2026-03-01 11:58:02.123  WARN 1 --- [pool-2-thread-1] c.a.gears.GearReconciler            : Cannot turn gear shop/blue: tooth T-9", logline.Warning, "Cannot turn gear shop/blue: tooth T-9"},
		"Spring Boot, newer":              {"2026-03-01T11:58:02.123Z ERROR 1 --- [gears] [  main] [a1-b2] c.a.g.GearReconciler : Cannot turn gear shop/blue", logline.Error, "Cannot turn gear shop/blue"},
		"Quarkus":                         {"2026-03-01 11:58:02,123 ERROR [io.jav.ope.pro.EventProcessor] (pool-4-thread-2) Error for ID{name='blue', namespace='shop'}", logline.Error, "Error for ID{name='blue', namespace='shop'}"},
		"JBoss, without a day":            {"11:58:02,123 ERROR [c.a.Turner] (main) cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"an object in brackets":           {"2026-03-01 11:58:02 ERROR [shop/blue] (3 of 4) not empty", logline.Error, "[shop/blue] (3 of 4) not empty"},
		"a name in brackets":              {"2026-03-01 11:58:02 ERROR [blue] (3 of 4) not empty", logline.Error, "[blue] (3 of 4) not empty"},
		"logback":                         {"11:58:02.123 [pool-1-thread-3] ERROR c.a.Reconciler:42 - cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"log4j":                           {"2026-03-01 11:58:02 ERROR AbstractOperator:260 - Reconciliation #5(timer) Gear(shop/blue): failed", logline.Error, "Reconciliation #5(timer) Gear(shop/blue): failed"},
		"an exception is no logger":       {"2026-03-01 11:58:02,123 ERROR java.io.IOException: closed", logline.Error, "java.io.IOException: closed"},
		"Python":                          {"2026-03-01 11:58:02,123 ERROR gear_keeper.delete: [shop/blue] cannot turn", logline.Error, "[shop/blue] cannot turn"},
		"Python, a host":                  {"2026-03-01 11:58:02,123 ERROR s3.amazonaws.com: connection refused", logline.Error, "s3.amazonaws.com: connection refused"},
		"a name and a colon elsewhere":    {"2026-03-01 11:58:02 ERROR gears.shop: not empty", logline.Error, "gears.shop: not empty"},
		"one word and a colon":            {"2026-03-01 11:58:02,123 ERROR vault: it is sealed", logline.Error, "vault: it is sealed"},
		"Python, between dashes":          {"2026-03-01 11:58:02,123 - gears - ERROR - cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"Python, its shortest":            {"ERROR:gears.turn:cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"an address behind a level":       {"ERROR:http://acme.io is not there", logline.Error, "http://acme.io is not there"},
		"loguru":                          {"2026-03-01 11:58:02.123 | ERROR    | gears.delete:run:42 - cannot turn", logline.Error, "cannot turn"},
		"Celery":                          {"[2026-03-01 11:58:02,123: ERROR/MainProcess] cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"gunicorn":                        {"[2026-03-01 11:58:02 +0000] [1] [ERROR] cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"structlog":                       {"2026-03-01 11:58:02 [error    ] turn failed                    [gears.cleanup] error='vault is sealed, 2 of 3 keys missing' gear=blue namespace=shop attempt=1", logline.Error, "turn failed: vault is sealed, 2 of 3 keys missing"},
		"structlog, quotes within":        {`2026-03-01 11:58:02 [error    ] turn failed                    error='can\'t open "x"' gear=blue`, logline.Error, `turn failed: can't open "x"`},
		"structlog, no pairs":             {"2026-03-01 11:58:02 [info     ] turning                        [gears.cleanup]", logline.Info, "turning"},
		"structlog, JSON":                 {`{"event":"turn failed","level":"error","exception":"Traceback (most recent call last):\n  File \"/app/x.py\", line 1, in run\n    f()\nValueError: vault is sealed","gear":"blue"}`, logline.Error, "turn failed: ValueError: vault is sealed, in run (/app/x.py:1): f()"},
		"pairs of which a sentence tells": {"2026-03-01 11:58:02 ERROR exit because code=5 and host=a", logline.Error, "exit because code=5 and host=a"},
		"pairs without an error":          {"2026-03-01 11:58:02 ERROR the command ended code=5", logline.Error, "the command ended code=5"},
		"zerolog, for people":             {`11:58AM ERR cannot turn error="it is bent" gear=shop/blue`, logline.Error, "cannot turn: it is bent"},
		"ECS":                             {`{"@timestamp":"2026-03-01T11:58:02.123Z","log.level":"ERROR","message":"cannot turn shop/blue","service.name":"op","process.thread.name":"main","log.logger":"c.a.Turner","error.type":"java.net.ConnectException","error.message":"Connection refused","error.stack_trace":"java.net.ConnectException: Connection refused\n\tat a.B.c(B.java:1)"}`, logline.Error, "cannot turn shop/blue: Connection refused"},
		"logstash":                        {`{"@timestamp":"2026-03-01T11:58:02.123Z","message":"cannot turn shop/blue","logger_name":"c.a.Turner","thread_name":"main","level":"ERROR","stack_trace":"java.io.IOException: closed\n\tat a.B.c(B.java:1)\nCaused by: java.net.ConnectException: Connection refused\n\tat d.E.f(E.java:2)\n\t... 3 more\n"}`, logline.Error, "cannot turn shop/blue: java.net.ConnectException: Connection refused"},
		"log4j2":                          {`{"instant":{"epochSecond":1772366282,"nanoOfSecond":123},"thread":"main","level":"ERROR","loggerName":"c.a.Turner","message":"cannot turn","thrown":{"message":"closed","name":"java.io.IOException"}}`, logline.Error, "cannot turn: closed"},
		"JBoss, JSON":                     {`{"loggerName":"c.a.Turner","level":"ERROR","message":"cannot turn","exception":{"refId":1,"exceptionType":"java.io.IOException","message":"closed","causedBy":{"exception":{"refId":2,"exceptionType":"x.Y","message":"no route to vault"}}}}`, logline.Error, "cannot turn: closed: no route to vault"},
		"a stack that names nothing":      {`{"level":"error","msg":"cannot turn","stack_trace":"main.turn\n\t/app/main.go:3"}`, logline.Error, "cannot turn"},
		"bunyan":                          {`{"name":"op","hostname":"h","pid":1,"level":50,"err":{"message":"it is bent","name":"Error","stack":"Error: it is bent\n    at x (/app/a.js:3:4)"},"msg":"cannot turn shop/blue","time":"2026-03-01T11:58:02.123Z","v":0}`, logline.Error, "cannot turn shop/blue: it is bent"},
		"winston":                         {`{"level":"error","message":"cannot turn shop/blue","stack":"Error: it is bent\n    at Gear.turn (/app/a.js:3:4)"}`, logline.Error, "cannot turn shop/blue: it is bent"},
		"pino, for people":                {"[11:58:02.123] ERROR (op/1): cannot turn shop/blue\n    err: {\n      \"type\": \"Error\",\n      \"message\": \"it is bent\",\n      \"stack\":\n          Error: it is bent\n    }", logline.Error, "cannot turn shop/blue: it is bent"},
		"Node":                            {"Error: cannot turn shop/blue\n    at Gear.turn (/app/x.js:1:1)\n    at process.y (node:internal/z:1:1)", logline.Error, "Error: cannot turn shop/blue"},
		"words that are no place":         {"2026-03-01 11:58:02 ERROR it is bent\n  at least 3 teeth (of 4)\n  #12 is gone", logline.Error, "it is bent\n  at least 3 teeth (of 4)\n  #12 is gone"},
		"Python, JSON":                    {`{"asctime":"2026-03-01 11:58:02,123","levelname":"ERROR","name":"op.delete","message":"cannot turn shop/blue","exc_info":"Traceback (most recent call last):\n  File \"/usr/lib/python3/x.py\", line 1, in run\n    f()\nValueError: it is bent"}`, logline.Error, "cannot turn shop/blue: ValueError: it is bent"},
		"Rust, JSON":                      {`{"timestamp":"2026-03-01T11:58:02.123456Z","level":"ERROR","fields":{"message":"cannot turn","error":"it is bent"},"target":"op::ctl","spans":[{"name":"reconciling object"}]}`, logline.Error, "cannot turn: it is bent"},
		"Rust, env_logger":                {"[2026-03-01T11:58:02Z ERROR op::ctl] cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"Ruby":                            {"E, [2026-03-01T11:58:02.123456 #1] ERROR -- gears: cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"Ruby, with places":               {"E, [2026-03-01T11:58:02.123456 #1] ERROR -- : it is bent (RuntimeError)\n/app/x.rb:3:in `turn'\n/app/y.rb:3:in `run'", logline.Error, "it is bent (RuntimeError)"},
		"Elixir":                          {"11:58:02.123 request_id=abc [error] cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"Elixir, what was thrown":         {"11:58:02.123 [error] GenServer Op.Ctl terminating\n** (RuntimeError) it is bent\n    (op 0.1.0) lib/op/ctl.ex:3: Op.Ctl.handle/2", logline.Error, "GenServer Op.Ctl terminating: RuntimeError: it is bent"},
		"Erlang":                          {"2026-03-01 11:58:02.123456+00:00 [error] <0.123.0> cannot turn shop/blue", logline.Error, "cannot turn shop/blue"},
		"PHP":                             {`[2026-03-01T11:58:02.123456+00:00] app.ERROR: cannot turn shop/blue {"exception":"[object] (Acme\\Bent(code: 0): tooth T-9 is bent at /app/src/X.php:3)"} []`, logline.Error, "cannot turn shop/blue: Bent: tooth T-9 is bent"},
		"PHP, with places":                {"[2026-03-01 11:58:02] production.ERROR: cannot turn {\"exception\":\"[object] (RuntimeException(code: 0): it is bent at /app/src/X.php:3)\n[stacktrace]\n#0 /app/x.php(3): run()\n#1 {main}\n\"} ", logline.Error, "cannot turn: RuntimeException: it is bent"},
		"PHP, JSON":                       {`{"message":"cannot turn","context":{"gear":"shop/blue","exception":{"class":"RuntimeException","message":"it is bent","code":0}},"level":400,"level_name":"ERROR","channel":"app","extra":[]}`, logline.Error, "cannot turn: it is bent"},
		"a clock that a sentence tells":   {"11:58:02 was when it began", logline.Unknown, "11:58:02 was when it began"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(c.text, "\n")
			l, end := logline.ParseEntry(len(lines), func(i int) string { return lines[i] }, now)
			if l.Level != c.level || l.Said() != c.said || end != len(lines) {
				t.Errorf("level %d, says %q in %d of %d lines, want %d, %q", l.Level, l.Said(), end, len(lines), c.level, c.said)
			}
		})
	}
}
