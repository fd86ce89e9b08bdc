package system

import "syscall"

// endWithParent makes the kernel kill a child when the thread that started it
// ends, which covers a test that is itself killed.
func endWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
