package paper

import "github.com/xlab/treeprint"

// Marks are the characters that are ours and not the cluster's.
type Marks struct {
	ascii    bool
	link     string // runs past the details of an object to its next sibling
	mid      string // leads to an object with siblings below
	end      string // leads to the last one
	elided   string // stands for guides left out at the left
	Ellipsis string
	Asked    string
	Here     string // the place to mend first
}

// MarksFor returns those of a look.
func MarksFor(o Look) Marks {
	if o.ASCII {
		return Marks{
			ascii: true, link: "|", mid: "|--", end: "`--", elided: "~",
			Ellipsis: "...", Asked: "<- asked", Here: "<- fix here",
		}
	}
	return Marks{
		link:     string(treeprint.EdgeTypeLink),
		mid:      string(treeprint.EdgeTypeMid),
		end:      string(treeprint.EdgeTypeEnd),
		elided:   "…",
		Ellipsis: "…",
		Asked:    "← asked",
		Here:     "← fix here",
	}
}
