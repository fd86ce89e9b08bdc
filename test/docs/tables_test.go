//go:build unix

package docs_test

import _ "embed"

// preflightWorld installs what docs/preflight.md uninstalls.
//
//go:embed world/preflight.sh
var preflightWorld string

// elsewhere are the commands that are not run here, with the reason. They are
// read all the same: kubectl, make and the shell have to understand them.
var elsewhere = map[string]string{
	"make help":         "is about the repository; make reads it",
	"make build":        "every test builds the same program",
	"make demo":         "test/demo runs what it runs",
	"make test":         "this is a part of it",
	"make test-more":    "this is a part of it",
	"make test-systems": "builds four projects for half an hour; it is a job of its own",
	"make test-long":    "takes hours",
	"make lint":         "CI runs it before the tests",
	"make verify":       "CI runs it before the tests",
	"make bench":        "measures, which takes a quiet machine",
	"make pictures":     "test/pictures draws them and compares",
	"make release":      "test/release builds one",
	"make krew":         "test/release has the real krew do it",
	"make reproduce":    "test/release builds twice and compares",
	"make cluster-down": "test/lab starts and ends one so",

	"export KUBECONFIG=$(make -s cluster)": "test/lab starts and ends one so",

	"sha256sum --check --ignore-missing checksums.txt":                                               "needs a release; test/release compares the checksums",
	"tar -xzf kubectl-finalizers_*_linux_amd64.tar.gz":                                               "needs a release; test/release unpacks each archive",
	"cp kubectl-finalizers kubectl_complete-finalizers ~/.local/bin/":                                "needs a release; test/release unpacks each archive",
	"ln -s kubectl-finalizers ~/.local/bin/kubectl-why_stuck":                                        "the link is there already: what comes before it is run by it",
	"go version -m kubectl-finalizers":                                                               "needs a release; test/release reads the same of each binary",
	"kubectl krew install finalizers":                                                                "is what not to do",
	"kubectl krew uninstall finalizers":                                                              "test/release has the real krew do it",
	"kubectl krew install kubectl-finalizers/finalizers":                                             "needs the network; test/release has the real krew do it from a local index",
	"kubectl krew index add kubectl-finalizers https://github.com/kubectl-finalizers/krew-index.git": "needs the network; test/release has the real krew do it from a local index",
	"kubectl krew install --manifest=dist/krew/plugins/finalizers.yaml --archive=dist/kubectl-finalizers_v1.2.3_linux_amd64.tar.gz": "needs a release; test/release has the real krew do it",

	"go get github.com/kubectl-finalizers/kubectl-finalizers": "needs the network, and a module to add it to",
	"go build ./examples/deletion-check":                      "it is built already: the commands after it run it",

	"kubectl finalizers remove bucket/logs -n shop --confirm=DIGEST": "DIGEST stands for that of a plan; test/scripts/remove-shown.txtar carries one out",

	"kubectl finalizers preflight uninstall provider.pkg.crossplane.io/provider-lab":    "needs Crossplane",
	"kubectl finalizers preflight uninstall providerrevision/provider-lab-0123456789ab": "needs Crossplane; test/systems/crossplane/ordered.txtar compares what it prints",
	"kubectl delete labbuckets.lab.example.org left":                                    "needs Crossplane; test/systems/crossplane/ordered.txtar does it",
	"kubectl delete providerconfigs.lab.example.org left":                               "needs Crossplane; test/systems/crossplane/ordered.txtar does it",
	"kubectl delete providerrevisions.pkg.crossplane.io provider-lab-0123456789ab":      "needs Crossplane; test/systems/crossplane/ordered.txtar does it",
	"kubectl finalizers preflight uninstall subscription/gearbox -n operators":          "needs OLM; pkg/preflight/install reads one",

	"kubectl finalizers serve":                "tells nobody but who asks it; test/serve does",
	"kubectl finalizers serve --after 10m":    "tells nobody but who asks it; test/serve does",
	"kubectl-finalizers serve --listen :8080": "answers at every address of the machine; test/serve runs it at one",
	"kubectl apply -k deploy/base":            "needs the image and a kubelet; test/serve runs what the Deployment runs",
	"kubectl logs job/why-stuck -n deletions": "there is no kubelet here; scripts/job.txtar runs what the Job runs, with its rights",
}

