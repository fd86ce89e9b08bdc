package logline

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// capnsHeader is what capnslog puts before a message: the time, a letter for the level and
// the package.
var capnsHeader = regex.New(`^(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?) )?([DINWEC]) \| ([\w-]+): `)

var capnsLevels = map[string]Level{"D": Debug, "I": Info, "N": Info, "W": Warning, "E": Error, "C": Fatal}

// capnslog reads the form of etcd and Rook.
func capnslog(text string, _ time.Time) (l Line, ok bool) {
	m := capnsHeader.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	l.At, l.Level = moment(m[1]), capnsLevels[m[2]]
	l.Message = strings.TrimSpace(text[len(m[0]):])
	l.aside(l.Message)
	if strings.HasSuffix(m[3], "-controller") {
		l.Fields = append(l.Fields, Field{"controller", m[3]})
	}
	return l, true
}
