package main

import (
	xpv1 "github.com/crossplane/crossplane-runtime/v2/apis/common/v1"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var groupVersion = schema.GroupVersion{Group: "lab.example.org", Version: "v1"}

// LabBucket is a managed resource: one entry of the external service.
type LabBucket struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   xpv1.ResourceSpec   `json:"spec"`
	Status xpv1.ResourceStatus `json:"status,omitempty"`
}

// LabBucketList is a list of them.
type LabBucketList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []LabBucket `json:"items"`
}

// ProviderConfig says how to reach the service. Its users are counted.
type ProviderConfig struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ProviderConfigSpec        `json:"spec,omitempty"`
	Status xpv1.ProviderConfigStatus `json:"status,omitempty"`
}

// ProviderConfigSpec says where the credentials are; the service wants none.
type ProviderConfigSpec struct {
	Credentials Credentials `json:"credentials,omitempty"`
}

// Credentials are looked up as all providers do.
type Credentials struct {
	Source                         xpv1.CredentialsSource `json:"source,omitempty"`
	xpv1.CommonCredentialSelectors `json:",inline"`
}

// ProviderConfigList is a list of them.
type ProviderConfigList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []ProviderConfig `json:"items"`
}

// ProviderConfigUsage is one use of a ProviderConfig.
type ProviderConfigUsage struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	xpv1.ProviderConfigUsage `json:",inline"`
}

// ProviderConfigUsageList is a list of them.
type ProviderConfigUsageList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []ProviderConfigUsage `json:"items"`
}

func addToScheme(s *runtime.Scheme) {
	s.AddKnownTypes(groupVersion, &LabBucket{}, &LabBucketList{}, &ProviderConfig{}, &ProviderConfigList{}, &ProviderConfigUsage{}, &ProviderConfigUsageList{})
	metav1.AddToGroupVersion(s, groupVersion)
}

// What crossplane-runtime asks of a managed resource.
var _ resource.LegacyManaged = &LabBucket{}

func (b *LabBucket) GetCondition(t xpv1.ConditionType) xpv1.Condition {
	return b.Status.GetCondition(t)
}

func (b *LabBucket) SetConditions(c ...xpv1.Condition) { b.Status.SetConditions(c...) }

func (b *LabBucket) GetDeletionPolicy() xpv1.DeletionPolicy         { return b.Spec.DeletionPolicy }
func (b *LabBucket) SetDeletionPolicy(p xpv1.DeletionPolicy)        { b.Spec.DeletionPolicy = p }
func (b *LabBucket) GetManagementPolicies() xpv1.ManagementPolicies { return b.Spec.ManagementPolicies }

func (b *LabBucket) SetManagementPolicies(p xpv1.ManagementPolicies) { b.Spec.ManagementPolicies = p }

func (b *LabBucket) GetProviderConfigReference() *xpv1.Reference {
	return b.Spec.ProviderConfigReference
}

func (b *LabBucket) SetProviderConfigReference(r *xpv1.Reference) {
	b.Spec.ProviderConfigReference = r
}

func (b *LabBucket) GetWriteConnectionSecretToReference() *xpv1.SecretReference {
	return b.Spec.WriteConnectionSecretToReference
}

func (b *LabBucket) SetWriteConnectionSecretToReference(r *xpv1.SecretReference) {
	b.Spec.WriteConnectionSecretToReference = r
}

// The same of a provider configuration and its uses.
var (
	_ resource.ProviderConfig            = &ProviderConfig{}
	_ resource.LegacyProviderConfigUsage = &ProviderConfigUsage{}
	_ resource.ProviderConfigUsageList   = &ProviderConfigUsageList{}
)

func (p *ProviderConfig) GetCondition(t xpv1.ConditionType) xpv1.Condition {
	return p.Status.GetCondition(t)
}
func (p *ProviderConfig) SetConditions(c ...xpv1.Condition) { p.Status.SetConditions(c...) }
func (p *ProviderConfig) GetUsers() int64                   { return p.Status.Users }
func (p *ProviderConfig) SetUsers(n int64)                  { p.Status.Users = n }

func (u *ProviderConfigUsage) GetProviderConfigReference() xpv1.Reference {
	return u.ProviderConfigReference
}

func (u *ProviderConfigUsage) SetProviderConfigReference(r xpv1.Reference) {
	u.ProviderConfigReference = r
}

func (u *ProviderConfigUsage) GetResourceReference() xpv1.TypedReference { return u.ResourceReference }

func (u *ProviderConfigUsage) SetResourceReference(r xpv1.TypedReference) { u.ResourceReference = r }

// GetItems is what lets the runtime count any provider's uses.
func (l *ProviderConfigUsageList) GetItems() []resource.ProviderConfigUsage {
	items := make([]resource.ProviderConfigUsage, len(l.Items))
	for i := range l.Items {
		items[i] = &l.Items[i]
	}
	return items
}
