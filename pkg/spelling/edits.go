// Package spelling tells how much names are alike.
package spelling

// Edits counts the bytes to insert, delete or replace, and the
// neighbours to swap, to make one of the other.
func Edits(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	before := make([]int, len(row)) // the row above the last one
	for i := range len(x) {
		next := make([]int, len(row))
		next[0] = i + 1
		for j := range len(y) {
			replaced := row[j]
			if x[i] != y[j] {
				replaced++
			}
			next[j+1] = min(replaced, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(y)]
}
