package explain

import "fmt"

// compare adds what has changed since an earlier diagnosis of the same question:
// fewer blockers are progress, and a hold that nothing decided is still there.
func compare(before, now *Diagnosis) {
	if before == nil {
		return
	}
	type key struct{ uid, finalizer string }
	earlier := map[key]*Hold{}
	for i := range before.Objects {
		for j := range before.Objects[i].Holds {
			h := &before.Objects[i].Holds[j]
			earlier[key{before.Objects[i].UID, h.Finalizer}] = h
		}
	}
	span := now.At.Sub(before.At).Round(1e9)
	for i := range now.Objects {
		o := &now.Objects[i]
		for j := range o.Holds {
			if was := earlier[key{o.UID, o.Holds[j].Finalizer}]; was != nil {
				watched(was, &o.Holds[j], fmt.Sprint(span))
				putAgain(was, &o.Holds[j], fmt.Sprint(span))
			}
		}
		o.Verdict = ownVerdict(o)
	}
}

// watched judges a hold anew by what happened while it was watched.
func watched(was, is *Hold, span string) {
	gone := len(was.Blockers) - len(is.Blockers)
	switch {
	case gone > 0:
		is.Evidence = append(is.Evidence, Evidence{Fact: fmt.Sprintf("%d of what it waits for went away within %s", gone, span), Source: "watched"})
		if is.Verdict == Waiting || is.Verdict == Unknown {
			is.Verdict = Progressing
		}
	default:
		is.Evidence = append(is.Evidence, Evidence{Fact: "nothing that it waits for went away within " + span, Source: "watched", Weak: true})
	}
}
