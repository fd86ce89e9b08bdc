package phrase

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// said are messages in the forms in which controllers pass on what clouds, servers and
// programs say, with what a reader needs of each.
var said = []struct {
	text  string
	keeps []string
}{
	{
		"Error during event processing ExecutionScope{ resource id: ResourceID{name='l1', namespace='looms'}, version: 470} failed.: io.javaoperatorsdk.operator.OperatorException: cleanup of loom failed: com.loom.WeaveException: warp spool SP-7 is jammed, clear it at the console",
		[]string{"OperatorException: cleanup of loom failed", "WeaveException: warp spool SP-7 is jammed, clear it at the console"},
	},
	// AWS, of both SDKs and of boto.
	{
		"cannot delete external resource: operation error EC2: DeleteVpc, https response error StatusCode: 400, RequestID: 4f6f2d0a-98a1-4c0f-9d5e-6a5c1f2b7d11, api error DependencyViolation: The vpc 'vpc-0aa11bb22cc33dd44' has dependencies and cannot be deleted.",
		[]string{"DeleteVpc", "StatusCode: 400", "DependencyViolation", "vpc-0aa11bb22cc33dd44", "has dependencies and cannot be deleted"},
	},
	{
		"delete failed: cannot empty before deleting: operation error S3: DeleteBucket, https response error StatusCode: 409, RequestID: QK8N2V5T1XW0C9ZJ, HostID: c2hvcC1sb2dzLXByb2R1Y3Rpb24tZXUtY2VudHJhbC0xLWhvc3QtaWQtd2hpY2gtaXMtbG9uZw==, api error BucketNotEmpty: The bucket you tried to delete is not empty",
		[]string{"delete failed", "BucketNotEmpty", "The bucket you tried to delete is not empty"},
	},
	{
		"error deleting network for AWSCluster lab/one: failed to delete security group \"sg-0c44aa10bb22cc33d\": DependencyViolation: resource sg-0c44aa10bb22cc33d has a dependent object\n\tstatus code: 400, request id: 19c6f562-b796-4971-8e90-42f13bfbfb5e",
		[]string{"AWSCluster lab/one", "DependencyViolation", "sg-0c44aa10bb22cc33d has a dependent object"},
	},
	{
		"reconcile failed: unable to delete the role: operation error IAM: DeleteRole, https response error StatusCode: 409, RequestID: 52f76e23-fa39-4f23-8584-9ca0e287d389, DeleteConflict: Cannot delete entity, must detach all policies first.",
		[]string{"DeleteRole", "DeleteConflict", "must detach all policies first"},
	},
	{
		"delete failed: failed to delete the queue: AccessDenied: User: arn:aws:sts::111122223333:assumed-role/queue-controller/1700000000000000000 is not authorized to perform: sqs:DeleteQueue on resource: arn:aws:sqs:eu-west-1:111122223333:orders because no identity-based policy allows the sqs:DeleteQueue action\n\tstatus code: 403, request id: 0b1e9ab6-8a3e-5a0f-b3f0-c6ee0a7f9f6d",
		[]string{"delete failed", "no identity-based policy allows the sqs:DeleteQueue action"},
	},
	{
		"UnauthorizedOperation: You are not authorized to perform this operation. Encoded authorization failure message: " + strings.Repeat("Ab3dEf9hIjKlMnOp", 30) + "\n\tstatus code: 403, request id: 2d6a1f0e-7a52-4d0e-8ff9-1a2b3c4d5e6f",
		[]string{"UnauthorizedOperation", "You are not authorized to perform this operation", "status code: 403"},
	},
	{
		"security group sg-0e15642ca is left: An error occurred (DependencyViolation) when calling the DeleteSecurityGroup operation (reached max retries: 4): resource sg-0e15642ca has a dependent object, so that the stack shop-production-network in eu-central-1 cannot be taken down by this run",
		[]string{"sg-0e15642ca", "DependencyViolation", "cannot be taken down"},
	},
	{
		"failed to terminate instance: operation error EC2: TerminateInstances, https response error StatusCode: 400, RequestID: 7c0d2f5a-1111-2222-3333-444455556666, api error OperationNotPermitted: The instance 'i-0f00ba4c0ffee1234' may not be terminated. Modify its 'disableApiTermination' instance attribute and try again.",
		[]string{"OperationNotPermitted", "i-0f00ba4c0ffee1234", "Modify its 'disableApiTermination' instance attribute"},
	},
	{
		"cannot get instance status: operation error EC2: DescribeInstances, get identity: get credentials: failed to refresh cached credentials, failed to retrieve credentials, operation error STS: AssumeRoleWithWebIdentity, https response error StatusCode: 403, RequestID: 0d9c7a44-1de1-4f0e-8e52-8a40f0f2b7a1, api error AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity",
		[]string{"cannot get instance status", "AccessDenied", "Not authorized to perform sts:AssumeRoleWithWebIdentity"},
	},
	// Google.
	{
		"Delete call failed: error deleting resource: [{0 Error waiting for Deleting Network: The network resource 'projects/shop-prod/global/networks/core' is already being used by 'projects/shop-prod/global/firewalls/k8s-fw-l7--0a1b2c3d4e5f6071', resourceInUseByAnotherResource  []}]",
		[]string{"Delete call failed", "k8s-fw-l7--0a1b2c3d4e5f6071", "resourceInUseByAnotherResource"},
	},
	{
		"Update call failed: error fetching live state: error reading underlying resource: summary: Error when reading or editing StorageBucket \"shop-logs\": googleapi: Error 403: sa-cnrm@shop-prod.iam.gserviceaccount.com does not have storage.buckets.get access to the Google Cloud Storage bucket. Permission 'storage.buckets.get' denied on resource (or it may not exist)., forbidden",
		[]string{"Update call failed", "Permission 'storage.buckets.get' denied on resource"},
	},
	{
		"rpc error: code = PermissionDenied desc = Permission denied on resource project shop-prod.\nerror details: name = ErrorInfo reason = CONSUMER_INVALID domain = googleapis.com metadata = map[consumer:projects/shop-prod containerInfo:shop-prod service:container.googleapis.com]\nerror details: name = LocalizedMessage locale = en-US msg = Permission denied on resource project shop-prod.",
		[]string{"PermissionDenied", "Permission denied on resource project shop-prod"},
	},
	{
		"googleapi: Error 400: The disk resource 'projects/shop-prod/zones/europe-west4-a/disks/pvc-3a9f8a44-0c40-4f4e-9c9b-4f1c0f2d9a11' is already being used by 'projects/shop-prod/zones/europe-west4-a/instances/gke-shop-pool-1-0a1b2c3d-x7fq', resourceInUseByAnotherResource",
		[]string{"Error 400", "gke-shop-pool-1-0a1b2c3d-x7fq", "resourceInUseByAnotherResource"},
	},
	{
		"Failed to ensure load balancer: failed to delete forwarding rule: googleapi: Error 403: Required 'compute.forwardingRules.delete' permission for 'projects/shop-prod/regions/europe-west4/forwardingRules/a0b1c2d3e4f5061728394a5b6c7d8e9f', forbidden. More details: Reason: forbidden, Message: Required 'compute.forwardingRules.delete' permission",
		[]string{"Failed to ensure load balancer", "Required 'compute.forwardingRules.delete' permission"},
	},
	// Azure, of the old and the new SDK.
	{
		"failed to delete sub-network \"lab-one\": network.SubnetsClient#Delete: Failure sending request: StatusCode=0 -- Original Error: autorest/azure: Service returned an error. Status=400 Code=\"InUseSubnetCannotBeDeleted\" Message=\"Subnet lab-one is in use by /subscriptions/0a1b2c3d-0000-1111-2222-333344445555/resourceGroups/lab-one/providers/Microsoft.Network/networkInterfaces/bastion347/ipConfigurations/ipconfig1 and cannot be deleted. In order to delete the subnet, delete all the resources within the subnet. See aka.ms/deletesubnet.\" Details=[]",
		[]string{"failed to delete sub-network \"lab-one\"", "delete all the resources within the subnet"},
	},
	{
		"failed to reconcile AzureCluster delete: DELETE https://management.azure.com/subscriptions/0a1b2c3d-0000-1111-2222-333344445555/resourceGroups/lab/providers/Microsoft.Network/virtualNetworks/lab-vnet\n--------------------------------------------------------------------------------\nRESPONSE 409: 409 Conflict\nERROR CODE: AnotherOperationInProgress\n--------------------------------------------------------------------------------\n{\n  \"error\": {\n    \"code\": \"AnotherOperationInProgress\",\n    \"message\": \"Another operation on this or dependent resource is in progress. To retrieve status of the operation use uri: https://management.azure.com/subscriptions/0a1b2c3d/providers/Microsoft.Network/locations/westeurope/operations/9f9f9f9f?api-version=2024-05-01.\",\n    \"details\": []\n  }\n}\n--------------------------------------------------------------------------------\n",
		[]string{"AzureCluster", "AnotherOperationInProgress", "Another operation on this or dependent resource is in progress"},
	},
	{
		"Code=\"AuthorizationFailed\" Message=\"The client 'a0a0a0a0-1b1b-2c2c-3d3d-4e4e4e4e4e4e' with object id 'a0a0a0a0-1b1b-2c2c-3d3d-4e4e4e4e4e4e' does not have authorization to perform action 'Microsoft.Network/publicIPAddresses/delete' over scope '/subscriptions/0a1b2c3d-0000-1111-2222-333344445555/resourceGroups/lab' or the scope is invalid. If access was recently granted, please refresh your credentials.\"",
		[]string{"AuthorizationFailed", "refresh your credentials"},
	},
	{
		"azure.BearerAuthorizer#WithAuthorization: Failed to refresh the Token for request to https://management.azure.com/subscriptions/0a1b2c3d/resourceGroups/lab?api-version=2021-04-01: StatusCode=401 -- Original Error: adal: Refresh request failed. Status Code = '401'. Response body: {\"error\":\"invalid_client\",\"error_description\":\"AADSTS7000222: The provided client secret keys for app 'b1b1b1b1' are expired.\",\"error_codes\":[7000222],\"timestamp\":\"2026-03-01 11:40:00Z\",\"trace_id\":\"c0c0c0c0-0000-1111-2222-333344445555\",\"correlation_id\":\"d0d0d0d0-0000-1111-2222-333344445555\"}",
		[]string{"AADSTS7000222", "The provided client secret keys for app 'b1b1b1b1' are expired"},
	},
	{
		"error deleting AzureMachine lab/w-0: failed to delete virtualmachine: failed checking if the operation was complete: failed checking if the operation was complete: Code=\"OverconstrainedZonalAllocationRequest\" Message=\"Allocation failed. VM(s) with the following constraints cannot be allocated, because the condition is too restrictive. Please remove some constraints and try again.\"",
		[]string{"AzureMachine lab/w-0", "remove some constraints and try again"},
	},
	// gRPC and CSI.
	{
		"rpc error: code = FailedPrecondition desc = volume: 9688b135-d4d6-4c9c-8a64-9f8e6de7178f with existing snapshots [2c48418f-d7b3-4871-a4f9-feb3e3b6006a 7f4f18a1-93f7-4a46-a3df-a2a1b1d6a0f2] cannot be deleted, please delete snapshots before deleting the volume",
		[]string{"FailedPrecondition", "please delete snapshots before deleting the volume"},
	},
	{
		"error getting handle for DataSource Type VolumeSnapshot by Name snap-1: rpc error: code = Internal desc = failed to delete volume: rpc error: code = DeadlineExceeded desc = context deadline exceeded while waiting for the storage node stor-2 to let go of the device /dev/mapper/vg0-pvc--3a9f8a44--0c40--4f4e--9c9b--4f1c0f2d9a11",
		[]string{"DeadlineExceeded", "stor-2"},
	},
	{
		"rpc error: code = Internal desc = Could not detach volume \"vol-0aa11bb22cc33dd44\" from node \"i-0f00ba4c0ffee1234\": error listing AWS instances: operation error EC2: DescribeInstances, https response error StatusCode: 0, RequestID: , request send failed, Post \"https://ec2.eu-west-1.amazonaws.com/\": dial tcp: lookup ec2.eu-west-1.amazonaws.com on 10.96.0.10:53: no such host",
		[]string{"Could not detach volume", "no such host"},
	},
	{
		"failed to delete snapshot content: rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing: dial unix /csi/csi.sock: connect: connection refused\"; the snapshotter tries again in 5m0s, after which the content snapcontent-2f84c040-df42-46e1-a953-85e133330f82 is listed anew",
		[]string{"failed to delete snapshot content", "snapcontent-2f84c040"},
	},
	// Kubernetes' own.
	{
		"Internal error occurred: failed calling webhook \"vbinding.kb.io\": failed to call webhook: Post \"https://webhook-service.rabbitmq-system.svc:443/validate-rabbitmq-com-v1beta1-binding?timeout=10s\": no endpoints available for service \"webhook-service\", so that bindings.rabbitmq.com \"orders\" in namespace shop stays as it is",
		[]string{"vbinding.kb.io", "no endpoints available for service \"webhook-service\""},
	},
	{
		"admission webhook \"validation.gatekeeper.sh\" denied the request: [keep-production] objects of the environment production may only be deleted within a change window, which the annotation change.example.com/window names; the next window opens on Thursday at 22:00, and the on-call engineer of the platform team may open one before",
		[]string{"validation.gatekeeper.sh", "the on-call engineer of the platform team may open one before"},
	},
	{
		"Cluster.example.com \"one\" is invalid: [spec.network.podCIDR: Invalid value: \"10.0.0.0/33\": invalid CIDR address, metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"example.com/cleanup-keys\", \"example.com/cleanup-network\"}]",
		[]string{"is invalid", "no new finalizers can be added if the object is being deleted"},
	},
	{
		"failed to get informer from cache: failed to get API group resources: unable to retrieve the complete list of server APIs: metrics.example.com/v1beta1: the server is currently unable to handle the request, so that the controller cannot tell whether objects of that group still belong to namespace shop, and waits",
		[]string{"failed to get informer from cache", "and waits"},
	},
	{
		"deployments.apps \"toy-operator\" is forbidden: User \"system:serviceaccount:toy-system:toy-operator\" cannot delete resource \"deployments\" in API group \"apps\" in the namespace \"shop\": RBAC: clusterrole.rbac.authorization.k8s.io \"toy-operator-manager-role\" not found",
		[]string{"is forbidden", "clusterrole.rbac.authorization.k8s.io \"toy-operator-manager-role\" not found"},
	},
	{
		"pods \"toy-cleanup-5x7qk\" is forbidden: exceeded quota: compute, requested: limits.cpu=500m,limits.memory=512Mi,requests.cpu=100m,requests.memory=128Mi, used: limits.cpu=8,limits.memory=16Gi,requests.cpu=4,requests.memory=8Gi, limited: limits.cpu=8,limits.memory=16Gi,requests.cpu=4,requests.memory=8Gi",
		[]string{"toy-cleanup-5x7qk", "limited: limits.cpu=8"},
	},
	{
		"Failed to delete all resource types, 1 remaining: conversion webhook for example.com/v1alpha1, Kind=Widget failed: Post \"https://widget-conversion.widget-system.svc:443/convert?timeout=30s\": service \"widget-conversion\" not found, Internal error occurred: error resolving resource",
		[]string{"Failed to delete all resource types", "service \"widget-conversion\" not found"},
	},
	{
		"connect failed: cannot extract credentials: cannot get credentials secret: Secret \"cloud-credentials\" not found; reconcile is retried with a delay that grows up to one minute, and the managed resource bucket.s3.aws.upbound.io/shop-logs-eu-west-1-production keeps its finalizer until it succeeds",
		[]string{"connect failed", "keeps its finalizer until it succeeds"},
	},
	// Terraform and OpenTofu.
	{
		"error running Destroy: rpc error: code = Internal desc = failed to destroy: exit status 1\n\nError: deleting S3 Bucket (shop-logs): operation error S3: DeleteBucket, https response error StatusCode: 409, RequestID: QK8N2V5T1XW0C9ZJ, HostID: c2hvcC1sb2dzLXByb2R1Y3Rpb24=, api error BucketNotEmpty: The bucket you tried to delete is not empty\n\n  with aws_s3_bucket.logs,\n  on main.tf line 12, in resource \"aws_s3_bucket\" \"logs\":\n  12: resource \"aws_s3_bucket\" \"logs\" {\n",
		[]string{"error running Destroy", "BucketNotEmpty: The bucket you tried to delete is not empty"},
	},
	{
		"observe failed: cannot diff (i.e. plan) Terraform configuration: Error: no matching EC2 VPC found\n\n  with data.aws_vpc.core,\n  on network.tf line 3, in data \"aws_vpc\" \"core\":\n   3: data \"aws_vpc\" \"core\" {\n\nTerraform used the selected providers and found no way to refresh the state of the workspace shop-production-network",
		[]string{"observe failed", "shop-production-network"},
	},
	{
		"async delete failed: failed to delete the resource: [{0 deleting EC2 Subnet (subnet-0f9c69a2a43efa7f4): operation error EC2: DeleteSubnet, https response error StatusCode: 400, RequestID: b7e0e3f5-9a52-4c0e-b9f0-d0a1c2b3e4f5, api error DependencyViolation: The subnet 'subnet-0f9c69a2a43efa7f4' has dependencies and cannot be deleted.  []}]",
		[]string{"async delete failed", "DependencyViolation", "subnet-0f9c69a2a43efa7f4", "has dependencies and cannot be deleted"},
	},
	// Helm and GitOps.
	{
		"Helm uninstall failed for release shop/api with chart api@1.4.2: 1 error occurred:\n\t* Delete \"https://10.96.0.1:443/apis/apps/v1/namespaces/monitoring/deployments/vmagent?propagationPolicy=Background\": dial tcp 10.96.0.1:443: i/o timeout\n\n\nLast Helm logs:\n\n2026-03-01T11:40:00Z: uninstall: Deleting api",
		[]string{"Helm uninstall failed for release shop/api", "i/o timeout"},
	},
	{
		"reconciliation failed: Helm uninstall failed: uninstallation completed with 2 error(s): warning: Hook pre-delete api/templates/backup.yaml failed: 1 error occurred: * jobs.batch \"api-backup\" already exists; timed out waiting for the condition, last seen: Job api-backup in namespace shop is not finished and has 1 active pod",
		[]string{"reconciliation failed", "Job api-backup in namespace shop is not finished"},
	},
	{
		"error occurred while deleting application resources: failed to delete resource in the destination cluster https://A1B2C3D4E5F6A7B8C9D0.gr7.eu-west-1.eks.amazonaws.com: error getting cluster: Get \"https://A1B2C3D4E5F6A7B8C9D0.gr7.eu-west-1.eks.amazonaws.com/version?timeout=32s\": dial tcp: lookup A1B2C3D4E5F6A7B8C9D0.gr7.eu-west-1.eks.amazonaws.com on 172.20.0.10:53: no such host",
		[]string{"error occurred while deleting application resources", "no such host"},
	},
	// Other services and languages.
	{
		"failed to delete DNS record: error from makeRequest: HTTP status 403: Authentication error (10000) ray ID: 8a1b2c3d4e5f6071-FRA; the zone example.com is managed by the token dns-operator, whose scope no longer covers the permission Zone.DNS:Edit since the account shop was moved to another organisation",
		[]string{"failed to delete DNS record", "moved to another organisation"},
	},
	{
		"Expected HTTP response code [202 204] when accessing [DELETE https://network.cloud.example.com:9696/v2.0/networks/6f1f0e1a-1c44-4b0e-9a3f-1d9b4a55a0c2], but got 409 instead: {\"NeutronError\": {\"type\": \"NetworkInUse\", \"message\": \"Unable to complete operation on network 6f1f0e1a-1c44-4b0e-9a3f-1d9b4a55a0c2. There are one or more ports still in use on the network.\", \"detail\": \"\"}}",
		[]string{"Expected HTTP response code", "NetworkInUse", "There are one or more ports still in use on the network."},
	},
	{
		"failed to drop database: ERROR: database \"orders\" is being accessed by other users (SQLSTATE 55006): DETAIL: There are 3 other sessions using the database; the operator ends sessions of its own role alone, those of the roles shop_reader, shop_writer and shop_migrations have to be ended by whoever runs them",
		[]string{"failed to drop database", "have to be ended by whoever runs them"},
	},
	{
		"io.fabric8.kubernetes.client.KubernetesClientException: Failure executing: DELETE at: https://10.96.0.1:443/apis/kafka.example.com/v1/namespaces/shop/topics/orders. Message: topic orders is still assigned to partitions of broker 2, which is offline. at io.fabric8.kubernetes.client.dsl.internal.OperationSupport.requestFailure(OperationSupport.java:660) at io.fabric8.kubernetes.client.dsl.internal.OperationSupport.assertResponseCode(OperationSupport.java:600) at com.example.TopicController.delete(TopicController.java:88)",
		[]string{"Failure executing: DELETE", "topic orders is still assigned to partitions of broker 2, which is offline"},
	},
	{
		"Traceback (most recent call last): File \"/usr/lib/python3.12/site-packages/kopf/_core/actions/execution.py\", line 276, in execute_handler_once File \"/usr/lib/python3.12/site-packages/kopf/_core/actions/invocation.py\", line 139, in invoke File \"/app/handlers.py\", line 61, in on_delete RuntimeError: the license server does not give the seat of shop-1 back",
		[]string{"Traceback", "RuntimeError: the license server does not give the seat of shop-1 back"},
	},
	{
		"panic: runtime error: invalid memory address or nil pointer dereference [recovered]: while finalizing widget shop/blue goroutine 312 [running]: sigs.k8s.io/controller-runtime/pkg/internal/controller.(*Controller).Reconcile.func1() /go/pkg/mod/sigs.k8s.io/controller-runtime@v0.20.0/pkg/internal/controller/controller.go:105 +0x198 panic({0x1a2b3c4, 0x2b3c4d5})",
		[]string{"nil pointer dereference", "while finalizing widget shop/blue"},
	},
	{
		"remote cluster not reachable: failed to create cluster accessor: error creating http client and mapper for remote cluster \"lab/one\": error creating client for remote cluster \"lab/one\": error getting rest mapping: failed to get API group resources: unable to retrieve the complete list of server APIs: v1: Get \"https://10.0.0.9:6443/api/v1?timeout=10s\": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)",
		[]string{"remote cluster not reachable", "Client.Timeout exceeded while awaiting headers"},
	},
	{
		"vault: error revoking lease database/creds/shop/" + strings.Repeat("hTz9", 12) + ": Error making API request. URL: PUT https://vault.vault.svc:8200/v1/sys/leases/revoke Code: 400. Errors: * failed to revoke entry: resp: (*logical.Response)(nil) err: unable to find the role \"shop\" which the lease was issued for; it has to exist until its last lease is revoked",
		[]string{"vault: error revoking lease", "it has to exist until its last lease is revoked"},
	},
	{
		"pods \"blue-cleanup-x2x9p\" is forbidden: violates PodSecurity \"restricted:latest\": allowPrivilegeEscalation != false (container \"cleanup\" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container \"cleanup\" must set securityContext.capabilities.drop=[\"ALL\"]), runAsNonRoot != true (pod or container \"cleanup\" must set securityContext.runAsNonRoot=true)",
		[]string{"PodSecurity \"restricted:latest\"", "must set securityContext.runAsNonRoot=true"},
	},
	{
		"Readiness probe failed for the last nine minutes of the container that serves what the finalizer needs: the answer was HTTP 503 with a body that says in many words that its own store is not there, and that whoever runs it has to see to the store before it asks again for the third time in a row",
		[]string{"HTTP 503", "Readiness probe failed"},
	},
	{
		"tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026-03-01T11:40:00Z is after 2026-02-27T09:00:00Z, presented by billing.internal.example.com:8443 to the pod billing-operator-6c9f7d5b8-x2x9p of namespace billing-system, whose trust bundle holds three authorities",
		[]string{"tls: failed to verify certificate", "trust bundle holds three authorities"},
	},
}

