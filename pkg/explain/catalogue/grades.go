package catalogue

import (
	"slices"
)

// grades are from the lowest. What nobody has graded counts as the highest.
var grades = []string{"low", "medium", "high"}

func gradeOf(risk string) int {
	if at := slices.Index(grades, risk); at >= 0 {
		return at
	}
	return len(grades) - 1
}

// Lowers reports whether one risk is less than another.
func Lowers(risk, than string) bool { return gradeOf(risk) < gradeOf(than) }
