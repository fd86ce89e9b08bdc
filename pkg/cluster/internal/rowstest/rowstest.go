// Package rowstest holds what tests compare rows with: lists of objects, and
// what the ordinary decoders make of them. It imports no client, so that fuzz
// tests that use it do not instrument one.
package rowstest

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Want is what tests want to see of the lists of this package: a part of their
// labels and annotations.
var Want = trace.Want{
	Labels:      []string{"app", "crossplane.io/composite", ""},
	Annotations: []string{"note", "empty"},
}

// Row is a row in comparable, printable types.
type Row struct {
	Namespace, Name, UID string
	Created, Deleted     time.Time
	Grace                int64
	Finalizers           []string
	Owners               []Owner
	Labels, Annotations  map[string]string
}

// Owner is an owner in comparable, printable types.
type Owner struct {
	APIVersion, Kind, Name, UID string
	Controller, Block           bool
}

// Plain copies a row.
func Plain(r *trace.Row) Row {
	p := Row{
		Namespace: string(r.Namespace), Name: string(r.Name), UID: string(r.UID),
		Created: r.Created, Deleted: r.Deleted, Grace: r.Grace,
		Labels: map[string]string{}, Annotations: map[string]string{},
	}
	for _, f := range r.Finalizers {
		p.Finalizers = append(p.Finalizers, string(f))
	}
	for _, o := range r.Owners {
		p.Owners = append(p.Owners, Owner{string(o.APIVersion), string(o.Kind), string(o.Name), string(o.UID), o.Controller, o.Block})
	}
	for _, l := range r.Labels {
		p.Labels[string(l.Key)] = string(l.Value)
	}
	for _, a := range r.Annotations {
		p.Annotations[string(a.Key)] = string(a.Value)
	}
	return p
}

// Expected is what the row of an object must be, by the ordinary decoder.
func Expected(m *metav1.ObjectMeta, want trace.Want) Row {
	p := Row{
		Namespace: m.Namespace, Name: m.Name, UID: string(m.UID), Created: m.CreationTimestamp.UTC(),
		Finalizers: m.Finalizers, Labels: map[string]string{}, Annotations: map[string]string{},
	}
	if m.DeletionTimestamp != nil {
		p.Deleted = m.DeletionTimestamp.UTC()
	}
	if m.DeletionGracePeriodSeconds != nil {
		p.Grace = *m.DeletionGracePeriodSeconds
	}
	for _, o := range m.OwnerReferences {
		p.Owners = append(p.Owners, Owner{
			o.APIVersion, o.Kind, o.Name, string(o.UID),
			o.Controller != nil && *o.Controller, o.BlockOwnerDeletion != nil && *o.BlockOwnerDeletion,
		})
	}
	keep := func(from, to map[string]string, keys []string) {
		for _, k := range keys {
			if v, ok := from[k]; ok {
				to[k] = v
			}
		}
	}
	keep(m.Labels, p.Labels, want.Labels)
	keep(m.Annotations, p.Annotations, want.Annotations)
	return p
}

// ExpectedOf is what the rows of a list must be.
func ExpectedOf(list *metav1.PartialObjectMetadataList, want trace.Want) []Row {
	var rows []Row
	for i := range list.Items {
		rows = append(rows, Expected(&list.Items[i].ObjectMeta, want))
	}
	return rows
}
