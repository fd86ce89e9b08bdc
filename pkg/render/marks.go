package render

import "github.com/xlab/treeprint"

// marks are the characters that are ours and not the cluster's.
type marks struct {
	ascii    bool
	link     string // runs past the details of an object to its next sibling
	mid      string // leads to an object with siblings below
	end      string // leads to the last one
	elided   string // stands for guides left out at the left
	ellipsis string
	asked    string
	here     string // the place to mend first
}

func marksFor(o Options) marks {
	if o.ASCII {
		return marks{
			ascii: true, link: "|", mid: "|--", end: "`--", elided: "~",
			ellipsis: "...", asked: "<- asked", here: "<- fix here",
		}
	}
	return marks{
		link:     string(treeprint.EdgeTypeLink),
		mid:      string(treeprint.EdgeTypeMid),
		end:      string(treeprint.EdgeTypeEnd),
		elided:   "…",
		ellipsis: "…",
		asked:    "← asked",
		here:     "← fix here",
	}
}
