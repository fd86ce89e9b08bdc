package main

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// maxMessage is how long the message of an event may be.
const maxMessage = 1024

// tell writes an event on each late object whose cause it has not told yet.
func (c *check) tell(ctx context.Context, r *report) []error {
	var errs []error
	told := map[string]string{}
	for i := range r.late {
		l := &r.late[i]
		// The message tells of ages too, so that it would always be a new one.
		cause := strings.Join([]string{string(l.verdict), string(l.cause.Reason), l.cause.Holder.Name}, " ")
		told[l.UID] = c.told[l.UID]
		if told[l.UID] == cause {
			continue
		}
		if err := c.cluster.CreateEvent(ctx, eventNamespace(l), eventOf(l, r.at)); err != nil {
			errs = append(errs, fmt.Errorf("writing an event on %s %s: %w", l.Kind, l.Name, err))
			continue
		}
		told[l.UID] = cause
	}
	c.told = told // what has gone is forgotten
	return errs
}

func messageOf(l *late) string {
	message := "has been deleting since " + l.Since.UTC().Format(time.RFC3339) + ": " + string(l.verdict)
	if l.cause.Message != "" {
		message += ", because " + l.cause.Message
	}
	if message = printable(message); len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage-4], "") + " ..."
	}
	return message
}

func eventNamespace(l *late) string {
	if l.Namespace == "" {
		return "default" // where events on cluster-scoped objects live
	}
	return l.Namespace
}

func eventOf(l *late, at time.Time) *unstructured.Unstructured {
	version := strings.TrimPrefix(l.Group+"/"+l.Version, "/")
	reason := "DeletionLate"
	if l.cause.Reason != "" {
		reason += string(l.cause.Reason)
	}
	stamp := at.UTC().Format(time.RFC3339)
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1",
		"kind":       "Event",
		"metadata":   map[string]any{"generateName": "deletion-check-", "namespace": eventNamespace(l)},
		"involvedObject": map[string]any{
			"apiVersion": version, "kind": l.Kind, "namespace": l.Namespace, "name": l.Name, "uid": l.UID,
		},
		"type": "Warning", "reason": reason, "message": messageOf(l),
		"source":         map[string]any{"component": "deletion-check"},
		"firstTimestamp": stamp, "lastTimestamp": stamp, "count": int64(1),
	}}
}

// printable takes out of a text from the cluster what is no letter, mark, number,
// sign or space.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsPrint(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, text)
}
