package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedKnownWorkloads tells of an object of a project the reason that the project is known for in this very
// state, and the first act that ends it; an object of it in another state is told what is always so.
func TestWhyPastedKnownWorkloads(t *testing.T) {
	object := func(api, kind, finalizer, marks, rest string) string {
		return "apiVersion: " + api + "\nkind: " + kind + "\nmetadata:\n  name: a1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizer + "]\n" + marks + rest
	}
	const flink, ofFlink = "flink.apache.org/v1beta1", "flinkdeployments.flink.apache.org/finalizer"
	chaos := func(forced, phase, operation, message string) string {
		return object("chaos-mesh.org/v1alpha1", "HTTPChaos", "chaos-mesh/records", forced,
			"status: {experiment: {desiredPhase: Stop, containerRecords: [{id: shop/p1, phase: "+phase+", events: [{type: Failed, operation: "+operation+", message: '"+message+"'}]}]}}\n")
	}
	const forced = "  annotations: {chaos-mesh.chaos-mesh.org/cleanFinalizer: forced}\n"
	isvc := func(annotation, status string) string {
		return object("serving.kserve.io/v1beta1", "InferenceService", "inferenceservice.finalizers", "  annotations: {serving.kserve.io/deploymentMode: "+annotation+"}\n", "status: {deploymentMode: "+status+"}\n")
	}
	kopf := func(progress string) string {
		return object("acme.test/v1", "Gear", "kopf.zalando.org/KopfFinalizerMarker", "", "status: {kopf: {progress: {"+progress+"}}}\n")
	}
	pod := func(marks, status string) string {
		return object("v1", "Pod", "kueue.x-k8s.io/managed", marks, "spec: {containers: [{name: c}]}\nstatus: {phase: "+status+"}\n")
	}
	const inGroup = "  labels: {kueue.x-k8s.io/managed: \"true\", kueue.x-k8s.io/pod-group-name: g1}\n"
	queue := func(spec, status string) string {
		return strings.Replace(object("kueue.x-k8s.io/v1beta1", "ClusterQueue", "kueue.x-k8s.io/resource-in-use", "", "spec: {"+spec+"}\nstatus: {"+status+"}\n"), "  namespace: shop\n", "", 1)
	}
	vmi := func(status string) string {
		return object("kubevirt.io/v1", "VirtualMachineInstance", "kubevirt.io/foregroundDeleteVirtualMachine", "", "status: {"+status+"}\n")
	}
	const vm, ofVM = "VirtualMachine", "kubevirt.io/virtualMachineControllerFinalize"
	checkAll(t, map[string]pasted{
		"an application":                    {text: object(flink, "FlinkDeployment", ofFlink, "", "spec: {job: {jarURI: x}}\nstatus: {jobManagerDeploymentStatus: READY}\n"), is: "FlinkDeployment shop/a1: Undecided", holder: "flink operator", lacks: "session cluster whose"},
		"a savepoint that is kept":          {text: object(flink, "FlinkStateSnapshot", "flinkstatesnapshots.flink.apache.org/finalizer", "", "spec: {savepoint: {disposeOnDelete: false}, jobReference: {kind: FlinkDeployment, name: j1}}\nstatus: {state: COMPLETED}\n"), is: "FlinkStateSnapshot shop/a1: ", holder: "flink operator", lacks: "have that job run again"},
		"a fault whose pod went":            {text: chaos("", "Not Injected/Wait", "Apply", `PodHttpChaos.chaos-mesh.org "p1" not found`), is: "HTTPChaos shop/a1: Stuck Excluded", holder: "chaos mesh", says: "half injected on shop/p1", does: "see whether those pods are really gone", then: "only where they are gone", costs: "Nothing, where the pods"},
		"a fault that cannot be injected":   {text: chaos("", "Not Injected/Wait", "Apply", "rpc error: connection refused"), is: "HTTPChaos shop/a1: ", holder: "chaos mesh", lacks: "half injected", costs: "The fault goes on"},
		"a fault that was to be forced":     {text: chaos(forced, "Injected", "Recover", "daemon of node n1 is not there"), is: "HTTPChaos shop/a1: Stuck Excluded", holder: "chaos mesh", says: "forced is set and does not help", does: "chaos-daemon"},
		"a mode that was renamed":           {text: isvc("Serverless", "Knative"), is: "InferenceService shop/a1: Undecided Excluded", holder: "kserve", says: "v0.15 and v0.16 refuse every update", does: "set the annotation serving.kserve.io/deploymentMode to Knative"},
		"a mode that is the same":           {text: isvc("Standard", "Standard"), is: "InferenceService shop/a1: ", holder: "kserve", lacks: "refuse every update"},
		"a handler tried again":             {text: kopf("delete: {purpose: delete, retries: 11105, success: false, failure: false, message: the gear is not made yet}"), is: "Gear shop/a1: Undecided Failing", holder: "kopf operator", says: `in 11105 tries so far, and is tried again by itself (it fails, or only waits for something); it says: "the gear is not made yet"`, does: "see to what that message names"},
		"a handler that gave up":            {text: kopf("delete: {purpose: delete, retries: 3, success: false, failure: true, message: the gear is not made yet}"), is: "Gear shop/a1: ", holder: "kopf operator", lacks: "tried again by itself"},
		"a pod of a group":                  {text: pod(inGroup, "Failed"), is: "Pod shop/a1: Undecided Blocked", holder: "kueue", says: "one of the group of pods g1", does: "see how the group stands", then: "delete that Workload"},
		"a pod of no group":                 {text: pod("  labels: {kueue.x-k8s.io/managed: \"true\"}\n", "Failed"), is: "Pod shop/a1: Undecided Excluded", holder: "kueue", says: "it is in no group of pods"},
		"a queue with jobs":                 {text: queue("stopPolicy: None", "reservingWorkloads: 2"), is: "ClusterQueue a1: Undecided Blocked", holder: "kueue", says: "2 workloads had quota of it", does: "see which workloads hold quota of it", then: "HoldAndDrain"},
		"a queue that is drained":           {text: queue("stopPolicy: HoldAndDrain", "reservingWorkloads: 2"), is: "ClusterQueue a1: ", holder: "kueue", lacks: "had quota of it"},
		"a cleanup that failed":             {text: object("workspace.devfile.io/v1alpha2", "DevWorkspace", "storage.controller.devfile.io", "", "status: {phase: Error, devworkspaceId: w7, message: 'DevWorkspace PVC cleanup job failed: see logs for job \"cleanup-w7\" for details'}\n"), is: "DevWorkspace shop/a1: Stuck Excluded", holder: "devworkspace controller", says: "no other is made while that one is there", does: "read why the job failed"},
		"a cleanup that goes on":            {text: object("workspace.devfile.io/v1alpha2", "DevWorkspace", "storage.controller.devfile.io", "", "status: {phase: Terminating, devworkspaceId: w7, message: Cleaning up resources for deletion}\n"), is: "DevWorkspace shop/a1: ", holder: "devworkspace controller", lacks: "no other is made"},
		"a routing of Che":                  {text: object("controller.devfile.io/v1alpha1", "DevWorkspaceRouting", "devworkspacerouting.controller.devfile.io", "", "spec: {routingClass: che}\n"), is: "DevWorkspaceRouting shop/a1: Undecided", holder: "che operator"},
		"a pod of Slurm":                    {text: object("v1", "Pod", "scheduler.slinky.slurm.net/finalizer", "  labels: {scheduler.slinky.slurm.net/slurm-jobid: \"44\"}\n", "spec: {containers: [{name: c}], nodeName: n1}\nstatus: {phase: Running}\n"), is: "Pod shop/a1: Undecided Blocked", holder: "slurm-bridge", says: "its job in Slurm is 44", costs: "scancel"},
		"a pod of Slurm that is over":       {text: object("v1", "Pod", "scheduler.slinky.slurm.net/finalizer", "", "spec: {containers: [{name: c}], nodeName: n1}\nstatus: {phase: Failed}\n"), is: "Pod shop/a1: ", holder: "slurm-bridge", lacks: "waits for its phase"},
		"a guest that counts as running":    {text: vmi("phase: Scheduled, nodeName: n1"), is: "VirtualMachineInstance shop/a1: Undecided Blocked", holder: "kubevirt", says: "virt-handler on node n1 is to stop it", does: "see whether virt-handler runs"},
		"a guest that is over":              {text: vmi("phase: Failed, nodeName: n1"), is: "VirtualMachineInstance shop/a1: Undecided Blocked", holder: "kubevirt", says: "its guest is over (Failed)", does: "see which of its pods are left"},
		"a guest on no node":                {text: vmi("phase: Pending"), is: "VirtualMachineInstance shop/a1: Undecided", holder: "kubevirt", lacks: "virt-handler on node"},
		"a machine of an instance type":     {text: strings.ReplaceAll(object("kubevirt.io/v1", vm, ofVM, "", "spec: {instancetype: {name: small}}\n"), "2026-02", "2023-03"), is: "VirtualMachine shop/a1: Undecided Blocked", holder: "kubevirt", says: "v0.59.0 alone refuses", does: "see whether its VirtualMachineInstance is still there", then: "take spec.instancetype"},
		"a machine of today":                {text: object("kubevirt.io/v1", vm, ofVM, "", "spec: {instancetype: {name: small}}\n"), is: "VirtualMachine shop/a1: ", holder: "kubevirt", lacks: "v0.59.0"},
		"a machine of none":                 {text: object("kubevirt.io/v1", vm, ofVM, "", "spec: {running: false}\n"), is: "VirtualMachine shop/a1: ", holder: "kubevirt", lacks: "v0.59.0"},
		"a snapshot that left its mark":     {text: object("kubevirt.io/v1", vm, "snapshot.kubevirt.io/snapshot-source-protection", "", "status: {printableStatus: Stopped}\n"), is: "VirtualMachine shop/a1: Undecided Excluded", holder: "kubevirt", says: "before v1.3.0 can leave this", costs: "Nothing, where no snapshot"},
		"a snapshot under way":              {text: object("kubevirt.io/v1", vm, "snapshot.kubevirt.io/snapshot-source-protection", "", "status: {snapshotInProgress: s1}\n"), is: "VirtualMachine shop/a1: ", holder: "kubevirt", lacks: "v1.3.0"},
		"a migration that waits for a node": {text: object("kubevirt.io/v1", "VirtualMachineInstanceMigration", "kubevirt.io/migrationJobFinalize", "", "spec: {vmiName: m1}\nstatus: {phase: Scheduling}\n"), is: "VirtualMachineInstanceMigration shop/a1: Undecided Blocked", holder: "kubevirt", says: "before v0.56 never ends", does: "VirtualMachineInstance is still there"},
		"a migration that runs":             {text: object("kubevirt.io/v1", "VirtualMachineInstanceMigration", "kubevirt.io/migrationJobFinalize", "", "spec: {vmiName: m1}\nstatus: {phase: Running}\n"), is: "VirtualMachineInstanceMigration shop/a1: ", holder: "kubevirt", lacks: "v0.56"},
		"an uninstall that goes on":         {text: object("kubevirt.io/v1", "KubeVirt", "foregroundDeleteKubeVirt", "", "status: {phase: Deleting}\n"), is: "KubeVirt shop/a1: Undecided Blocked", holder: "kubevirt operator", says: "holds all of it", does: "see what is left of KubeVirt's own objects"},
		"services that are left":            {text: object("operator.kyma-project.io/v1alpha1", "BtpOperator", "operator.kyma-project.io/btp-manager", "", "status: {state: Warning, conditions: [{type: Ready, status: \"False\", reason: ServiceInstancesAndBindingsNotCleaned, lastTransitionTime: \"2026-02-01T10:00:30Z\", message: '2 instance(s) and 1 binding(s)'}]}\n"), is: "BtpOperator shop/a1: Stuck HookWaits", holder: "kyma btp manager", says: "by design it does not go before them", does: "see which are left", then: "force-delete=true", costs: "billed"},
		"one that is not looked at":         {text: object("operator.kyma-project.io/v1alpha1", "BtpOperator", "operator.kyma-project.io/btp-manager", "", "status: {state: Warning, conditions: [{type: Ready, status: \"False\", reason: WrongNamespaceOrName, message: wrong}]}\n"), is: "BtpOperator shop/a1: Undecided NobodyRemoves", holder: "kyma btp manager", says: "btpoperator in kyma-system alone", does: "see whether that one is there"},
		"bindings elsewhere":                {text: object("services.cloud.sap.com/v1", "ServiceInstance", "services.cloud.sap.com/sap-btp-finalizer", "", "status: {instanceID: i7, conditions: [{type: Failed, status: \"True\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:00:30Z\", message: 'could not delete instance due to 1 existing bindings'}]}\n"), is: "ServiceInstance shop/a1: Stuck Excluded", holder: "sap btp service operator", says: "it still has bindings there", does: "see which ServiceBindings name it", then: "force_k8s_binding=true"},
		"a broker that fails":               {text: object("services.cloud.sap.com/v1", "ServiceInstance", "services.cloud.sap.com/sap-btp-finalizer", "", "status: {conditions: [{type: Failed, status: \"True\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:00:30Z\", message: 'the gear broke'}]}\n"), is: "ServiceInstance shop/a1: ", holder: "sap btp service operator", lacks: "bindings there"},
		"what was never made":               {text: object("workload.codeflare.dev/v1beta2", "AppWrapper", "workload.codeflare.dev/finalizer", "", "status: {componentStatus: [{apiVersion: kubeflow.org/v1, kind: PyTorchJob, name: p1, conditions: [{type: ResourcesDeployed, status: Unknown, reason: ComponentCreationInitiated}]}]}\n"), is: "AppWrapper shop/a1: Undecided Blocked", holder: "appwrapper controller", says: "the making of PyTorchJob p1 was begun", does: "whether the cluster knows that kind", then: "install its CRD"},
		"what was made":                     {text: object("workload.codeflare.dev/v1beta2", "AppWrapper", "workload.codeflare.dev/finalizer", "", "status: {componentStatus: [{apiVersion: kubeflow.org/v1, kind: PyTorchJob, name: p1, conditions: [{type: ResourcesDeployed, status: \"True\"}]}]}\n"), is: "AppWrapper shop/a1: ", holder: "appwrapper controller", lacks: "was begun"},
		"a server of an old Seldon":         {text: object("mlops.seldon.io/v1alpha1", "Server", "seldon.server.finalizer", "", "spec: {}\n"), is: "Server shop/a1: ", holder: "seldon core controller", costs: "Nothing outside"},
		"a game of an old Thundernetes":     {text: object("mps.playfab.com/v1alpha1", "GameServer", "gameservers.mps.playfab.com/finalizer", "", "spec: {}\n"), is: "GameServer shop/a1: ", holder: "thundernetes controller", costs: "Nothing is lost"},
		"a game with a balancer":            {text: object("v1", "Pod", "game.kruise.io/delete-nlb-on-gss-deleted", "", "spec: {containers: [{name: c}]}\nstatus: {phase: Succeeded}\n"), is: "Pod shop/a1: ", holder: "kruise-game manager", costs: "billed"},
		"a pod that serves another":         {text: object("v1", "Pod", "dual-pods.llm-d.ai/provider", "", "spec: {containers: [{name: c}]}\nstatus: {phase: Succeeded}\n"), is: "Pod shop/a1: ", holder: "dual-pods controller"},
		"a scaler without its target":       {text: object("keda.sh/v1alpha1", "ScaledObject", "finalizer.keda.sh", "", "status: {conditions: [{type: Ready, status: \"False\", reason: ScaledObjectCheckFailed, message: no such target}]}\n"), is: "ScaledObject shop/a1: Undecided Blocked", holder: "keda", says: "does not keep it", does: "see whether keda-operator runs"},
		"a scaler that is well":             {text: object("keda.sh/v1alpha1", "ScaledObject", "finalizer.keda.sh", "", "status: {conditions: [{type: Ready, status: \"True\", reason: ScaledObjectReady, message: well}]}\n"), is: "ScaledObject shop/a1: ", holder: "keda", lacks: "does not keep it"},
		"an uninstall not begun":            {text: object("kubevirt.io/v1", "KubeVirt", "foregroundDeleteKubeVirt", "", "status: {phase: Deployed}\n"), is: "KubeVirt shop/a1: ", holder: "kubevirt operator", lacks: "holds all of it"},
	})
}
