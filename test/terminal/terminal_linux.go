package terminal

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// Open returns the two ends of a new terminal of that size: what a program sees
// is the second one.
func Open(columns, rows uint16) (outer, inner *os.File, err error) {
	outer, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("opening a terminal: %w", err)
	}
	inner, err = other(outer)
	if err == nil {
		if err = Resize(outer, columns, rows); err == nil {
			return outer, inner, nil
		}
		inner.Close()
	}
	outer.Close()
	return nil, nil, err
}

// other opens the end that belongs to the given one.
func other(outer *os.File) (*os.File, error) {
	var unlock, number int32
	if err := ioctl(outer, syscall.TIOCSPTLCK, unsafe.Pointer(&unlock)); err != nil {
		return nil, fmt.Errorf("unlocking a terminal: %w", err)
	}
	if err := ioctl(outer, syscall.TIOCGPTN, unsafe.Pointer(&number)); err != nil {
		return nil, fmt.Errorf("asking for a terminal's number: %w", err)
	}
	inner, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("opening a terminal: %w", err)
	}
	return inner, nil
}

// Resize gives a terminal another size.
func Resize(outer *os.File, columns, rows uint16) error {
	size := struct{ rows, columns, x, y uint16 }{rows, columns, 0, 0}
	if err := ioctl(outer, syscall.TIOCSWINSZ, unsafe.Pointer(&size)); err != nil {
		return fmt.Errorf("setting a terminal's size: %w", err)
	}
	return nil
}

// Modes are how a terminal treats what is typed, for comparing.
func Modes(outer *os.File) (string, error) {
	var modes syscall.Termios
	if err := ioctl(outer, syscall.TCGETS, unsafe.Pointer(&modes)); err != nil {
		return "", fmt.Errorf("asking for a terminal's modes: %w", err)
	}
	return fmt.Sprintf("%x %x", modes.Iflag, modes.Lflag), nil
}

// ioctl asks the kernel about a terminal.
func ioctl(f *os.File, request uintptr, value unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(value)); errno != 0 {
		return errno
	}
	return nil
}
