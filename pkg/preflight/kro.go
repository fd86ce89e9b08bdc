package preflight

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// definitionOfGraph is what kro does when a ResourceGraphDefinition goes: it deletes the
// definition of its kind, with all instances, but only where it was started so;
// kubernetes-sigs/kro pkg/controller/resourcegraphdefinition/controller_cleanup.go.
var definitionOfGraph = explain.Tending{
	Rule: "kro:definition", Finalizers: []string{kroFinalizer}, Kinds: []string{"CustomResourceDefinition"}, Cascade: string(Default), Perhaps: true,
}

const (
	kroFinalizer = "kro.run/finalizer"
	kroSwitch    = "allow-crd-deletion"
)

func isGraphDefinition(n *trace.Node) bool {
	return n.Group == "kro.run" && n.Kind == "ResourceGraphDefinition"
}

// readSwitch says what kro does with definitions, by how its workload is started. Where that
// cannot be read it stays unknown.
func (v *survey) readSwitch(ctx context.Context) {
	for i := range v.situation.Graph.Nodes {
		n := &v.situation.Graph.Nodes[i]
		hold, _ := v.situation.hold(n, kroFinalizer)
		if !isGraphDefinition(n) || hold == nil || !hold.Holder.Sure() {
			continue
		}
		runs := hold.Holder.Workload
		kind, served := v.kind(runs.Group, runs.Kind)
		if !served {
			continue
		}
		obj, err := v.Reader.Get(ctx, kind, runs.Namespace, runs.Name)
		if err != nil {
			continue
		}
		rules := v.situation.Facts.Tended[n.UID]
		at := slices.IndexFunc(rules, func(t explain.Tending) bool { return t.Rule == definitionOfGraph.Rule })
		switch on, sure := switched(obj, kroSwitch); {
		case at < 0 || !sure:
		case on:
			rules[at].Perhaps = false
		default:
			v.situation.Facts.Tended[n.UID] = slices.Delete(rules, at, at+1)
		}
	}
}

// switched looks for a switch among the words that a workload's containers are started with.
// One that stands there by a variable is not known.
func switched(workload *unstructured.Unstructured, name string) (on, sure bool) {
	containers, _, _ := unstructured.NestedSlice(workload.Object, "spec", "template", "spec", "containers")
	for _, c := range containers {
		container, _ := c.(map[string]any)
		for _, field := range []string{"command", "args"} {
			words, _, _ := unstructured.NestedStringSlice(container, field)
			for _, word := range words {
				flag, value, given := strings.Cut(strings.TrimLeft(word, "-"), "=")
				if flag != name || !strings.HasPrefix(word, "-") {
					continue
				}
				if given && value != "true" && value != "false" {
					return false, false
				}
				on = !given || value == "true"
			}
		}
	}
	return on, len(containers) > 0
}
