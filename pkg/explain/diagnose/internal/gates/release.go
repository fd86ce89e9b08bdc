package gates

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// ReleaseRefused returns the first of some dependents that the server refuses to
// release, and its words. It asks with the rights of the one who asks, so that
// only what admission or validation says counts. It tries as few owners as other
// removals, and ends like these where the server is late.
func ReleaseRefused(ctx context.Context, h *hearing.Case, rows []sight.Brief) (*sight.Brief, string) {
	tests := &sight.Memory[memory](h.View).tries
	if !tests.allowed[h.Node.UID] {
		return nil, ""
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	for i := range rows {
		if i == phrase.MostNamed || tests.late.Load() {
			break
		}
		d := &rows[i]
		kind, served := h.View.Kind(d.Group, d.Kind)
		patch := releasePatch(ctx, h, d)
		if !served || patch == nil {
			continue
		}
		_, err := h.View.Reader.DryRun(ctx, kind, d.Namespace, d.Name, "", types.MergePatchType, patch, explain.Subject{})
		if refusal := refusalOf(err); refusal != "" {
			return d, refusal
		}
		if ctx.Err() != nil {
			tests.late.Store(true)
		}
	}
	return nil, ""
}

// releasePatch is the patch that takes the owner out of a dependent.
func releasePatch(ctx context.Context, h *hearing.Case, d *sight.Brief) []byte {
	s := h.View.Look(ctx, d.Ref)
	if s.Object == nil || string(s.Object.GetUID()) != d.UID {
		return nil
	}
	rest := []metav1.OwnerReference{}
	for _, o := range s.Object.GetOwnerReferences() {
		if string(o.UID) != h.Node.UID {
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
		if apiwords.TakesNoDryRun(said.Message) {
			return "" // it was not asked
		}
	case http.StatusInternalServerError:
		if _, fails := apiwords.WebhookFails.In(said.Message); !fails {
			return ""
		}
	case http.StatusForbidden:
		if strings.Contains(said.Message, " cannot ") && strings.Contains(said.Message, "User ") {
			return ""
		}
	default:
		return ""
	}
	return phrase.OneLine(said.Message)
}
