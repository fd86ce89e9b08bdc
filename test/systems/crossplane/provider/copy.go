package main

import "k8s.io/apimachinery/pkg/runtime"

func (b *LabBucket) copied() *LabBucket {
	out := &LabBucket{TypeMeta: b.TypeMeta}
	b.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	b.Spec.DeepCopyInto(&out.Spec)
	b.Status.DeepCopyInto(&out.Status)
	return out
}

func (p *ProviderConfig) copied() *ProviderConfig {
	out := &ProviderConfig{TypeMeta: p.TypeMeta}
	p.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Credentials.Source = p.Spec.Credentials.Source
	p.Spec.Credentials.CommonCredentialSelectors.DeepCopyInto(&out.Spec.Credentials.CommonCredentialSelectors)
	p.Status.DeepCopyInto(&out.Status)
	return out
}

func (u *ProviderConfigUsage) copied() *ProviderConfigUsage {
	out := &ProviderConfigUsage{TypeMeta: u.TypeMeta}
	u.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	u.ProviderConfigUsage.DeepCopyInto(&out.ProviderConfigUsage)
	return out
}

// DeepCopyObject is what a runtime.Object needs, as for the other types.
func (b *LabBucket) DeepCopyObject() runtime.Object { return b.copied() }

func (p *ProviderConfig) DeepCopyObject() runtime.Object { return p.copied() }

func (u *ProviderConfigUsage) DeepCopyObject() runtime.Object { return u.copied() }

func (l *LabBucketList) DeepCopyObject() runtime.Object {
	out := &LabBucketList{TypeMeta: l.TypeMeta}
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].copied())
	}
	return out
}

func (l *ProviderConfigList) DeepCopyObject() runtime.Object {
	out := &ProviderConfigList{TypeMeta: l.TypeMeta}
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].copied())
	}
	return out
}

func (l *ProviderConfigUsageList) DeepCopyObject() runtime.Object {
	out := &ProviderConfigUsageList{TypeMeta: l.TypeMeta}
	l.ListMeta.DeepCopyInto(&out.ListMeta)
	for i := range l.Items {
		out.Items = append(out.Items, *l.Items[i].copied())
	}
	return out
}
