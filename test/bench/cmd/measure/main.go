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
	"strings"
	"syscall"
	"time"
)

// Cost is what is printed.
type Cost struct {
	Wall time.Duration // from the start to the end
	CPU  time.Duration // of user and system
	Peak int64         // the most of what it had of its own, in bytes
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
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("running %s: %w", argv[0], err)
	}
	ended, most := make(chan struct{}), make(chan int64)
	go func() { most <- watch(cmd.Process.Pid, ended) }()
	_ = cmd.Wait() // what it ended with is printed
	wall := time.Since(began)
	close(ended)
	peak := <-most
	if peak == 0 {
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			return fmt.Errorf("running %s: the system does not tell what it used", argv[0])
		}
		peak = usage.Maxrss * rssUnit()
	}
	return json.NewEncoder(os.Stdout).Encode(Cost{
		Wall: wall,
		CPU:  cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		Peak: peak,
		Out:  int64(out),
		Exit: cmd.ProcessState.ExitCode(),
	})
}

// often is how often the memory of a process is looked at.
const often = 2 * time.Millisecond

// watch returns the most memory that a process has of its own until it has ended, zero where the
// system does not tell. Pages of the program's file do not count: how many of them are resident
// depends on how the file lies in the system's cache, and differs by half of the whole.
func watch(pid int, ended <-chan struct{}) (most int64) {
	for {
		most = max(most, owned(pid))
		select {
		case <-ended:
			return most
		case <-time.After(often):
		}
	}
}

// owned is how much memory a process has of its own.
func owned(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "\nRssAnon:")
	var kilobytes int64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		return 0
	}
	return kilobytes << 10
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
