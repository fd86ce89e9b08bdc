//go:build unix && !linux

package system

import "syscall"

// endWithParent cannot be had from this kernel: a test that is killed leaves
// its controllers behind here.
func endWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
