package fleet

import "slices"

// Identity tells a cluster from all others, whatever address it is reached by.
type Identity struct {
	// UID is given to a cluster when it is made. One that was restored from the data of
	// another has the same. It is empty where it is not known.
	UID string
	// Servers are the processes that answer for it; none where they are not known.
	Servers []string
}

// same reports whether two are surely one cluster, and maybe whether they could be.
func (i Identity) same(other Identity) (surely, maybe bool) {
	if i.UID == "" || i.UID != other.UID {
		return false, false
	}
	if len(i.Servers) == 0 || len(other.Servers) == 0 {
		return false, true
	}
	return slices.ContainsFunc(i.Servers, func(name string) bool { return slices.Contains(other.Servers, name) }), false
}

// Join takes the answers together that one cluster gave by several addresses to one
// question: the one that better prefers counts, the first of equals. Doubted are the pairs
// of which it is not known whether they are one cluster. Who says which cluster has
// answered.
func Join[T any](answers []Answer[T], who func(*T) Identity, better func(a, b *T) bool) (joined []Answer[T], doubted [][2]string) {
	for _, a := range answers {
		if a.Value == nil {
			joined = append(joined, a)
			continue
		}
		at := -1
		var unsure [][2]string
		for i := range joined {
			known := &joined[i]
			if known.Value == nil || known.Contexts[0].Namespace != a.Contexts[0].Namespace {
				continue
			}
			surely, maybe := who(known.Value).same(who(a.Value))
			if surely {
				at = i
				break
			}
			if maybe {
				unsure = append(unsure, [2]string{known.Name(), a.Name()})
			}
		}
		if at < 0 {
			joined, doubted = append(joined, a), append(doubted, unsure...)
			continue
		}
		known := &joined[at]
		known.Contexts = slices.Concat(known.Contexts, a.Contexts)
		if better(a.Value, known.Value) {
			known.Value, known.Errs = a.Value, a.Errs
		}
	}
	return joined, doubted
}
