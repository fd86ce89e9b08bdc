// Package logline reads lines of logs, whatever has written them: when it was, how
// bad, what was said, and what about.
package logline
