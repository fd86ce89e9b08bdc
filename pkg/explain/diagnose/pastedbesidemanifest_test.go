package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedBesideManifest takes for what hangs what a log, a command with a sentence, or a sentence with an error tells
// of beside the manifest of something else: never what is only named, asked, supposed, or goes well.
func TestWhyPastedBesideManifest(t *testing.T) {
	const manifest = "\n\n```yaml\napiVersion: zorg.io/v1\nkind: Mill\nmetadata:\n  name: m1\n  namespace: shop\nspec: {wheels: 3}\n```\n"
	const failed = "E1121 23:51:31.385882       1 controller.go:275] error processing service shop/web-svc (will retry): failed to check if load balancer exists before cleanup: unexpected end of JSON input\n"
	const refused = "\n```\nError from server (InternalError): Internal error occurred: failed calling webhook \"v.mill.zorg.io\": Post \"https://mill.mills.svc:443/v?timeout=10s\": context deadline exceeded\n```\n"
	const none = "Mill shop/m1: NotDeleting"
	checkAll(t, map[string]pasted{
		"a log":                 {text: "Deleting a Service never ends.\n\n```\n" + failed + "```\n" + manifest, of: "web-svc", is: "Service shop/web-svc: Stuck Failing", holder: "cloud load balancer controller", says: "unexpected end of JSON input"},
		"a log without failure": {text: "I deleted nothing.\n\n```\nI1121 23:51:31.385882       1 controller.go:275] processing service shop/web-svc\n```\n" + manifest, is: none},
		"a command":             {text: "1. apply the resources below\n2. kubectl delete namespace tools\n\nThe delete hangs. The namespace shows as `Terminating`.\n" + manifest, of: "tools", is: "Namespace tools: Stuck Silent", holder: "namespace controller"},
		"what is left in it":    {text: "Deleting a namespace hangs with its GearBox resources.\n\n1. apply the resources below\n2. kubectl delete namespace shop\n" + strings.ReplaceAll(manifest, "Mill", "GearBox"), of: "m1", is: "GearBox shop/m1: Stuck HolderUnknown"},
		"one that ends":         {text: "1. kubectl delete namespace tools\n2. apply the resources below\n" + manifest, is: none},
		"a sentence":            {text: "When a namespace with such a Mill is deleted, it stays in the \"Terminating\" state. The error is:\n" + refused + manifest, of: "NAME", is: "Namespace NAME: Stuck Failing", says: "failed calling webhook"},
		"a supposition":         {text: "If a namespace with such a Mill were deleted, would it stay?" + manifest, is: none},
		"of its own kind":       {text: "When a Mill is deleted, it stays in the \"Terminating\" state. The error is:\n" + refused + manifest, is: "Mill shop/m1: Stuck Failing", says: "failed calling webhook"},
	})
	checkAll(t, map[string]pasted{
		"a word before the name": {text: "```\nE0921 06:24:21.561604       1 wheel_controller.go:177] fail to sync wheel for shop/w-1: failed to clean up before deleting wheel w-1: no grease\n```\n", is: "Wheel shop/w-1: Stuck Failing", says: "no grease"},
		"a namespace to clean":   {text: "Unable to remove GearBox CR\n\nI cannot delete the `GearBox` custom resource (CR) while cleaning up the namespace 'shop-x'.\n", is: "GearBox NAME: "},
		"pods of no known Job":   {text: "Pods stuck in terminating state\n\nThe pods have the following finalizer:\n```yaml\n  finalizers:\n  - batch.kubernetes.io/job-tracking\n```\n", is: "Pod NAME: Stuck Silent", holder: "job controller", does: "see which Job controls it", lacks: "nothing blocks it any more"},
	})
}
