package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

// The values of --logs.
const (
	logsAuto   = "auto"
	logsAlways = "always"
	logsNever  = "never"
)

var logsWhen = []string{logsAuto, logsAlways, logsNever}

// logsFlag says when the logs of holders are read.
type logsFlag struct{ when string }

func (f *logsFlag) addLogs(flags *pflag.FlagSet) {
	chooseAs(flags, &f.when, "logs", "", "When to read what holders print: auto where nothing else tells why, always, or never.", logsWhen)
}

func (f *logsFlag) checkLogs() error {
	return checkChoice(fmt.Sprintf("unknown value %q for --logs", f.when), f.when, logsWhen)
}

// listen says when what holders print is read.
func (s *source) listen(when string) {
	s.everyLog = when == logsAlways
	if when == logsNever {
		s.logs = nil
	}
}