// unreadable are commands in sentences that are none by themselves, with the
// reason.
var unreadable = map[string]string{
	"kubectl krew install finalizers":                                "krew is not here",
	"kubectl krew index add":                                         "krew is not here",
	"kubectl logs --previous":                                        "names a flag",
	"kubectl finalizers preflight delete":                            "names a command",
	"kubectl finalizers watch -o json":                               "names a flag",
	"kubectl auth can-i --as":                                        "names a flag",
	"kubectl completion fish | source":                               "is for fish",
	"kubectl completion powershell | Out-String | Invoke-Expression": "is for PowerShell",
}

// exits are the exit codes of commands that end with another than 0, in the state
// that the documents speak of. Where there are several, the age of a deletion
// decides, and how fast the machine is.
var exits = map[string][]int{
	// Stuck.
	"kubectl finalizers why-stuck -A":                                        {3},
	"kubectl finalizers why-stuck -A -o wide":                                {3},
	"kubectl finalizers why-stuck -A -o html > stuck.html":                   {3},
	"kubectl finalizers why-stuck -A -o junit > stuck.xml":                   {3},
	"kubectl finalizers -A":                                                  {3},
	"kubectl finalizers why-stuck -A --contexts 'prod-*'":                    {3},
	"kubectl finalizers preflight move -A --contexts '*-management'":         {3},
	"kubectl finalizers ns/shop":                                             {3, 0},
	"kubectl finalizers why-stuck -n shop":                                   {3},
	"kubectl finalizers why-stuck namespace/shop":                            {3, 0},
	"kubectl why-stuck namespace/shop":                                       {0},
	"kubectl finalizers why-stuck namespace/shop --from shop.json":           {3},
	"kubectl finalizers why-stuck namespace/shop -o markdown":                {3, 0},
	"kubectl finalizers why-stuck namespace/shop -o json > why.json":         {3},
	"kubectl finalizers why-stuck -A --from shop.json":                       {3},
	"kubectl finalizers why-stuck pvc data-0 -n shop":                        {3, 0},
	"kubectl finalizers why-stuck pvc data-0 -n shop -o wide":                {3, 0},
	"kubectl finalizers why-stuck bucket/logs --observe 20s":                 {3},
	"kubectl finalizers why-stuck namespace/preview -o json > why.json":      {3},
	"kubectl finalizers watch namespace/shop --until=stuck":                  {3},
	"kubectl finalizers watch namespace/shop --until=stuck --timeout 10m":    {3},
	"kubectl finalizers watch namespace/preview --until=stuck --timeout 10m": {3},
	"kubectl finalizers preflight move -A --context new-management":          {3},
	// It would hang, or lose something.
	"kubectl finalizers preflight uninstall helm/pulley -n pulley-system":      {3, 0},
	"kubectl finalizers preflight delete namespace/mill":                       {3, 0},
	"kubectl finalizers preflight delete pvc data-0 -n shop":                   {3},
	"kubectl finalizers preflight delete namespace/shop":                       {3},
	"kubectl finalizers preflight uninstall helm/gearbox -n gearbox-system":    {3},
	"kubectl finalizers preflight uninstall group/gearbox.example.org -o wide": {3},
	"kubectl finalizers why-stuck gear/main -n shop":                           {3},
	"kubectl finalizers why-stuck gear/main -n shop --observe 20s":             {3, 5},
	"kubectl finalizers why-stuck gear/main -n shop --catalogue catalogue":     {0, 3},
	// Undecided.
	"kubectl finalizers why-stuck cluster/demo --also-context new-management": {5},
	// What is wrong on purpose.
	"kubectl finalizers explain --list gearbox --catalogue broken":                      {1},
	"kubectl auth can-i get pods --subresource=exec -A --as-group=oncall --as=somebody": {1},
	// A guard refuses what others use.
	"kubectl finalizers remove --stuck --cause 1 -n shop": {0, 4},
}

// endless are commands that a person ends with Ctrl-C, since what they follow is
// not gone here, and the exit code with which they then end.
var endless = map[string]int{
	"./deletion-check -kind=buckets.example.com -namespace=shop -every=1m -events": 0,
	"kubectl finalizers watch namespace/shop":                                      130,
	"kubectl finalizers watch pvc/data-0 pvc/data-1 -n shop":                       130,
	"kubectl finalizers watch cluster/demo -o json":                                130,
	"kubectl finalizers watch -A":                                                  130,
	"kubectl finalizers why-stuck namespace/shop -w":                               130,
}

// soon are commands whose answer comes about a moment after the one before them.
var soon = map[string]bool{
	"kubectl auth can-i list customresourcedefinitions --as-group=oncall --as=somebody": true,
}

// before is what has happened before a reader comes to a document.
var before = map[string]string{
	"README.md":         "kubectl delete namespace shop --wait=false",
	"docs/preflight.md": preflightWorld,
}
