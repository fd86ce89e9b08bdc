// Package cluster reads a Kubernetes cluster, and writes to it what the removal
// of a finalizer takes. It is the only package that imports client-go:
// everything that is slow, may fail or differs from one call to the next happens
// here.
//
// Call Connect with kubeconfig flags, or ForConfig with a configuration of
// client-go, such as the one that a controller has. A Cluster is the Reader that the
// packages trace and explain ask, and the Writer of package remove. Types says
// which kinds are served and what time it is there, and finds objects by what a
// person types:
//
//	c, err := cluster.ForConfig(config, cluster.Options{})
//	types, problems, err := c.Types(ctx)
//	targets, err := types.Targets("shop", []string{"pvc/data-0"})
//
// An error of the server can be told by the functions of apimachinery's api/errors,
// such as IsNotFound and IsForbidden. Package dump reads files in place of a
// server.
package cluster
