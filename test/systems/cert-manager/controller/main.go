// Command controller is the part of cert-manager that looks after challenges: its controller
// as the module has it, with the flags that a test needs.
package main

import (
	"context"
	"flag"
	"log"
	"net/http"
	"os/signal"
	"syscall"

	"github.com/cert-manager/cert-manager/pkg/controller"
	"github.com/cert-manager/cert-manager/pkg/controller/acmechallenges"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "of the cluster")
	health := flag.String("health", "", "address that answers when it works")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *kubeconfig, *health); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, kubeconfig, health string) error {
	factory, err := controller.NewContextFactory(ctx, controller.ContextOptions{
		Kubeconfig:       kubeconfig,
		IssuerOptions:    controller.IssuerOptions{ClusterResourceNamespace: "cert-manager"},
		ACMEOptions:      controller.ACMEOptions{DNS01Nameservers: []string{"127.0.0.1:1"}}, // where nobody answers
		SchedulerOptions: controller.SchedulerOptions{MaxConcurrentChallenges: 60},
	})
	if err != nil {
		return err
	}
	challenges, err := controller.Known()[acmechallenges.ControllerName](factory)
	if err != nil {
		return err
	}
	shared, err := factory.Build()
	if err != nil {
		return err
	}
	shared.SharedInformerFactory.Start(ctx.Done())
	shared.KubeSharedInformerFactory.Start(ctx.Done())
	shared.HTTP01ResourceMetadataInformersFactory.Start(ctx.Done())
	go func() {
		log.Fatal(http.ListenAndServe(health, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})))
	}()
	return challenges.Run(5, ctx)
}
