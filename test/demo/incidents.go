// Package demo shows the five incidents that this program was made for, as it
// found them on real control planes with the real controllers: test/systems
// produces them and stores snapshots of them here.
package demo

import "fmt"

// Incident is one of them.
type Incident struct {
	// Name is that of its files.
	Name string
	// Title and Story say what has happened, before the program is asked.
	Title string
	Story string
}

// Incidents are all of them, in the order in which they are shown.
func Incidents() []Incident {
	return []Incident{
		{
			Name:  "capi-move-doomed",
			Title: "Cluster API: clusterctl move meets a leftover",
			Story: "clusterctl is to move a cluster here, and an old copy of it is still being deleted. This is the cluster that it moves to.",
		},
		{
			Name:  "capi-paused-copy",
			Title: "Cluster API: a controller has put the finalizer back",
			Story: "The cluster was moved away long ago, and its old copy does not go. This is the cluster that it was moved from.",
		},
		{
			Name:  "kro-uid",
			Title: "kro: a finalizer with a UID in its name",
			Story: "An instance was deleted, says that all is well, and stays.",
		},
		{
			Name:  "crossplane-foreground",
			Title: "Crossplane: a claim that gives no reason",
			Story: "A claim was deleted and only says that it is deleting. What it made has to go first.",
		},
		{
			Name:  "kruise-prenormal",
			Title: "OpenKruise: a pod whose finalizer nobody noticed",
			Story: "A new pod runs and never becomes available. Nothing here is being deleted.",
		},
	}
}

// Find returns the incident with a name.
func Find(name string) (Incident, error) {
	for _, i := range Incidents() {
		if i.Name == name {
			return i, nil
		}
	}
	return Incident{}, fmt.Errorf("there is no incident %q", name)
}
