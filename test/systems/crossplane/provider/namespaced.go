package main

import (
	"context"
	"fmt"

	xpv1 "github.com/crossplane/crossplane-runtime/v2/apis/common/v1"
	xpv2 "github.com/crossplane/crossplane-runtime/v2/apis/common/v2"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Crossplane 2's managed resources are namespaced, in a group of their own. They
// record in their namespace that they use a configuration.
var namespacedVersion = schema.GroupVersion{Group: "m.lab.example.org", Version: "v1"}

// Disk is such a managed resource.
type Disk struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   xpv2.ManagedResourceSpec `json:"spec"`
	Status xpv1.ResourceStatus      `json:"status,omitempty"`
}

// DiskList is a list of them.
type DiskList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Disk `json:"items"`
}

// DiskUsage is one use of a configuration.
type DiskUsage struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	xpv2.TypedProviderConfigUsage `json:",inline"`
}

// DiskUsageList is a list of them.
type DiskUsageList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []DiskUsage `json:"items"`
}

func addNamespaced(s *runtime.Scheme) {
	s.AddKnownTypeWithName(namespacedVersion.WithKind("LabDisk"), &Disk{})
	s.AddKnownTypeWithName(namespacedVersion.WithKind("LabDiskList"), &DiskList{})
	s.AddKnownTypeWithName(namespacedVersion.WithKind("ProviderConfigUsage"), &DiskUsage{})
	s.AddKnownTypeWithName(namespacedVersion.WithKind("ProviderConfigUsageList"), &DiskUsageList{})
	metav1.AddToGroupVersion(s, namespacedVersion)
}

// namespacedConnector is connector for them. It needs no configuration beyond
// the record of its use.
type namespacedConnector struct {
	client client.Client
	url    string
}

func (c namespacedConnector) Connect(ctx context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	disk, ok := mg.(*Disk)
	if !ok {
		return nil, fmt.Errorf("connecting for a %T: not a Disk", mg)
	}
	if err := resource.NewProviderConfigUsageTracker(c.client, &DiskUsage{}).Track(ctx, disk); err != nil {
		return nil, fmt.Errorf("cannot track ProviderConfig usage: %w", err)
	}
	return service{url: c.url}, nil
}

// What crossplane-runtime asks of them.
var (
	_ resource.ModernManaged            = &Disk{}
	_ resource.TypedProviderConfigUsage = &DiskUsage{}
)

func (d *Disk) GetCondition(t xpv1.ConditionType) xpv1.Condition { return d.Status.GetCondition(t) }
func (d *Disk) SetConditions(c ...xpv1.Condition)                { d.Status.SetConditions(c...) }
func (d *Disk) GetManagementPolicies() xpv1.ManagementPolicies   { return d.Spec.ManagementPolicies }
func (d *Disk) SetManagementPolicies(p xpv1.ManagementPolicies)  { d.Spec.ManagementPolicies = p }
func (d *Disk) GetProviderConfigReference() *xpv1.ProviderConfigReference {
	return d.Spec.ProviderConfigReference
}

func (d *Disk) SetProviderConfigReference(r *xpv1.ProviderConfigReference) {
	d.Spec.ProviderConfigReference = r
}

func (d *Disk) GetWriteConnectionSecretToReference() *xpv1.LocalSecretReference {
	return d.Spec.WriteConnectionSecretToReference
}

func (d *Disk) SetWriteConnectionSecretToReference(r *xpv1.LocalSecretReference) {
	d.Spec.WriteConnectionSecretToReference = r
}

func (u *DiskUsage) GetProviderConfigReference() xpv1.ProviderConfigReference {
	return u.ProviderConfigReference
}

func (u *DiskUsage) SetProviderConfigReference(r xpv1.ProviderConfigReference) {
	u.ProviderConfigReference = r
}

func (u *DiskUsage) GetResourceReference() xpv1.TypedReference { return u.ResourceReference }

func (u *DiskUsage) SetResourceReference(r xpv1.TypedReference) { u.ResourceReference = r }

func (d *Disk) copied() *Disk {
	out := &Disk{TypeMeta: d.TypeMeta}
	d.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	d.Spec.DeepCopyInto(&out.Spec)
	d.Status.DeepCopyInto(&out.Status)
	return out
}

func (u *DiskUsage) copied() *DiskUsage {
	out := &DiskUsage{TypeMeta: u.TypeMeta}
	u.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	u.TypedProviderConfigUsage.DeepCopyInto(&out.TypedProviderConfigUsage)
	return out
}

// DeepCopyObject is what a runtime.Object needs, as for the other types.
func (d *Disk) DeepCopyObject() runtime.Object { return d.copied() }

func (u *DiskUsage) DeepCopyObject() runtime.Object { return u.copied() }

func (l *DiskList) DeepCopyObject() runtime.Object {
	out := &DiskList{TypeMeta: l.TypeMeta}
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].copied())
	}
	return out
}

func (l *DiskUsageList) DeepCopyObject() runtime.Object {
	out := &DiskUsageList{TypeMeta: l.TypeMeta}
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].copied())
	}
	return out
}
