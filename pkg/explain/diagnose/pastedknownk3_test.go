package diagnose_test

import "testing"

// TestWhyPastedDelivery tells of an object of a project that delivers or builds infrastructure what is known of the state that
// it shows, and nothing of that where the state is another one.
func TestWhyPastedDelivery(t *testing.T) {
	going := func(version, kind, finalizers, meta, rest string) string {
		return "apiVersion: " + version + "\nkind: " + kind + "\nmetadata:\n  name: a1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizers + "]\n" + meta + rest
	}
	said := func(kind, status, reason, message string) string {
		return "status:\n  conditions:\n  - {type: " + kind + ", status: \"" + status + "\", reason: \"" + reason + "\", lastTransitionTime: \"2026-02-01T10:05:00Z\", message: '" + message + "'}\n"
	}
	const resources, cleanup, after = "resources-finalizer.argocd.argoproj.io", "post-delete-finalizer.argocd.argoproj.io/cleanup", "post-delete-finalizer.argocd.argoproj.io"
	app := func(finalizers, meta, rest string) string {
		return going("argoproj.io/v1alpha1", "Application", finalizers, meta, "spec:\n  project: racks\n  destination: {namespace: shop, server: 'https://c1.test'}\n"+rest)
	}
	hook := func(status string) string {
		return going("batch/v1", "Job", "argocd.argoproj.io/hook-finalizer", "", "status:\n  conditions:\n  - {type: Complete, status: \""+status+"\"}\n")
	}
	tf := func(finalizers, spec, rest string) string {
		return going("infra.contrib.fluxcd.io/v1alpha2", "Terraform", finalizers, "", "spec:\n  destroyResourcesOnDeletion: true\n  sourceRef: {kind: GitRepository, name: g1}\n"+spec+rest)
	}
	flux := func(version, kind, spec, rest string) string {
		return going(version+".toolkit.fluxcd.io/v1", kind, "finalizers.fluxcd.io", "", "spec:\n  interval: 1m\n"+spec+rest)
	}
	workflow := func(spec, rest string) string {
		return going("argoproj.io/v1alpha1", "Workflow", "workflows.argoproj.io/artifact-gc", "", "spec:\n  artifactGC: {strategy: OnWorkflowDeletion"+spec+"}\n"+rest)
	}
	stack := func(rest string) string {
		return going("pulumi.com/v1", "Stack", "finalizer.stack.pulumi.com", "", "spec:\n  destroyOnFinalize: true\n  stack: o/dev\n"+rest)
	}
	runners := func(meta string) string {
		return going("actions.github.com/v1alpha1", "AutoscalingRunnerSet", "autoscalingrunnerset.actions.github.com/finalizer", meta, "spec:\n  githubConfigSecret: s1\n")
	}
	kapp := func(spec, message string) string {
		return going("kappctrl.k14s.io/v1alpha1", "App", "finalizers.kapp-ctrl.k14s.io/delete", "", "spec:\n  serviceAccountName: sa1\n"+spec+"status:\n  usefulErrorMessage: '"+message+"'\n")
	}
	run := func(meta string) string {
		return going("tekton.dev/v1", "TaskRun", "chains.tekton.dev", meta, said("Succeeded", "True", "Succeeded", "done"))
	}
	bucket := func(reason, message string) string {
		return going("storage.cnrm.cloud.google.com/v1beta1", "StorageBucket", "cnrm.cloud.google.com/finalizer", "", said("Ready", "False", reason, message))
	}
	role := func(message string) string {
		return going("authorization.azure.com/v1api20220401", "RoleAssignment", "serviceoperator.azure.com/finalizer", "", "spec:\n  owner: {group: storage.azure.com, kind: StorageAccount, name: sa}\n"+said("Ready", "False", "AuthorizationFailed", message))
	}
	managed := func(version, kind, spec, message string) string {
		return going(version, kind, "finalizer.managedresource.crossplane.io", "", "spec:\n  deletionPolicy: Delete\n  providerConfigRef: {name: p1}\n"+spec+said("Synced", "False", "ReconcileError", message))
	}
	const running = "operation: {retry: {limit: 5}}\nstatus:\n  operationState: {phase: Running, message: waiting for healthy state of apps/StatefulSet/s1}\n"
	checkAll(t, map[string]pasted{
		"argocd, left alone":                  {text: app(resources, "  annotations: {argocd.argoproj.io/skip-reconcile: \"true\"}\n", ""), is: "Application shop/a1: Stuck Excluded", holder: "argo cd", does: "take the annotation off", warns: "deletes what the Application deployed"},
		"argocd, not left alone":              {text: app(resources, "  annotations: {argocd.argoproj.io/skip-reconcile: \"false\"}\n", ""), is: "Application shop/a1: Undecided Silent", holder: "argo cd"},
		"argocd, a sync first":                {text: app(resources, "", running), is: "Application shop/a1: Undecided Blocked", holder: "argo cd", says: "begins no deletion before", does: "have the sync end", then: "end the sync without", warns: "once the sync has ended Argo CD deletes"},
		"argocd, no sync":                     {text: app(resources, "", "status:\n  operationState: {phase: Succeeded, message: successfully synced}\n"), is: "Application shop/a1: Undecided Silent", holder: "argo cd", lacks: "have the sync end"},
		"argocd, a sync that is over in fact": {text: app(resources, "", "status:\n  operationState: {phase: Running, message: waiting}\n"), is: "Application shop/a1: ", holder: "argo cd", lacks: "have the sync end"},
		"argocd, no cluster":                  {text: app(cleanup, "", said("InvalidSpecError", "", "", "there are no clusters with this name: c1")), is: "Application shop/a1: Stuck NobodyRemoves", holder: "argo cd", says: "forget this one finalizer", does: "update Argo CD", costs: "No more than what a mended release leaves"},
		"argocd, no cluster, not yet":         {text: app(after+", "+cleanup, "", said("InvalidSpecError", "", "", "there are no clusters with this name: c1")), is: "Application shop/a1: Stuck Failing", holder: "argo cd", lacks: "forget this one finalizer"},
		"argocd, a hook there":                {text: app(after, "", said("DeletionError", "", "", `clusterroles.rbac.authorization.k8s.io "c1" already exists`)), is: "Application shop/a1: Stuck Failing", holder: "argo cd", says: "v3.4 passes over it", does: "look at the object that it names"},
		"argocd, a hook fails":                {text: app(after, "", said("DeletionError", "", "", "PostDelete hook(s) failed: shop/h1")), is: "Application shop/a1: Stuck Failing", holder: "argo cd", says: "a delete hook fails", does: "read the log of the hook"},
		"argocd, another error":               {text: app(after, "", said("DeletionError", "", "", "the rack is full")), is: "Application shop/a1: Stuck Failing", holder: "argo cd", says: "tried to delete what the Application made", lacks: "hook fails"},
		"argocd, no project":                  {text: app(resources, "", said("InvalidSpecError", "", "", "Application referencing project racks which does not exist")), is: "Application shop/a1: Stuck PrerequisiteGone", holder: "argo cd", says: "its AppProject racks", does: "make an AppProject racks again"},
		"argocd, a hook that ended":           {text: hook("True"), is: "Job shop/a1: Undecided Blocked", holder: "argo cd", says: "the hook has ended", then: "take this finalizer off by hand", costs: "the hook has ended, well or not"},
		"argocd, a hook that runs":            {text: hook("False"), is: "Job shop/a1: Undecided Silent", holder: "argo cd", lacks: "the hook has ended"},
		"tofu, suspended":                     {text: tf("finalizers.tf.contrib.fluxcd.io", "  suspend: true\n", ""), is: "Terraform shop/a1: Stuck Excluded", holder: "tofu-controller", does: "to keep what it made", then: "resume it, where what it made in the cloud may go", warns: "destroy run takes away"},
		"tofu, others depend on it":           {text: tf("finalizers.tf.contrib.fluxcd.io, tf.dependency.of.db", "", ""), is: "Terraform shop/a1: Undecided Blocked", holder: "tofu-controller", says: "waits for db", does: "see whether that Terraform", then: "take off its mark"},
		"tofu, locked":                        {text: tf("finalizers.tf.contrib.fluxcd.io", "", said("StateLocked", "True", "TFStateLocked", "Terraform Locked with Lock Identifier: l1")), is: "Terraform shop/a1: Stuck Blocked", holder: "tofu-controller", says: "state is locked", does: "pod a1-tf-runner", warns: "once the lock is off"},
		"tofu, unlocked":                      {text: tf("finalizers.tf.contrib.fluxcd.io", "", said("StateLocked", "False", "ForceUnlock", "Terraform Force Unlock with Lock Identifier: l1")), is: "Terraform shop/a1: ", holder: "tofu-controller", lacks: "state is locked"},
		"tofu, no source":                     {text: tf("finalizers.tf.contrib.fluxcd.io", "", said("Ready", "False", "ArtifactFailed", `GitRepository.source.toolkit.fluxcd.io "g1" not found`)), is: "Terraform shop/a1: Stuck PrerequisiteGone", holder: "tofu-controller", says: "its source GitRepository g1", does: "make that source again", warns: "once its source is there again"},
		"flux, a reconcile first":             {text: flux("kustomize", "Kustomization", "", said("Ready", "Unknown", "Progressing", "Running health checks for revision main with a timeout of 30m0s")), is: "Kustomization shop/a1: Undecided Blocked", holder: "flux kustomize-controller", says: "begins only when that has ended", does: "wait for that timeout"},
		"flux, no reconcile":                  {text: flux("kustomize", "Kustomization", "", said("Ready", "True", "ReconciliationSucceeded", "Applied revision: main")), is: "Kustomization shop/a1: Undecided Silent", holder: "flux kustomize-controller", lacks: "begins only when"},
		"flux, no account":                    {text: flux("helm", "HelmRelease", "  serviceAccountName: sa1\n", said("Ready", "False", "GetLastReleaseFailed", `secrets is forbidden: User "system:serviceaccount:shop:sa1" cannot list resource "secrets"`)), is: "HelmRelease shop/a1: Undecided PrerequisiteGone", holder: "flux helm-controller", says: "as ServiceAccount sa1", does: "give the ServiceAccount its rights again", then: "suspend it", warns: "A ServiceAccount that is gone does not hold it"},
		"flux, an account that is gone":       {text: flux("kustomize", "Kustomization", "  serviceAccountName: sa1\n", said("Ready", "False", "ReconciliationFailed", `ServiceAccount "sa1" not found`)), is: "Kustomization shop/a1: ", holder: "flux kustomize-controller", lacks: "as ServiceAccount sa1"},
		"flux, another account":               {text: flux("helm", "HelmRelease", "  serviceAccountName: sa2\n", said("Ready", "False", "GetLastReleaseFailed", `secrets is forbidden: User "system:serviceaccount:shop:sa1" cannot list resource "secrets"`)), is: "HelmRelease shop/a1: ", holder: "flux helm-controller", lacks: "as ServiceAccount sa2"},
		"flux, no cluster":                    {text: flux("helm", "HelmRelease", "  kubeConfig: {secretRef: {name: k1}}\n", said("Ready", "False", "UninstallFailed", `Kubernetes cluster unreachable: Get "https://10.0.0.1:6443/version": dial tcp 10.0.0.1:6443: i/o timeout`)), is: "HelmRelease shop/a1: ", holder: "flux helm-controller", says: "that spec.kubeConfig names does not answer", does: "where it is gone for good nothing is left", then: "suspend it"},
		"flux, its own cluster":               {text: flux("helm", "HelmRelease", "", said("Ready", "False", "UninstallFailed", `Get "https://10.0.0.1:443/version": dial tcp 10.0.0.1:443: i/o timeout`)), is: "HelmRelease shop/a1: ", holder: "flux helm-controller", says: "tries to uninstall its Helm release", lacks: "that spec.kubeConfig names"},
		"workflow, a cleanup that failed":     {text: workflow("", said("ArtifactGCError", "True", "", "Artifact Garbage Collection failed for strategy OnWorkflowDeletion, pod p1 exited with non-zero exit code")), is: "Workflow shop/a1: Stuck Blocked", holder: "argo workflows", says: "none is made again", does: "which artifacts are left", then: "forceFinalizerRemoval"},
		"workflow, nothing to clean":          {text: workflow("", "status:\n  phase: Failed\n  artifactGCStatus: {strategiesProcessed: {OnWorkflowDeletion: true}}\n"), is: "Workflow shop/a1: Undecided Blocked", holder: "argo workflows", says: "v3.6 lets go of it", does: "update Argo Workflows"},
		"workflow, that is forced":            {text: workflow(", forceFinalizerRemoval: true", "status:\n  phase: Failed\n  artifactGCStatus: {strategiesProcessed: {OnWorkflowDeletion: true}}\n"), is: "Workflow shop/a1: Undecided Blocked", holder: "argo workflows", says: "without one for ever", does: "take forceFinalizerRemoval away again"},
		"workflow, with a cleanup pod":        {text: workflow("", "status:\n  phase: Failed\n  artifactGCStatus: {strategiesProcessed: {OnWorkflowDeletion: true}, podsRecouped: {p1: true}}\n"), is: "Workflow shop/a1: ", holder: "argo workflows", lacks: "v3.6"},
		"pulumi, no namespace":                {text: stack(said("Stalled", "True", "NamespaceTerminating", "the namespace goes")), is: "Stack shop/a1: Stuck NamespaceTerminating", holder: "pulumi operator", says: "takes no new workspace pod", does: "run pulumi destroy"},
		"pulumi, no source":                   {text: stack(said("Stalled", "True", "SourceUnavailable", `gitrepositories.source.toolkit.fluxcd.io "g1" not found`)), is: "Stack shop/a1: Stuck PrerequisiteGone", holder: "pulumi operator", says: "up to v2.7 destroy nothing", does: "make the source again", warns: "update the operator alone does not help"},
		"pulumi, no source needed":            {text: stack(said("Stalled", "True", "SourceUnavailable", `gitrepositories.source.toolkit.fluxcd.io "g1" not found`) + "  projectInfo: {name: p1}\n"), is: "Stack shop/a1: Stuck PrerequisiteGone", holder: "pulumi operator", does: "make the source again", then: "v2.8 or later", warns: "-"},
		"pulumi, a source again":              {text: stack(said("Stalled", "False", "SourceUnavailable", "found")), is: "Stack shop/a1: ", holder: "pulumi operator", lacks: "make the source again"},
		"pulumi, no workspace":                {text: stack(said("Reconciling", "True", "StackProcessing", "waiting for workspace readiness")), is: "Stack shop/a1: Undecided Blocked", holder: "pulumi operator", says: "waits for the workspace pod", does: "see what Workspace a1"},
		"runners, registered":                 {text: runners("  annotations: {runner-scale-set-id: \"12\"}\n"), is: "AutoscalingRunnerSet shop/a1: Undecided Blocked", holder: "actions runner controller", says: "its scale set 12", then: "take this annotation off"},
		"runners, not registered":             {text: runners(""), is: "AutoscalingRunnerSet shop/a1: Undecided", holder: "actions runner controller", lacks: "its scale set"},
		"kapp, no account":                    {text: kapp("", `Preparing kapp: Getting service account: serviceaccounts "sa1" not found`), is: "App shop/a1: Stuck PrerequisiteGone", holder: "kapp-controller", says: "as ServiceAccount sa1", does: "make ServiceAccount sa1", then: "spec.noopDelete"},
		"kapp, told to leave it":              {text: kapp("  noopDelete: true\n", `Preparing kapp: Getting service account: serviceaccounts "sa1" not found`), is: "App shop/a1: ", holder: "kapp-controller", lacks: "as ServiceAccount sa1"},
		"chains, signed":                      {text: run("  annotations: {chains.tekton.dev/signed: \"true\"}\n"), is: "TaskRun shop/a1: Undecided Blocked", holder: "tekton chains", says: "never takes this old name off", does: "then update Tekton Chains", then: "take the finalizer off", costs: "go with it: copy them first"},
		"chains, not signed":                  {text: run("  annotations: {chains.tekton.dev/signed: \"failed\"}\n"), is: "TaskRun shop/a1: ", holder: "tekton chains", lacks: "it is signed"},
		"config connector, no context":        {text: bucket("Unmanaged", "No controller is managing this resource."), is: "StorageBucket shop/a1: Undecided Blocked", holder: "config connector", says: "no ConfigConnectorContext", does: "make the ConfigConnectorContext"},
		"config connector, no reference":      {text: bucket("DependencyNotFound", `reference Project shop/p1 is not found`), is: "StorageBucket shop/a1: Stuck PrerequisiteGone", holder: "config connector", says: "refers to is gone", does: "make the object that it names again"},
		"config connector, another error":     {text: bucket("DeleteFailed", "the rack is full"), is: "StorageBucket shop/a1: Stuck Failing", holder: "config connector", lacks: "refers to is gone"},
		"azure, a role without its scope":     {text: role("AuthorizationFailed: the client does not have authorization over scope s1 or the scope is invalid"), is: "RoleAssignment shop/a1: Undecided Failing", holder: "azure service operator", says: "deleted already", does: "StorageAccount sa", then: "detach it"},
		"azure, a role without the right":     {text: role("AuthorizationFailed: the client does not have authorization over scope s1"), is: "RoleAssignment shop/a1: ", holder: "azure service operator", lacks: "deleted already"},
		"crossplane, no key to a cluster":     {text: managed("helm.crossplane.io/v1beta1", "Release", "", `connect failed: cannot get credentials secret: Secret "k1" not found`), is: "Release shop/a1: Stuck PrerequisiteGone", holder: "crossplane provider", says: "kubeconfig of the cluster", does: "make that Secret again", then: "as an orphan"},
		"crossplane, a key to a cloud":        {text: managed("ec2.aws.test/v1beta1", "VPC", "", `connect failed: cannot get credentials secret: Secret "k1" not found`), is: "VPC shop/a1: Stuck ", holder: "crossplane provider", lacks: "kubeconfig of the cluster"},
		"crossplane, no details":              {text: managed("kubernetes.crossplane.io/v1alpha2", "Object", "  connectionDetails: [{kind: Secret, name: s1}]\n", `observe failed: cannot get connection details: cannot get object: Secret "s1" not found`), is: "Object shop/a1: Stuck PrerequisiteGone", holder: "crossplane provider", does: "take spec.connectionDetails out"},
		"crossplane, a namespace that goes":   {text: managed("ec2.aws.m.test/v1beta1", "VPC", "", "connect failed: cannot apply ProviderConfigUsage: providerconfigusages.aws.m.test \"u1\" is forbidden: unable to create new content in namespace shop because it is being terminated"), is: "VPC shop/a1: Undecided NamespaceTerminating", holder: "crossplane provider", says: "takes no new objects", does: "decide what becomes of what it stands for"},
		"kubevela, a destroy run":             {text: going("terraform.core.oam.dev/v1beta2", "Configuration", "configuration.finalizers.terraform-controller", "", "spec: {deleteResource: true}\nstatus:\n  destroy: {state: ConfigurationDestroying, message: 'Cloud resources are being destroyed...'}\n"), is: "Configuration shop/a1: Undecided Blocked", holder: "terraform-controller", says: "ConfigurationDestroying", does: "read the log of that Job", then: "spec.forceDelete"},
		"kubevela, that is forced":            {text: going("terraform.core.oam.dev/v1beta2", "Configuration", "configuration.finalizers.terraform-controller", "", "spec: {forceDelete: true}\nstatus:\n  destroy: {state: ConfigurationDestroying, message: 'Cloud resources are being destroyed...'}\n"), is: "Configuration shop/a1: ", holder: "terraform-controller", lacks: "waits for a Job that runs"},
		"argo events, a bus with clients":     {text: going("argoproj.io/v1alpha1", "EventBus", "eventbus-controller", "", "spec: {jetstream: {version: latest}}\n") + "---\napiVersion: argoproj.io/v1alpha1\nkind: Sensor\nmetadata:\n  name: s1\n  namespace: shop\nspec:\n  eventBusName: a1\n", of: "a1", is: "EventBus shop/a1: Stuck Blocked", holder: "argo events", says: "Sensor s1"},
		"argo events, another bus":            {text: going("argoproj.io/v1alpha1", "EventBus", "eventbus-controller", "", "spec: {jetstream: {version: latest}}\n") + "---\napiVersion: argoproj.io/v1alpha1\nkind: Sensor\nmetadata:\n  name: s1\n  namespace: shop\nspec:\n  eventBusName: a2\n", of: "a1", is: "EventBus shop/a1: ", holder: "argo events", lacks: "Sensor s1"},
		"hcp terraform, a run":                {text: going("app.terraform.io/v1alpha2", "Workspace", "workspace.app.terraform.io/finalizer", "", "spec: {deletionPolicy: destroy}\nstatus:\n  destroyRunID: r1\n  runStatus: {id: r1, status: applying}\n"), is: "Workspace shop/a1: Undecided Blocked", holder: "hcp terraform operator", says: "its destroy run r1 is under way, or ended without success", does: "see in HCP Terraform how that run goes", then: "retain"},
		"hcp terraform, no run":               {text: going("app.terraform.io/v1alpha2", "Workspace", "workspace.app.terraform.io/finalizer", "", "spec: {deletionPolicy: destroy}\nstatus:\n  runStatus: {id: r1, status: applied}\n"), is: "Workspace shop/a1: ", holder: "hcp terraform operator", lacks: "begins no other"},
	})
}
