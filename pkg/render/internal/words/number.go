package words

import (
	"strconv"
)

// Count is "1 object", "2 objects".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// Thousands writes a number with a comma after every third digit.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// More counts what is not shown, behind what is.
func More(left int) string {
	if left <= 0 {
		return ""
	}
	return " and " + Thousands(left) + " more"
}
