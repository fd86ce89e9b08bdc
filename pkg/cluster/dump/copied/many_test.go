package copied

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestMany reads many lines of which each might begin a part of an object, in a time that grows as they do.
func TestMany(t *testing.T) {
	const lines = 20000
	for _, line := range []string{"finalizers: a%d.io/b", "- type: A%d", "labels:\n  a: b%d", "- name: a%d", "status:\n  a: b%d"} {
		var text strings.Builder
		text.WriteString("It hangs.\n")
		for i := range lines {
			fmt.Fprintf(&text, line+"\n", i)
		}
		text.WriteString("\napiVersion: acme.io/v1\nkind: Gear\nmetadata:\n  name: blue\n")
		began := time.Now()
		q := Question{Limit: 1 << 20}
		if read := q.Read([]byte(text.String())); !read.Objects {
			t.Errorf("%s: no object was found", line)
		}
		if took := time.Since(began); took > time.Minute {
			t.Errorf("%s: that took %s", line, took)
		}
	}
}
