package rules

// clusterAPI tells the checks of Cluster API, as vars.served, whether the kind of the object that
// theirs leads to is served: its controllers take one that is gone for deleted, but cannot find out
// whether one is gone whose kind nobody serves, and give up. As vars.elsewhere they know what has become of
// the object of the same name in the other cluster that was asked, since clusters are moved: Live, with proof
// that it stands for the same, Deleting or Gone, and empty where nothing is known of it.
func (s *situation) clusterAPI(vars map[string]any) {
	if s.Project != "Cluster API" {
		return
	}
	vars["elsewhere"] = string(s.h.Elsewhere)
	if s.CEL.With != nil {
		_, vars["served"] = s.h.View.Kind(s.other.Group, s.other.Kind)
	}
}
