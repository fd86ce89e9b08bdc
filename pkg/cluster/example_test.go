package cluster_test

import (
	"context"
	"fmt"
	"log"

	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
)

// Inside of a pod. A controller has a configuration already.
func ExampleForConfig() {
	config, err := rest.InClusterConfig()
	if err != nil {
		log.Fatal(err)
	}
	c, err := cluster.ForConfig(config, cluster.Options{UserAgent: "deletion-check"})
	if err != nil {
		log.Fatal(err)
	}
	types, problems, err := c.Types(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	targets, err := types.Targets("shop", []string{"pvc/data-0"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(types.Kinds), "kinds,", len(problems), "groups that do not answer;", targets[0].Kind.Resource)
}
