//go:build unix && !linux

package lab

import "syscall"

// endWithParent cannot be had from this kernel: only a supervisor that is
// killed, not one that ends, leaves its children behind here.
func endWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
