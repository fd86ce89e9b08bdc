package copied

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
)

// The bounds of mending: how many lines, and of how large a text.
const (
	mostMended   = 24
	mendedAtMost = 256 << 10
)

// mended reads the stretch. A line that is wrong, such as one with a value that had to
// be quoted, is read as what it most likely says, or else left out; where the text
// ends in the middle, what stands before is read. Where line by line less is left out,
// it is read so.
func (s *stretch) mended(limit int) reading {
	whole := *s
	whole.lines = slices.Clone(s.lines)
	r, lost := s.mendedBySteps(limit)
	if lost == 0 {
		return r
	}
	if by, fewer := whole.mendedByLine(limit); by.any() && fewer < lost {
		s.lines = whole.lines
		return by
	}
	return r
}

// mendedByLine reads what stands as a field or an item where that may stand, and tells of how many lines
// something is left out.
func (s *stretch) mendedByLine(limit int) (r reading, lost int) {
	if s.inJSON() || len(s.text()) > mendedAtMost {
		return r, 0
	}
	lines, out := stream.Fielded(s.lines)
	r = read([]byte(strings.Join(lines, "\n")+"\n"), limit)
	if len(r.faults) > 0 {
		return reading{}, 0
	}
	s.lines = lines
	for _, at := range out {
		r.faults = append(r.faults, fmt.Errorf("line %d cannot be read as it stands; %s", s.line+at, advice))
	}
	return r, len(out)
}

// mendedBySteps mends what a parser names, one thing after the other, and tells how many lines it leaves out: all
// behind a line of which nothing helps.
func (s *stretch) mendedBySteps(limit int) (r reading, lost int) {
	r = s.reading(limit)
	var faults []error
	if lines, cut := beside.Closed(s.lines); cut && len(r.faults) > 0 && !s.inJSON() {
		s.lines = lines
		r = s.reading(limit)
		faults = append(faults, lackf("line %d is the end of a value that goes on; %s", s.line+len(lines)-1, advice))
	}
	for range mostMended {
		if len(r.faults) == 0 {
			break
		}
		at, better := s.mend(r.faults[0], limit)
		if at < 0 {
			break
		}
		if better.lost {
			lost++
			faults = append(faults, fmt.Errorf("line %d cannot be read (%s); %s", s.line+at, beside.PlainFault(r.faults[0]), advice))
		}
		r = better.reading
	}
	if len(r.faults) > 0 {
		fault := fmt.Errorf("line %d: what stands from here on cannot be read (%s); %s", s.line+s.faulty(r.faults[0]), beside.PlainFault(r.faults[0]), advice)
		lost += len(s.lines) - s.faulty(r.faults[0])
		r = s.before(s.faulty(r.faults[0]), limit)
		faults = append(faults, fault)
	}
	r.faults = faults
	return r, lost
}

func (s *stretch) text() []byte { return []byte(strings.Join(s.lines, "\n") + "\n") }

// reading reads the stretch. A part of an object in JSON begins with a field.
func (s *stretch) reading(limit int) reading {
	part, cut := s.behindBracket()
	if part == nil {
		return read(s.text(), limit)
	}
	r := read(part, limit)
	if cut && len(r.faults) == 0 {
		s.faults = append(s.faults, lackf("line %d is the end of an object that goes on; %s", s.line+len(s.lines)-1, advice))
	}
	return r
}

// behindBracket is the stretch as an object in JSON of which the first bracket was not copied, nil where it is none,
// and whether more of it was not.
func (s *stretch) behindBracket() (part []byte, cut bool) {
	text := bytes.TrimSpace(s.text())
	if text[0] != '"' {
		return nil, false
	}
	text = append([]byte("{"), text...)
	if part = stream.Closed(text); !json.Valid(part) {
		return nil, false
	}
	same := 0
	for same < min(len(part), len(text)) && part[same] == text[same] {
		same++
	}
	return part, len(part)-same > 1 || len(bytes.Trim(text[same:], "}, \n")) > 0
}

// faulty is the index of the line that a fault names.
func (s *stretch) faulty(fault error) int {
	at := beside.LineOf(fault) - 1
	if s.inJSON() {
		at = len(s.lines) - 1
		var syntax *json.SyntaxError
		var any any
		if text := s.text(); errors.As(json.Unmarshal(text, &any), &syntax) {
			at = bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		}
	}
	return max(min(at, len(s.lines)-1), 0)
}

func (s *stretch) inJSON() bool {
	c := strings.TrimLeft(s.lines[0], " ")[0]
	return c == '{' || c == '['
}

// mending is a reading after a line was changed.
type mending struct {
	reading
	lost bool // the line was left out
}

// mend changes the line that a fault is about, or one of those before it, so that the
// fault is gone or further down. It returns the index of that line, -1 where none
// helps.
func (s *stretch) mend(fault error, limit int) (int, mending) {
	if len(s.text()) > mendedAtMost {
		return -1, mending{}
	}
	was := s.faulty(fault)
	for _, at := range []int{was + 1, was, was - 1} {
		if at < 1 || at >= len(s.lines) || strings.TrimSpace(s.lines[at]) == "" {
			continue
		}
		before := s.lines[at]
		as := []string{beside.Aligned(s.lines, at), beside.Quoted(before), ""}
		if at > was {
			as = as[:1] // a parser names the line above one that stands too far left
		}
		for _, line := range as {
			if line == before {
				continue
			}
			s.lines[at] = line
			r := s.reading(limit)
			if len(r.faults) == 0 || s.faulty(r.faults[0]) > was {
				return at, mending{reading: r, lost: line == ""}
			}
			s.lines[at] = before
		}
	}
	return -1, mending{}
}

// fewer is how many lines before a fault are left out in the search for its beginning.
const fewer = 12

// before reads what stands before a fault.
func (s *stretch) before(fault, limit int) reading {
	if s.inJSON() {
		return read(stream.Closed(s.text()), limit)
	}
	for n := fault + 1; n > max(fault-fewer, 0); n-- {
		if r := read([]byte(strings.Join(s.lines[:n], "\n")+"\n"), limit); len(r.faults) == 0 && !r.mixed() {
			return r
		}
	}
	return reading{}
}
