package paper

import "runtime"

// onWindows is where a command is pasted into cmd.exe or PowerShell.
const onWindows = runtime.GOOS == "windows"

// Command is one to be copied.
type Command struct {
	// Words are those of the line: where it would print what is secret, it writes that into a file.
	Words []string
	// Line is one that sh, bash, zsh and fish all take apart into the same words, and on
	// Windows cmd.exe and PowerShell. Nothing in it can end a word or begin another command.
	Line string
	// Unready says why there is no line, and is empty where there is one.
	Unready string
}

// CommandOf makes a command to be copied of words.
func CommandOf(words []string) Command { return commandOn(onWindows, words) }

func commandOn(windows bool, words []string) Command {
	c := Command{Words: words}
	file := secretPrinted(words)
	if file != "" {
		c.Words = into(file, words)
	}
	c.Unready = unreadable(c.Words)
	switch {
	case c.Unready != "":
	case !windows:
		c.Line = unixLine(c.Words)
	case file != "":
		c.Unready = "no ready command: what it prints is secret, and belongs into a file that only you may read"
	default:
		if c.Unready = unreadyForWindows(words); c.Unready == "" {
			c.Line = windowsLine(words)
		}
	}
	return c
}

// ShellLine is the line of words, empty where there is none.
func ShellLine(words []string) string { return CommandOf(words).Line }
