//go:build unix

package removal_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// rival is what may happen at a request of a removal.
type rival struct {
	name string
	// act is done before the request goes on.
	act func(ctx context.Context, c *cell) error
	// answer answers it; nil lets the server do so.
	answer func(w http.ResponseWriter, r *http.Request, forward http.Handler)
	// lasting answers all that follow in the same way.
	lasting bool
	// untouched says what of the rival's the removal has touched, empty for nothing.
	untouched func(ctx context.Context, c *cell) string
	// ownKind says that the cell needs a kind that no other cell uses.
	ownKind bool
}

var rivals = []rival{
	{name: "finalizer added", act: list(`{"op":"add","path":"/metadata/finalizers/-","value":"table.example.com/rival"}`)},
	{name: "finalizer removed", act: list(`{"op":"remove","path":"/metadata/finalizers/0"}`)},
	{name: "other finalizers removed", act: othersOff},
	{name: "finalizers reordered", act: list(`{"op":"move","from":"/metadata/finalizers/0","path":"/metadata/finalizers/-"}`)},
	{name: "finalizer doubled", act: list(`{"op":"copy","from":"/metadata/finalizers/0","path":"/metadata/finalizers/-"}`)},
	{name: "object replaced", act: replaced},
	{name: "deletion begun", act: func(ctx context.Context, c *cell) error { return c.remove(ctx) }},
	{name: "deletion begun in the foreground", act: func(ctx context.Context, c *cell) error {
		return c.kubectl(ctx, "delete", "--cascade=foreground", "--wait=false")
	}},
	{name: "grace cut short", act: func(ctx context.Context, c *cell) error {
		return c.kubectl(ctx, "delete", "--grace-period=1", "--wait=false")
	}},
	{name: "status written", act: func(ctx context.Context, c *cell) error {
		_, err := c.Patch(ctx, c.kind, c.place(), c.name, "status", types.MergePatchType, []byte(`{"status":{"message":"written"}}`))
		return err
	}},
	{name: "metadata written", act: func(ctx context.Context, c *cell) error {
		_, err := c.Patch(ctx, c.kind, c.place(), c.name, "", types.MergePatchType, []byte(`{"metadata":{"annotations":{"rival":"was here"}}}`))
		return err
	}},
	{name: "dependent created", act: dependent, untouched: dependentLeft},
	{name: "version no longer served", act: unserve, ownKind: true},
	{name: "404 from a proxy", answer: says(http.StatusNotFound, "default backend - 404")},
	{name: "404 from a proxy from then on", answer: says(http.StatusNotFound, "default backend - 404"), lasting: true},
	{name: "409 before the write", answer: status(http.StatusConflict, "Conflict")},
	{name: "429 before the write", answer: status(http.StatusTooManyRequests, "TooManyRequests")},
	{name: "500 before the write", answer: status(http.StatusInternalServerError, "InternalError")},
	{name: "502 from a proxy before the write", answer: says(http.StatusBadGateway, "no route")},
	{name: "reset before the write", answer: func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { lab.Cut(w) }},
	{name: "404 from a proxy after the write", answer: after(says(http.StatusNotFound, "default backend - 404"))},
	{name: "409 after the write", answer: after(status(http.StatusConflict, "Conflict"))},
	{name: "500 after the write", answer: after(status(http.StatusInternalServerError, "InternalError"))},
	{name: "502 from a proxy after the write", answer: after(says(http.StatusBadGateway, "no route"))},
	{name: "reset after the write", answer: after(func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { lab.Cut(w) })},
}

// list changes the list of finalizers, as far as the server lets a rival.
func list(operation string) func(context.Context, *cell) error {
	return func(ctx context.Context, c *cell) error {
		_, err := c.Patch(ctx, c.kind, c.place(), c.name, "", types.JSONPatchType, []byte("["+operation+"]"))
		return err
	}
}

