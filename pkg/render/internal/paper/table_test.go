package paper

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	table := Table{
		Heads: []string{"OBJECT", "AGE", "BECAUSE"},
		Rows: [][]Span{
			{Name.Of("bucket/logs"), Plain.Of("14m"), Message.Of("the provider cannot delete it, for it is not empty")},
			{Name.Of("pod/a"), Plain.Of("2s"), Message.Of("short")},
		},
	}
	for columns, want := range map[int]string{
		0: `
OBJECT        AGE   BECAUSE
bucket/logs   14m   the provider cannot delete it, for it is not empty
pod/a         2s    short
`,
		50: `
OBJECT       AGE  BECAUSE
bucket/logs  14m  the provider cannot delete it,
                  for it is not empty
pod/a        2s   short
`,
		40: `
OBJECT       AGE
bucket/logs  14m
  the provider cannot delete it, for it
  is not empty
pod/a        2s
  short
`,
	} {
		l := NewLayout(Look{Width: columns})
		l.Table(table)
		if got := "\n" + l.Out.String(); got != want {
			t.Errorf("%d columns:\n%s", columns, got)
		}
	}
	l := NewLayout(Look{Width: 40})
	table.Rows[0][0] = Name.Of("bucket/" + strings.Repeat("long-name-", 6))
	l.Table(table)
	for line := range strings.Lines(l.Out.String()) {
		if Width(line) > 41 {
			t.Errorf("%d columns: %q", Width(line), line)
		}
	}
	l = NewLayout(Look{})
	l.Table(Table{Heads: []string{"A"}})
	if l.Out.Len() > 0 {
		t.Error("a table without rows has a head")
	}
}
