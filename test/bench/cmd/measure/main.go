//go:build unix

// Command measure runs a program and prints, as JSON, what the run cost.
//
// It exists because the kernel counts the memory of the process that starts a
// program to the program's own peak: only a small process may start what is
// measured. So this one imports little.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Cost is what is printed.
type Cost struct {
	Wall time.Duration // from the start to the end
	CPU  time.Duration // of user and system
	Peak int64         // resident bytes
	Out  int64         // bytes that were printed
	Exit int
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(argv []string) error {
	if len(argv) == 0 {
		return fmt.Errorf("no program is named: use measure PROGRAM ARGS")
	}
	var out counter
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	began := time.Now()
	err := cmd.Run()
	wall := time.Since(began)
	if cmd.ProcessState == nil {
		return fmt.Errorf("running %s: %w", argv[0], err)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return fmt.Errorf("running %s: the system does not tell what it used", argv[0])
	}
	return json.NewEncoder(os.Stdout).Encode(Cost{
		Wall: wall,
		CPU:  cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		Peak: usage.Maxrss * rssUnit(),
		Out:  int64(out),
		Exit: cmd.ProcessState.ExitCode(),
	})
}

// rssUnit is what the system counts resident memory in.
func rssUnit() int64 {
	if runtime.GOOS == "darwin" {
		return 1
	}
	return 1 << 10
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