func TestShortened(t *testing.T) {
	if len(said) < 40 {
		t.Errorf("only %d messages", len(said))
	}
	for _, m := range said {
		line := OneLine(m.text)
		got := Shortened(line, 200, "…")
		if n := utf8.RuneCountInString(got); n > 200 {
			t.Errorf("%d characters: %s", n, got)
		}
		for _, want := range m.keeps {
			if !strings.Contains(got, want) {
				t.Errorf("%q is lost:\n%s\n%s", want, line, got)
			}
		}
		if Shortened(line, 10_000, "…") != line {
			t.Errorf("a text that fits has changed: %s", line)
		}
		for _, most := range []int{0, 1, 12, 40, 77, 120} {
			if n := utf8.RuneCountInString(Shortened(line, most, "…")); n > max(most, 1) {
				t.Errorf("%d characters instead of %d: %s", n, most, line)
			}
		}
	}
}

// What is left of a text does not say the opposite: the end does not begin behind a word
// that denies it.
func TestShortenedKeepsDenial(t *testing.T) {
	for name, tt := range map[string]struct{ text, keeps, lacks string }{
		"a clause behind it is left": {
			"it runs and is not allowed to act: ServiceAccount/ledgerd in namespace books may not get, list, watch, update or patch ledgers.books.test; none of the bindings that name ServiceAccount/ledgerd in namespace books gives anything on ledgers.books.test: ClusterRoleBinding/ledgerd",
			"may not get, list, watch", "gives anything on",
		},
		"no clause behind it": {
			"the bucket is there, and " + strings.Repeat("in the very end ", 6) + "nobody who asked for the role " + strings.Repeat("of the second kind ", 6) + "gives the operator of the shop the right to delete it",
			"nobody … ", "",
		},
		"denied by nothing": {
			strings.Repeat("one of the many parts ", 12) + "gives the operator of the shop the right to delete it",
			"gives the operator of the shop the right to delete it", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := Shortened(tt.text, 150, "…")
			if utf8.RuneCountInString(got) > 150 {
				t.Errorf("%d characters: %s", utf8.RuneCountInString(got), got)
			}
			if !strings.Contains(got, tt.keeps) || tt.lacks != "" && strings.Contains(got, tt.lacks) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestShortenedWithoutIDs leaves out the ids of a request whole, and what is said to be nothing.
func TestShortenedWithoutIDs(t *testing.T) {
	const text = `Error polling: Status: 400; ErrorMessage: the bucket you tried to delete is not empty (Service: Amazon S3; Status Code: 409; Error Code: BucketNotEmpty; Request ID: E1D0776EA3459AD1; S3 Extended Request ID: UfWwYLoM5BSHC1pAkQoadaVOEGVXkcUgXY1XZh94/3nAcdtKy08ppXvf62IAVx8hX+kR4MDDDcQ=) ; ResponseError: <nil>`
	if got := Shortened(text, 150, "…"); strings.Contains(got, "S3 Extended") || strings.Contains(got, "<nil>") || !strings.HasSuffix(got, "BucketNotEmpty)") {
		t.Error(got)
	}
}

// TestShortenedKeepsField keeps the field that is said not to be valid, whole.
// Where a program of Python was goes before anything of what it threw, and stays where all fits.
func TestShortenedWithoutPlace(t *testing.T) {
	const words = "forge f1 failed: botocore.exceptions.ClientError: An error occurred (AccessDenied) when calling the DeleteBucket operation: role/forge is not authorized to perform s3:DeleteBucket on bucket f1-data"
	const place = `, in run (/app/forge/cleanup.py:88): s3.delete_bucket(Bucket=names["f1"], Force=False)`
	for _, tt := range []struct{ text, want string }{
		{`its log says: "` + words + place + `" (7 times, last 1s ago)`, `its log says: "` + words + `" (7 times, last 1s ago)`},
		{words + place + " (7 times, last 1s ago)", words + " (7 times, last 1s ago)"},
		{words + place, words},
	} {
		if got := Shortened(tt.text, 250, "…"); got != tt.want {
			t.Errorf("got %s", got)
		}
		if got := Shortened(tt.text, 400, "…"); got != tt.text {
			t.Errorf("it fits: %s", got)
		}
	}
	const other = "it waits, in the house (/app:2 of 3 rooms are clean), for somebody who may close the door of the last room there"
	if got := Shortened(other, 100, "…"); !strings.Contains(got, "last room there") {
		t.Errorf("got %s", got)
	}
}

func TestShortenedKeepsField(t *testing.T) {
	const why = " since the gear house has not yet been set up for the first time, or is not yet ready to be worked at"
	for name, tt := range map[string]struct{ text, keeps string }{
		"a key in brackets": {`Reconciler error: failed to let go of the gear in the end: Gear.core.acme.cloud "local" is invalid: metadata.annotations[upkeep.acme.cloud/operation]: Forbidden: cannot begin` + why, "metadata.annotations[upkeep.acme.cloud/operation]: Forbidden"},
		"a path":            {`Reconciler error: failed to let go of the gear in the end: Gear.core.acme.cloud "local" is invalid: spec.teeth[2].size: Invalid value: 3: must not be changed` + why, "spec.teeth[2].size: Invalid value"},
		"no field":          {`Reconciler error: failed to let go of the gear in the end: Gear.core.acme.cloud "local" was not changed: it: Forbidden: cannot begin` + why, "Reconciler error"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, most := range []int{120, 150, 180} {
				if got := Shortened(tt.text, most, "…"); utf8.RuneCountInString(got) > most || !strings.Contains(got, tt.keeps) {
					t.Errorf("%d: %s", utf8.RuneCountInString(got), got)
				}
			}
		})
	}
}

// TestQuotationKept shortens what this program says itself before it cuts the words of
// somebody else, and of these the clause that tells stays.
func TestQuotationKept(t *testing.T) {
	for name, tt := range map[string]struct {
		text         string
		most         int
		keeps, drops []string
	}{
		"what is said behind it goes first": {
			`koperator has to take it off; the log copied beside it says: "Still waiting for the following topics to be deleted: [kafka/kafka-cruise-control-topic]"; it waits for the topics of the cluster to be gone, its users to be asked to go and its certificates to be cleaned up`,
			200,
			[]string{`"Still waiting for the following topics to be deleted: [kafka/kafka-cruise-control-topic]"`, "koperator has to take it off"},
			[]string{"certificates"},
		},
		"then what is said aside": {
			`acme tries and fails (the configuration or the credentials are gone); the log copied beside it says: "NoCredentialProviders: no valid providers in chain. Deprecated. For more see the documents of the provider" (on 2022-11-24 07:59 UTC)`,
			150,
			[]string{"acme tries and fails;", "NoCredentialProviders"},
			[]string{"the configuration"},
		},
		"what is said aside before a field": {
			`gearlet tries and fails (its finalizer cannot be taken off: the object is not valid); the log copied beside it says: "Reconciler error: failed to remove finalizer: Gear.core.acme.cloud "local" is invalid: metadata.annotations[maintenance.acme.cloud/operation]: Forbidden: cannot turn it all if the gear was not yet set up or is not ready for work" (on 2024-05-24 11:14 UTC)`,
			215,
			[]string{"metadata.annotations[maintenance.acme.cloud/operation]: Forbidden", "gearlet tries and fails;"},
			nil,
		},
		"the clause that tells": {
			`acme tries and fails; its log says: "unable to update instance: NamespaceConfig.redhatcop.redhat.io "apps" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"config-controller"}"`,
			230,
			[]string{"no new finalizers can be added if the object is being deleted", "acme tries and fails"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := Shortened(tt.text, tt.most, "…")
			if utf8.RuneCountInString(got) > tt.most {
				t.Errorf("%d characters: %s", utf8.RuneCountInString(got), got)
			}
			for _, part := range tt.keeps {
				if !strings.Contains(got, part) {
					t.Errorf("%q is lost: %s", part, got)
				}
			}
			for _, part := range tt.drops {
				if strings.Contains(got, part) {
					t.Errorf("%q is kept: %s", part, got)
				}
			}
		})
	}
}

// What is quoted in a quotation, or said twice, goes before anything else does.
func TestShortenedOnce(t *testing.T) {
	for name, tt := range map[string]struct {
		text         string
		most         int
		keeps, lacks []string
	}{
		"what is quoted twice": {
			`cleaning up gear g-1 of the shop: delete of its rack failed: webhook "v.acme.test" denied the request: Unauthorized (Answer { message: "webhook \"v.acme.test\" denied the request: Unauthorized", code: 403 })`,
			150,
			[]string{"cleaning up gear g-1", `webhook "v.acme.test" denied the request: Unauthorized`, "403"},
			[]string{`\"`, "Unauthorized …\""},
		},
		"line ends within it": {
			`gear g-1 of the shop: the pod was told \"stop\":\n\tdoes not stop\n, and the shaft turns on and on and on and on and on and on`, 125,
			[]string{`told "stop": does not stop`},
			[]string{`\n`},
		},
		"a list says it again and again": {
			"g-1 cannot be taken off its shaft on this floor of the mill, g-2 cannot be taken off its shaft on this floor of the mill, g-3 cannot be taken off its shaft on this floor of the mill, g-4 cannot be taken off its shaft on this floor of the mill, and that is all", 150,
			[]string{"g-1 cannot be taken off its shaft on this floor of the mill", "on this floor of the mill, and that is all"},
			[]string{"g-2 …"},
		},
		"what was tried, and the reason": {
			`Failed to create cleanup Job shop/g-1-cleanup, admission webhook "very-long-name.of-a-webhook.acme.test" denied the request: it breaks a rule. Details: {"[denied by the rules of pods]": ["cpu requests '200m' is lower than the least of 250m`,
			120,
			[]string{"Failed to create cleanup Job shop/g-1-cleanup", "is lower than the least of 250m"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := Shortened(tt.text, tt.most, "…")
			for _, want := range tt.keeps {
				if !strings.Contains(got, want) {
					t.Errorf("%q is lost: %s", want, got)
				}
			}
			for _, no := range tt.lacks {
				if strings.Contains(got, no) {
					t.Errorf("%q is left: %s", no, got)
				}
			}
		})
	}
}

// What is left out takes nothing along that belongs to what stays: half a word, a quote or
// bracket that closes, the way from one sentence to the next.
// What is over is not told by half of its words.
func TestShortenedRecovered(t *testing.T) {
	const over = `gear-operator is at work, down from 45 to 3 of 50 in 12m; it failed 2 times until 9m ago, and goes on since`
	if got := Shortened(over+`: "Reconciler error: dial tcp 10.0.0.1:5432: connect: connection refused"`, 160, "…"); got != over {
		t.Error(got)
	}
	const whole = over + `: "it is bent"`
	if got := Shortened(whole, 160, "…"); got != whole {
		t.Error(got)
	}
}

func TestShortenedLeavesWhole(t *testing.T) {
	for name, tt := range map[string]struct {
		text         string
		most         int
		keeps, lacks string
	}{
		"an address within a sentence": {
			`Delete call failed: error reading underlying resource: project 4404 is to be deleted and cannot be used for API calls. Visit https://console.gears.example/projects?pending=true to undelete the project.`,
			150, "to undelete the project", "API calls to undelete",
		},
		"an address that ends one": {
			`Delete call failed: error reading underlying resource: project 4404 is to be deleted and cannot be used for API calls. Visit https://console.gears.example/projects?pending=true. The call is not repeated.`,
			150, "API calls. The call is not repeated.", "console",
		},
		"a quote behind an id": {
			`its log says: "r.deleteResource: BucketNotEmpty: The bucket you tried to delete is not empty status code: 409, request id: 4T0QW8Z1N2C5B7XA, host id: aGVsbG8="  (on 2022-10-04 09:18 UTC)`,
			130, `status code: 409" (on`, "request id",
		},
		"a bracket behind an id": {
			`the gear cannot be taken off its shaft, for what turns cannot be stopped (code 409, request id: 4T0QW8Z1N2C5B7XA): it turns, and goes on turning`,
			125, "(code 409): it turns", "request id",
		},
		"a word behind a denial": {
			`it was unable to create ` + strings.Repeat("new ", 20) + `content in the namespace lab-qzrtmwkv-of-a-long-name because that is being terminated`,
			90, "unable … ", "… ace ",
		},
		"what the words stand in": {
			`the operator of gears tries and fails (what it talks to is not reached): "org.example.errors.TimeoutException: Call(callName=deleteGears, deadlineMs=1713779853011, tries=1, nextAllowedTryMs=1713779853202) timed out at 1713779853102 after 1 attempt(s)"`,
			200, `fails (what it talks to is not reached): "org.example`, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := Shortened(OneLine(tt.text), tt.most, "…")
			if utf8.RuneCountInString(got) > tt.most || !strings.Contains(got, tt.keeps) || tt.lacks != "" && strings.Contains(got, tt.lacks) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// This program says first what matters, and what is cut of that is its end.
func TestBegun(t *testing.T) {
	const text = "The gears go on turning in the mill, with nobody to oil them; the shafts belong to them and are collected anyway, as far as is known second hand"
	for most, want := range map[int]string{
		200: text,
		100: "The gears go on turning in the mill, with nobody to oil them …",
	} {
		if got := Begun(text, most, "…"); got != want {
			t.Errorf("%d: %q", most, got)
		}
	}
	const either = "see to what keeps it: before 1.20, another mark is left on the gear, or from 1.20 on, the Secret with the oil was deleted first"
	if got := Begun(either, 90, "…"); got != "see to what keeps it: before 1.20, another mark is left on the gear, or from 1.20 on …" {
		t.Errorf("an alternative: %q", got)
	}
	if got := Begun(strings.Repeat("gears ", 20), 50, "…"); utf8.RuneCountInString(got) > 50 || !strings.Contains(got, "…") {
		t.Errorf("without a clause: %q", got)
	}
}

// A code that is longer than there is room for is not kept, and the rest is.
func TestShortenedLongCode(t *testing.T) {
	text := "it tried " + strings.Repeat("and tried ", 10) + "ResourceInUseByAnotherServiceExceptionOfTheGears: " + strings.Repeat("it is in use ", 10)
	for most := range 130 {
		if got := Shortened(text, most, "…"); utf8.RuneCountInString(got) > max(most, 1) {
			t.Errorf("%d: %q", most, got)
		}
	}
	if got := Shortened("the call failed (RequestID: a1, HostID: b2), as an api error says which goes on and on", 60, "…"); strings.Contains(got, "failed )") {
		t.Error(got)
	}
}

// TestAdvised keeps what to do whole: of the words at its end only as much is said as there is room for.
func TestAdvised(t *testing.T) {
	const act = "make sure, where it was, that what it is to delete is gone, and let go of its finalizer only if it cannot"
	words := "Error syncing load balancer: failed to delete load balancer: " + strings.Repeat("Retriable: false, RetryAfter: 0s, ", 4) + "Resource group 'shop' could not be found."
	for _, c := range []struct {
		text       string
		most       int
		is, begins string
	}{
		{act + `: "` + words + `"`, 140, act, ""},
		{act + `; that helps most often where it says: "` + words + `"`, 180, act, ""},
		{act + `: "` + words + `"`, 240, "", act + `: "Error syncing`},
		{act + `: "it is bent"`, 140, act + `: "it is bent"`, ""},
		{act, 140, act, ""},
		{act + `: "` + words + `"; more goes then`, 140, act + "; more goes then", ""},
		{act + `: "` + words + `"; more goes then`, 260, "", act + `: "Error syncing`},
		{"see to what keeps it: before 1.20, another mark is left on the gear, or from 1.20 on, the Secret was deleted first", 80, "see to what keeps it: before 1.20, another mark is left on the gear …", ""},
	} {
		short := Advised(c.text, c.most, "…")
		if c.is != "" && short != c.is || !strings.HasPrefix(short, c.begins) || utf8.RuneCountInString(short) > c.most {
			t.Errorf("%q in %d: %q", c.text, c.most, short)
		}
	}
}

// What this program says itself before it leads to the words of somebody else stays whole, and of
// these at least the end.
func TestRoom(t *testing.T) {
	const own = `daemonset/disk-agent in namespace disk-system acts node by node, and its pod on node node-2 is not ready: disk-agent-6v5xk cannot start: container agent: ImagePullBackOff; the kubelet says: `
	for name, tt := range map[string]struct {
		text  string
		keeps []string
	}{
		"a long cause": {
			own + `"Back-off pulling image "ghcr.io/acme/disk-agent:3.1": ErrImagePull: failed to pull and unpack image "ghcr.io/acme/disk-agent:3.1": failed to resolve reference "ghcr.io/acme/disk-agent:3.1": failed to authorize: failed to fetch oauth token: unexpected status from GET request to https://ghcr.io/token?scope=repository%3Aacme%2Fdisk-agent%3Apull&service=ghcr.io: 401 Unauthorized"`,
			[]string{own + `"`, `401 Unauthorized"`},
		},
		"last words": {
			`statefulset/ride-master in namespace fairground-system has no ready pod: ride-master-0 crashes again and again, 7 restarts so far: container manager ended with exit code 1; its last words: "` + strings.Repeat("loading another ride, ", 20) + `safety certificate /etc/ride/cert.pem expired 2026-11-20"`,
			[]string{"in namespace fairground-system has no ready pod: ride-master-0 crashes again and again, 7 restarts so far: container manager ended with exit code 1; its last words:", "safety certificate /etc/ride/cert.pem expired 2026-11-20"},
		},
		"words behind many clauses of its own": {
			`garbage collector has to take it off; it waits for every dependent that the garbage collector knows and that has blockOwnerDeletion set to be gone, or, where it has another owner that stays, to lose its ownerReference; whether it runs is not in the dump; whoever copied it says: "our controller manages to make the Secret again"`,
			[]string{`garbage collector has to take it off; whoever copied it says: "our controller manages to make the Secret again"`},
		},
		"a verb that is denied": {
			`beacon-operator runs and does not get to work; its log says: "error retrieving resource lock beacon-system/beacon-leader: leases.coordination.k8s.io "beacon-leader" is forbidden: User "system:serviceaccount:beacon-system:beacon-operator" cannot get resource "leases" in API group "coordination.k8s.io" in the namespace "beacon-system"" (10 times, last 0s ago)`,
			[]string{"runs and does not get to work", `cannot get resource "leases"`},
		},
		"the words of two": {
			`deployment/acme-operator in namespace acme-system has no ready pod: acme-operator-7d4b9c-x2x9p is not ready: its container manager; the kubelet says: "Readiness probe failed: Get "http://10.0.4.17:8081/readyz": context deadline exceeded (Client.Timeout exceeded while awaiting headers)"; its log says: "cannot open store: dial tcp: acme-db.acme-system.svc:5432: connect: connection refused"`,
			[]string{`the kubelet says: "Readiness`, `"; its log says: "`, `acme-db.acme-system.svc:5432: connect: connection refused"`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			room := Room(tt.text, 240, false)
			got := Shortened(tt.text, room, "…")
			if n := utf8.RuneCountInString(got); n > room || room > 240+mostBeyond {
				t.Errorf("%d characters in %d: %s", n, room, got)
			}
			for _, want := range tt.keeps {
				if !strings.Contains(got, want) {
					t.Errorf("%q is lost: %s", want, got)
				}
			}
		})
	}
	quoted := `acme says: "` + strings.Repeat("it is bent, ", 30) + `and done"`
	behind := "; it waits for the gear to be turned"
	for text, want := range map[string]string{
		quoted:                             quoted,
		quoted + behind:                    quoted + behind,
		quoted + strings.Repeat(behind, 9): quoted + strings.Repeat(behind, 3),
	} {
		if got := Shortened(text, Room(text, 240, true), "…"); got != want {
			t.Errorf("not whole: %s", got)
		}
	}
	for _, text := range []string{"nothing is quoted here", `an error with a "name" in it: ` + strings.Repeat("more ", 80), `acme says: "it is bent"`} {
		for _, ample := range []bool{false, true} {
			if got := Room(text, 240, ample); got != 240 {
				t.Errorf("%d for %q", got, text)
			}
		}
	}
}
