package paper

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	table := Table{
		Heads: []string{"OBJECT", "AGE", "BECAUSE"},
		Rows: [][]Cell{
			{CellOf(Name, "bucket/logs"), CellOf(Plain, "14m"), {Finalizer.Of("the provider"), Message.Of(" cannot delete it, for it is not empty")}},
			{CellOf(Name, "pod/a"), nil, CellOf(Message, "short")},
		},
	}
	for columns, want := range map[int]string{
		0: `
OBJECT        AGE   BECAUSE
bucket/logs   14m   the provider cannot delete it, for it is not empty
pod/a               short
`,
		50: `
OBJECT       AGE  BECAUSE
bucket/logs  14m  the provider cannot delete it,
                  for it is not empty
pod/a             short
`,
		40: `
OBJECT       AGE
bucket/logs  14m
  the provider cannot delete it, for it
  is not empty
pod/a
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
	table.Rows[1][0] = CellOf(Name, "bucket/"+strings.Repeat("long-name-", 6))
	l.Table(table)
	for line := range strings.Lines(l.Out.String()) {
		if Width(line) > 41 {
			t.Errorf("%d columns: %q", Width(line), line)
		}
	}
	if want := "-name-\n  short\n"; !strings.HasSuffix(l.Out.String(), want) {
		t.Errorf("an empty cell takes room where there are no columns: %q", l.Out.String())
	}
	l = NewLayout(Look{})
	l.Table(Table{Heads: []string{"A"}})
	if l.Out.Len() > 0 {
		t.Error("a table without rows has a head")
	}
}
