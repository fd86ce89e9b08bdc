// Package junit writes a diagnosis as the XML in which pipelines read the results of tests:
// a test case an object that was asked about, and one for whether all could be read.
//
// Stuck is a failure. Undecided is an error: whoever reads it takes it for no success, and
// the exit code is none either. All else passes.
package junit

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// The elements, in the order in which readers want them.
type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	totals
	Suites []suite `xml:"testsuite"`
}

type suite struct {
	Name      string `xml:"name,attr"`
	Timestamp string `xml:"timestamp,attr,omitempty"`
	totals
	Skipped int        `xml:"skipped,attr"`
	Cases   []testcase `xml:"testcase"`
}

type totals struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
}

type testcase struct {
	Name      string   `xml:"name,attr"`
	Classname string   `xml:"classname,attr"`
	Time      string   `xml:"time,attr"`
	Error     *outcome `xml:"error"`
	Failure   *outcome `xml:"failure"`
	Out       *text    `xml:"system-out"`
}

type outcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type text struct {
	Text string `xml:",chardata"`
}

// suiteName is what pipelines show.
const suiteName = "kubectl finalizers why-stuck"

// XML is the diagnosis as test cases.
func XML(d *explain.Diagnosis) (string, error) {
	s := suite{Name: suiteName}
	if !d.At.IsZero() && !d.Clock().Copied() {
		s.Timestamp = d.At.UTC().Format("2006-01-02T15:04:05")
	}
	told, rows := d.Told(), d.Rows()
	for _, i := range d.Asked() {
		s.add(caseOf(told, rows, i))
	}
	s.add(reading(d))
	out, err := xml.MarshalIndent(suites{totals: s.totals, Suites: []suite{s}}, "", "  ")
	if err != nil {
		return "", fmt.Errorf("encoding the test cases: %w", err)
	}
	return xml.Header + string(out) + "\n", nil
}

func (s *suite) add(c testcase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	s.Cases = append(s.Cases, c)
}

// caseOf is an object. Its time is how long it has been going. The rows are the first causes
// of the diagnosis.
func caseOf(d *explain.Diagnosis, rows []explain.Row, i int) testcase {
	o := &d.Objects[i]
	c := testcase{Name: words.Placed(o.Ref), Classname: paper.Identifier(words.WithGroup(o.Kind, o.Group)), Time: "0"}
	if o.State.Going() && !o.Since.IsZero() && !d.AtLeast {
		c.Time = fmt.Sprintf("%.0f", max(d.At.Sub(o.Since), 0).Truncate(time.Second).Seconds())
	}
	out := outcome{Message: o.Verdict.Words(), Type: string(o.Verdict)}
	var causes []explain.Row
	for _, at := range d.CausesOf(i) {
		if at < len(rows) {
			causes = append(causes, rows[at])
		}
	}
	if len(causes) > 0 {
		out.Message += ": " + paper.Prose(causes[0].Because)
		out.Type = string(causes[0].Reason)
		out.Text = causesText(d, causes)
	}
	switch o.Verdict {
	case explain.Stuck:
		c.Failure = &out
	case explain.Undecided:
		c.Error = &out
	default:
		c.Out = &text{strings.TrimRight(out.Message+"\n"+out.Text, "\n")}
	}
	return c
}

// causesText is what a person reads of a failed case: why, what to do, and what not to.
func causesText(d *explain.Diagnosis, causes []explain.Row) string {
	var lines []string
	for i := range causes {
		r := &causes[i]
		lines = append(lines, words.Placed(d.Objects[r.At.Object].Ref)+": "+paper.Prose(r.Because))
		if steps := diagnosis.Steps(&r.Part); len(steps) > 0 {
			lines = append(lines, steps[0].Label+": "+paper.Prose(steps[0].Text))
			if command := paper.ShellLine(steps[0].Command); command != "" {
				lines = append(lines, command)
			}
		}
		for j := range r.Cautions {
			lines = append(lines, diagnosis.CautionLabel(&r.Cautions[j])+": "+paper.Prose(r.Cautions[j].Text))
		}
	}
	return strings.Join(lines, "\n")
}

// reading fails where the answer is not whole.
func reading(d *explain.Diagnosis) testcase {
	c := testcase{Name: "everything could be read", Classname: "kubectl-finalizers", Time: "0"}
	if len(d.Incomplete) == 0 {
		return c
	}
	out := outcome{Message: "incomplete: " + words.Count(len(d.Incomplete), "thing") + " could not be read", Type: "Incomplete"}
	var lines []string
	for i := range d.Incomplete {
		what, why := words.Unread(&d.Incomplete[i])
		lines = append(lines, what+": "+why)
	}
	out.Text = strings.Join(lines, "\n")
	c.Error = &out
	return c
}
