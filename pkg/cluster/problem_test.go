package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestProblem(t *testing.T) {
	resource := schema.GroupResource{Group: "example.com", Resource: "widgets"}
	refused := &url.Error{Op: "Get", URL: "https://x/api", Err: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}
	internal := func(message string) error { return apierrors.NewInternalError(errors.New(message)) }
	for name, tc := range map[string]struct {
		err             error
		reason, message string
	}{
		"forbidden":          {apierrors.NewForbidden(resource, "a", errors.New("no")), trace.Forbidden, `widgets.example.com "a" is forbidden: no`},
		"wrapped":            {fmt.Errorf("listing x: %w", apierrors.NewForbidden(resource, "", errors.New("no"))), trace.Forbidden, `widgets.example.com is forbidden: no`},
		"unauthorized":       {apierrors.NewUnauthorized("token expired"), trace.Forbidden, "token expired"},
		"timeout":            {apierrors.NewTimeoutError("took\n  too long", 1), trace.TimedOut, "Timeout: took too long"},
		"server timeout":     {apierrors.NewServerTimeout(resource, "list", 1), trace.TimedOut, "The list operation against widgets.example.com could not be completed at this time, please try again."},
		"own bound":          {fmt.Errorf("reading x: %w", &timeoutError{3 * time.Second}), trace.TimedOut, "no answer within 3s"},
		"deadline":           {context.DeadlineExceeded, trace.TimedOut, "context deadline exceeded"},
		"network timeout":    {&url.Error{Op: "Get", URL: "https://x", Err: os.ErrDeadlineExceeded}, trace.TimedOut, "i/o timeout"},
		"cancelled":          {context.Canceled, trace.ReadFailed, "context canceled"},
		"unavailable":        {apierrors.NewServiceUnavailable("no endpoints"), trace.Unavailable, "no endpoints"},
		"bad gateway":        {apierrors.NewGenericServerResponse(http.StatusBadGateway, "get", resource, "", "proxy", 0, true), trace.Unavailable, `an error on the server ("proxy") has prevented the request from succeeding (get widgets.example.com)`},
		"refused":            {refused, trace.Unavailable, "dial tcp: connect: connection refused"},
		"conversion":         {internal("conversion webhook for example.com/v1, Kind=Widget failed: context deadline exceeded"), trace.Unavailable, "conversion webhook for example.com/v1, Kind=Widget failed: context deadline exceeded"},
		"stored, conversion": {&apierrors.StatusError{ErrStatus: metav1.Status{Code: 500, Reason: metav1.StatusReasonStoreReadError, Message: "corrupt object, Key: /a: conversion webhook for example.com/v1, Kind=Widget failed: refused"}}, trace.Unavailable, "conversion webhook for example.com/v1, Kind=Widget failed: refused"},
		"storage reason":     {&apierrors.StatusError{ErrStatus: metav1.Status{Code: 500, Reason: metav1.StatusReasonStoreReadError, Message: "failed"}}, trace.Undecodable, "failed"},
		"storage, 1.31":      {internal(`unable to transform key "/registry/secrets/a/b": no key`), trace.Undecodable, `Internal error occurred: unable to transform key "/registry/secrets/a/b": no key`},
		"webhook, not store": {apierrors.NewBadRequest("invalid character 'x'"), trace.ReadFailed, "invalid character 'x'"},
		"internal":           {internal("something else"), trace.ReadFailed, "Internal error occurred: something else"},
		"too busy":           {apierrors.NewTooManyRequestsError("later"), trace.ReadFailed, "Too many requests: later"},
		"not found":          {apierrors.NewNotFound(resource, "a"), trace.ReadFailed, `widgets.example.com "a" not found`},
		"early end":          {&url.Error{Op: "Get", URL: "https://x", Err: io.ErrUnexpectedEOF}, trace.ReadFailed, "the answer ends early"},
		"decoder":            {fmt.Errorf("listing x: %w", answer.Undecodable(errors.New("a length is negative"))), trace.Undecodable, "listing x: a length is negative"},
	} {
		t.Run(name, func(t *testing.T) {
			want := trace.Problem{About: trace.Part{Resource: "widgets"}, Reason: tc.reason, Message: tc.message}
			if diff := cmp.Diff(want, new(Cluster).Problem(want.About, tc.err)); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
		})
	}
}