// othersOff takes off what was to hold the object afterwards.
func othersOff(ctx context.Context, c *cell) error {
	obj, err := c.Get(ctx, c.kind, c.place(), c.name)
	if err != nil {
		return err
	}
	patch, err := trace.PatchOff(obj, other)
	if err != nil {
		return err
	}
	_, err = c.Patch(ctx, c.kind, c.place(), c.name, "", types.JSONPatchType, patch)
	return err
}

// replaced lets the object go and makes another one under its name.
func replaced(ctx context.Context, c *cell) error {
	if err := c.remove(ctx); err != nil {
		return err
	}
	if c.kind.Kind == "Pod" {
		if err := c.kubectl(ctx, "delete", "--force", "--grace-period=0", "--wait=false"); err != nil {
			return err
		}
	}
	for _, finalizer := range append([]string{c.take}, c.list...) {
		obj, err := c.now(ctx)
		if err != nil || obj == nil {
			break
		}
		if own := trace.SpecFinalizers(obj); len(own) > 0 {
			if _, err := c.Finalize(ctx, c.name, trace.Without(obj, finalizer), false); err != nil {
				return err
			}
		} else if err := list(`{"op":"remove","path":"/metadata/finalizers"}`)(ctx, c); err != nil {
			return err
		}
	}
	return c.create(ctx)
}

// kubectl does something to the object as a person would.
func (c *cell) kubectl(ctx context.Context, verb string, flags ...string) error {
	words := []string{verb, strings.Trim(c.kind.Resource+"."+c.kind.Group, ".") + "/" + c.name}
	if c.kind.Namespaced {
		words = append(words, "-n", c.namespace)
	}
	_, err := c.Run(ctx, append(words, flags...)...)
	return err
}

// dependent makes an object that the one of the cell owns.
func dependent(ctx context.Context, c *cell) error {
	_, err := c.Patch(ctx, configMaps, c.namespace, c.name, "", types.ApplyPatchType, fmt.Appendf(nil,
		`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":%q,"ownerReferences":[{"apiVersion":%q,"kind":%q,"name":%q,"uid":%q}]}}`,
		c.name, strings.TrimPrefix(c.kind.Group+"/"+c.kind.Version, "/"), c.kind.Kind, c.name, c.uid))
	return err
}

// dependentLeft: a removal deletes no dependent. That the garbage collector does, where
// the owner has gone, is in TestDependentMadeMeanwhile.
func dependentLeft(ctx context.Context, c *cell) string {
	switch obj, err := c.Get(ctx, configMaps, c.namespace, c.name); {
	case err != nil:
		return "the dependent is not there any more: " + err.Error()
	case obj.GetDeletionTimestamp() != nil || len(obj.GetOwnerReferences()) != 1 || string(obj.GetOwnerReferences()[0].UID) != c.uid:
		return "the dependent is another"
	}
	return ""
}

// unserve ends the version that the plan was made in. The built-in kinds have
// only that one.
func unserve(ctx context.Context, c *cell) error {
	if c.kind.Group == "" {
		return nil
	}
	_, err := c.Patch(ctx, crds, "", "toys."+c.kind.Group, "", types.JSONPatchType, []byte(`[{"op":"replace","path":"/spec/versions/0/served","value":false}]`))
	if err != nil {
		return err
	}
	return c.Eventually(ctx, "the version to be served no more", func() error {
		if _, err := c.Get(ctx, c.kind, c.namespace, "none"); strings.Contains(fmt.Sprint(err), `"none" not found`) {
			return fmt.Errorf("it is served: %w", err)
		}
		return nil
	})
}

// says answers as a proxy does.
func says(code int, text string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { http.Error(w, text, code) }
}

// status answers as an API server does.
func status(code int, reason string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		if code == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "0")
		}
		w.WriteHeader(code)
		_, _ = fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%q,"code":%d,"message":"the rival says so"}`, reason, code)
	}
}

// after lets the server do what is asked, and answers something else.
func after(answer func(http.ResponseWriter, *http.Request, http.Handler)) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		forward.ServeHTTP(&lab.Lost{}, r)
		answer(w, r, forward)
	}
}
