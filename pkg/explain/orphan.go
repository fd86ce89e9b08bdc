package explain

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// judgeOrphan finds the dependents that still name an owner whose references
// the collector has to take out; one that it cannot change keeps the owner
// (pkg/controller/garbagecollector, orphanDependents).
func judgeOrphan(ctx context.Context, h *hearing) bool {
	if h.node.UID == "" {
		return false
	}
	h.warn("do not delete it again without --cascade=orphan, and do not take the finalizer off: what still names it as its owner would then be deleted as garbage")
	rows, unread := h.dependentsOf(ctx, h.node)
	if len(rows) == 0 {
		return h.noneBlocks(ctx, unread)
	}
	names := naming(h.namesOf(rows))
	message := count(len(rows), "dependent still names", "dependents still name") + " it as owner: " + names
	if d, refusal := h.frozen(ctx, rows); d != nil {
		h.blockBriefs([]brief{*d}, func(*brief) string { return "the change is refused" })
		h.fact("dry run of the change that the garbage collector makes to "+h.nameOf(d.Ref), refusal)
		h.next("see what is refused", h.asYAML(d.Ref)...)
		if callFailed.MatchString(refusal) {
			h.next("find the webhook that does not answer: start what serves it again", "kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations")
		}
		h.next("ask again once what refuses the change allows it", h.whyStuck(h.node.Ref)...)
		return h.decide(Stuck, ReferencesRemain, message+"; taking that out of "+h.shortName(d.Ref)+" is refused: "+refusal)
	}
	h.blockBriefs(rows, func(*brief) string { return "still has the ownerReference" })
	if h.halted(ctx, message) {
		return true
	}
	h.next("see what still names it", h.command(rows[0].Ref, "get", "-o", "yaml")...)
	return h.decide(Unknown, ReferencesRemain, message+"; the garbage collector has to take that out of "+verb(len(rows), "it", "them"))
}

// frozen returns the first of some dependents that the server refuses to
// release, and its words. It asks with the rights of the one who asks, so that
// only what admission or validation says counts. It tries as few owners as other
// removals, and ends like these where the server is late.
func (h *hearing) frozen(ctx context.Context, rows []brief) (*brief, string) {
	tests := &of[gatesMemory](h.world).tests
	if !tests.allowed[h.node.UID] {
		return nil, ""
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	for i := range rows {
		if i == mostNamed || tests.late.Load() {
			break
		}
		d := &rows[i]
		kind, served := h.world.kind(d.Group, d.Kind)
		patch := h.release(ctx, d)
		if !served || patch == nil {
			continue
		}
		_, err := h.DryRun(ctx, kind, d.Namespace, d.Name, "", types.MergePatchType, patch, Subject{})
		if refusal := refusalOf(err); refusal != "" {
			return d, refusal
		}
		if ctx.Err() != nil {
			tests.late.Store(true)
		}
	}
	return nil, ""
}

// release is the patch that takes the owner out of a dependent.
func (h *hearing) release(ctx context.Context, d *brief) []byte {
	s := h.look(ctx, d.Ref)
	if s.obj == nil || string(s.obj.GetUID()) != d.UID {
		return nil
	}
	rest := []metav1.OwnerReference{}
	for _, o := range s.obj.GetOwnerReferences() {
		if string(o.UID) != h.node.UID {
			rest = append(rest, o)
		}
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": d.UID, "ownerReferences": rest}})
	if err != nil {
		return nil
	}
	return patch
}

// refusalOf is what admission or validation said against a change. It is empty
// where the rights of the one who asked were short, or the question failed.
func refusalOf(err error) string {
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		return ""
	}
	said := status.Status()
	switch said.Code {
	case http.StatusUnprocessableEntity:
	case http.StatusBadRequest:
		if strings.Contains(said.Message, "does not support dry run") {
			return "" // it was not asked
		}
	case http.StatusInternalServerError:
		if !callFailed.MatchString(said.Message) {
			return ""
		}
	case http.StatusForbidden:
		if strings.Contains(said.Message, " cannot ") && strings.Contains(said.Message, "User ") {
			return ""
		}
	default:
		return ""
	}
	return oneLine(said.Message)
}
