package rules

// infrastructure tells the checks of Cluster API, as vars.served, whether the kind of the object that
// theirs leads to is served: its controllers take one that is gone for deleted, but cannot find out
// whether one is gone whose kind nobody serves, and give up.
func (s *situation) infrastructure(vars map[string]any) {
	if s.Project == "Cluster API" && s.CEL.With != nil {
		_, vars["served"] = s.h.View.Kind(s.other.Group, s.other.Kind)
	}
}
