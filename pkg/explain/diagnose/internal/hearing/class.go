package hearing

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// serverFields are where a class of objects names the controller that serves it, by its kind with its group.
var serverFields = map[string][]string{
	"GatewayClass.gateway.networking.k8s.io":                {"spec", "controllerName"},
	"IngressClass.networking.k8s.io":                        {"spec", "controller"},
	"StorageClass.storage.k8s.io":                           {"provisioner"},
	"VolumeSnapshotClass.snapshot.storage.k8s.io":           {"driver"},
	"VolumeAttributesClass.storage.k8s.io":                  {"driverName"},
	"VolumeGroupSnapshotClass.groupsnapshot.storage.k8s.io": {"driver"},
}

// ServerOfClass is the controller that a class of objects names; empty for any other object.
func ServerOfClass(h *Case) string {
	path := serverFields[h.Kind.Kind+"."+h.Kind.Group]
	if h.Object == nil || path == nil {
		return ""
	}
	return manifest.Str(h.Object, path...)
}

// servedBy has a class wait for the controller that it names, where the entry is of one that serves other classes: many
// controllers have the same finalizer.
func (h *Case) servedBy() {
	name, e := ServerOfClass(h), &h.Entry
	serves := func(pattern string) bool { return catalogue.Glob(pattern, name) }
	switch {
	case len(e.Controller.Serves) == 0:
	case name == "":
		e.Component = "controller of the class"
		e.Controller.Name = e.Component
	case !slices.ContainsFunc(e.Controller.Serves, serves):
		e.Project, e.Component = name, name
		e.Controller = catalogue.Component{Name: name}
		e.Loss, e.Risk = "", ""
	default:
		e.Family = false // it is this program
	}
}
