//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// errNoProc says that the system does not show what others use.
var errNoProc = errors.New("the processor time of the API server cannot be read here")

// ticks is how many of them /proc counts a second, on every Linux that there is.
const ticks = 100

// serverCPU is the processor time that the API server of a folder has used so far.
func serverCPU(dir string) (time.Duration, error) {
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return 0, err
	}
	for _, line := range lines {
		args, err := os.ReadFile(line)
		program, rest, _ := bytes.Cut(args, []byte{0})
		if err != nil || filepath.Base(string(program)) != "kube-apiserver" || !bytes.Contains(rest, []byte(dir)) {
			continue
		}
		stat, err := os.ReadFile(filepath.Join(filepath.Dir(line), "stat"))
		if err != nil {
			return 0, err
		}
		// The name, in parentheses, may hold spaces.
		after := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(after) < 13 {
			return 0, errNoProc
		}
		user, err := strconv.Atoi(after[11])
		if err != nil {
			return 0, err
		}
		system, err := strconv.Atoi(after[12])
		return time.Duration(user+system) * time.Second / ticks, err
	}
	return 0, errNoProc
}

// quiet is how long it is measured what the API server uses while nobody asks.
const quiet = 5 * time.Second

// serverShare measures what the programs take of the API server.
func (b *bench) serverShare(ctx context.Context, dir string, m *measured) error {
	subjects := []*subject{m.object, m.objectBare, m.tree}
	idle, err := serverCPU(dir)
	if errors.Is(err, errNoProc) {
		fmt.Fprintln(b.report, err)
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(quiet):
	}
	still, err := serverCPU(dir)
	if err != nil {
		return err
	}
	share := float64(still-idle) / float64(quiet)
	fmt.Fprintf(b.report, "processor time of the API server, a run\n")
	taken := make([]float64, len(subjects))
	for i, s := range subjects {
		before, err := serverCPU(dir)
		if err != nil {
			return err
		}
		began := time.Now()
		for range b.rounds {
			if _, err := b.meter.run(ctx, s); err != nil {
				return fmt.Errorf("measuring the API server under %s: %w", s.name, err)
			}
		}
		after, err := serverCPU(dir)
		if err != nil {
			return err
		}
		taken[i] = ((after - before).Seconds() - share*time.Since(began).Seconds()) / float64(b.rounds)
		fmt.Fprintf(b.report, "%-28s %9.0f ms\n", s.name, 1000*taken[i])
	}
	b.report.atMost("processor time of the API server: "+m.object.name+" / "+treeName, taken[0]/taken[2], serverToTree)
	return nil
}
