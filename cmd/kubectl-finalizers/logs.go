package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/value"
)

// logsFlag says when the logs of holders are read.
type logsFlag struct{ when string }

func (f *logsFlag) addLogs(flags *pflag.FlagSet) {
	value.ChooseAs(flags, &f.when, "logs", "", "When to read what holders print: auto where nothing else tells why, always, or never.", whenLogs)
}

func (f *logsFlag) checkLogs() error {
	return value.Check(fmt.Sprintf("unknown value %q for --logs", f.when), f.when, whenLogs)
}

// whenLogs are the values of --logs, the default first.
var whenLogs = []string{source.LogsAuto, source.LogsAlways, source.LogsNever}
