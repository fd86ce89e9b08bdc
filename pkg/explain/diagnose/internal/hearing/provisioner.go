package hearing

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

const (
	// csiProvisioner is the field manager of the program that makes the volumes of CSI drivers.
	csiProvisioner = "csi-provisioner"
	// madeBy is the annotation of a volume that names who has made it.
	madeBy = "pv.kubernetes.io/provisioned-by"
)

// volumeSources are the fields that say where a volume is stored that no driver of CSI has made.
var volumeSources = []string{"nfs", "iscsi", "fc", "flexVolume", "hostPath", "local", "glusterfs", "rbd", "cephfs"}

// OwnProvisioner is who has made a volume, as that says, where this is no CSI driver; empty where it
// is one, or may be.
func OwnProvisioner(h *Case) string {
	if h.Object == nil || h.Kind.Group != "" || h.Kind.Kind != "PersistentVolume" {
		return ""
	}
	spec, _, _ := unstructured.NestedMap(h.Object.Object, "spec")
	name := h.Object.GetAnnotations()[madeBy]
	switch {
	case name == "", spec["csi"] != nil:
		return ""
	case !slices.ContainsFunc(volumeSources, func(field string) bool { return spec[field] != nil }) && strings.Contains(name, ".") && !strings.Contains(name, "/"):
		return "" // not all was copied, and a driver of CSI is called like a domain
	case strings.HasPrefix(name, "kubernetes.io/"):
		return "" // made by Kubernetes itself, and looked after by a driver since
	}
	return name
}

// provisionedBy has the volume that a provisioner of its own has made wait for that one, which puts
// the same finalizer there as the one of CSI does: it is built on the same library.
func (h *Case) provisionedBy() {
	name := OwnProvisioner(h)
	if name == "" || !slices.Contains(h.Entry.Controller.FieldManagers, csiProvisioner) {
		return
	}
	e := &h.Entry
	e.Project, e.Component = name, name
	e.Controller = catalogue.Component{Name: name, FieldManagers: e.Controller.FieldManagers}
	e.WaitsFor = "the volume to be released by its claim, and " + name + " to delete it where it is stored; with the reclaim policy Retain it goes at once"
	e.Causes = []catalogue.Cause{{Text: "the claim that the volume is bound to still exists"}, {Text: "the storage refuses"}}
}
