package preflight

import (
	"slices"
	"strings"
)

// users are the pods that keep a claim: those that were given a node.
func (w *world) users(claim *thing) []*thing {
	var out []*thing
	for _, e := range slices.Concat(w.below[claim.at], w.above[claim.at]) {
		if e.Rule != mountRule {
			continue
		}
		pod := w.things[e.To]
		if pod == claim {
			pod = w.things[e.From]
		}
		facts, known := w.Facts.Pods[pod.node.UID]
		if !pod.absent && pod.phase != gone && (!known || facts.Node != "") {
			out = append(out, pod)
		}
	}
	return out
}

// claimOf is the claim that a volume is bound to, nil where that has gone.
func (w *world) claimOf(volume *thing) *thing {
	for _, e := range slices.Concat(w.below[volume.at], w.above[volume.at]) {
		if e.Rule != claimRule {
			continue
		}
		claim := w.things[e.From]
		if claim == volume {
			claim = w.things[e.To]
		}
		if !claim.absent && claim.phase != gone {
			return claim
		}
	}
	return nil
}

// volumesOf are those bound to a claim.
func (w *world) volumesOf(claim *thing) []*thing {
	var out []*thing
	for _, e := range w.below[claim.at] {
		if to := w.things[e.To]; e.Rule == claimRule && isCore(to, "PersistentVolume") && !to.absent {
			out = append(out, to)
		}
	}
	return out
}

// giveClaims has a pod that is scaled away own its claims, where its set is told to delete
// them then; k8s.io/kubernetes/pkg/controller/statefulset, updateClaimOwnerRefForSetAndPod.
func (w *world) giveClaims(set, pod *thing) {
	if !w.Facts.Scaled[set.node.UID] {
		return
	}
	for _, e := range slices.Concat(w.below[pod.at], w.above[pod.at]) {
		claim := w.things[e.From]
		if claim == pod {
			claim = w.things[e.To]
		}
		if e.Rule != mountRule || claim.absent || !strings.HasSuffix(claim.node.Name, "-"+pod.node.Name) {
			continue
		}
		for _, b := range claim.owners {
			if b.owner == set {
				b.off = true
			}
		}
		b := &bond{owner: pod, dependent: claim, block: true}
		pod.dependents, claim.owners = append(pod.dependents, b), append(claim.owners, b)
	}
}

// reclaim is the controller of volumes: a volume whose claim has gone goes by its policy.
func (w *world) reclaim() bool {
	changed := false
	for _, t := range w.things {
		if t.phase != gone || t.absent || !isCore(t, "PersistentVolumeClaim") {
			continue
		}
		for _, v := range w.volumesOf(t) {
			facts, known := w.Facts.Volumes[v.node.UID]
			switch {
			case v.phase != there || known && facts.Policy != "Delete":
			case facts.Reclaimer == Internal, (!known || facts.Reclaimer == External) && w.luck.kind:
				changed = w.ask(v, request{why: Reclaimed, by: t, cascade: Background}) || changed
			}
		}
	}
	return changed
}
