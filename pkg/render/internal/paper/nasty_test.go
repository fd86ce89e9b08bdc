package paper

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"

var nasties = hostile.Texts
