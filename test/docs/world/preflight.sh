set -e
# Two operators: one that Helm has installed, and one that lives with its own objects.
kubectl apply -f - <<'OBJECTS'
{apiVersion: v1, kind: Namespace, metadata: {name: pulley-system}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: yard}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: mill}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ropes.pulley.example.org, labels: {app.kubernetes.io/managed-by: Helm}, annotations: {meta.helm.sh/release-name: pulley, meta.helm.sh/release-namespace: pulley-system, helm.sh/resource-policy: keep}}
spec:
  group: pulley.example.org
  scope: Namespaced
  names: {kind: Rope, plural: ropes, singular: rope}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: stones.mill.example.org}
spec:
  group: mill.example.org
  scope: Namespaced
  names: {kind: Stone, plural: stones, singular: stone}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: pulley, namespace: pulley-system, labels: {app.kubernetes.io/managed-by: Helm}, annotations: {meta.helm.sh/release-name: pulley, meta.helm.sh/release-namespace: pulley-system}}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: pulley, labels: {app.kubernetes.io/managed-by: Helm}, annotations: {meta.helm.sh/release-name: pulley, meta.helm.sh/release-namespace: pulley-system}}, rules: [{apiGroups: [pulley.example.org], resources: ["*"], verbs: ["*"]}]}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: pulley, labels: {app.kubernetes.io/managed-by: Helm}, annotations: {meta.helm.sh/release-name: pulley, meta.helm.sh/release-namespace: pulley-system}}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pulley}, subjects: [{kind: ServiceAccount, name: pulley, namespace: pulley-system}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: pulley, namespace: pulley-system, labels: {app.kubernetes.io/managed-by: Helm}, annotations: {meta.helm.sh/release-name: pulley, meta.helm.sh/release-namespace: pulley-system}}
spec:
  replicas: 1
  selector: {matchLabels: {app: pulley}}
  template: {metadata: {labels: {app: pulley}}, spec: {serviceAccountName: pulley, containers: [{name: c, image: i}]}}
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: miller, namespace: mill}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: miller}, rules: [{apiGroups: [mill.example.org], resources: ["*"], verbs: ["*"]}]}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: miller}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: miller}, subjects: [{kind: ServiceAccount, name: miller, namespace: mill}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: miller, namespace: mill}
spec:
  replicas: 1
  selector: {matchLabels: {app: miller}}
  template: {metadata: {labels: {app: miller}}, spec: {serviceAccountName: miller, containers: [{name: c, image: i}]}}
OBJECTS
kubectl wait crd/ropes.pulley.example.org crd/stones.mill.example.org --for=condition=Established --timeout=60s
kubectl apply -f - <<'OBJECTS'
{apiVersion: pulley.example.org/v1, kind: Rope, metadata: {name: crane, namespace: yard, finalizers: [pulley.example.org/cleanup]}}
---
{apiVersion: mill.example.org/v1, kind: Stone, metadata: {name: upper, namespace: mill, finalizers: [mill.example.org/cleanup]}}
OBJECTS
# What a kubelet would say.
for at in pulley-system/pulley mill/miller; do
  kubectl wait pod -n ${at%/*} -l app=${at#*/} --for=create --timeout=60s
  pod=$(kubectl get pods -n ${at%/*} -l app=${at#*/} -o name | head -1)
  kubectl patch "$pod" -n ${at%/*} --subresource=status --type=merge -p '{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}'
  kubectl wait deployment/${at#*/} -n ${at%/*} --for=condition=Available --timeout=60s
done
# What Helm does to the objects of the release.
cat >"$HOME/.local/bin/helm" <<'HELM'
#!/bin/sh
test "$1" = uninstall || exit 0
kubectl delete deployment/pulley serviceaccount/pulley -n pulley-system --wait=false
kubectl delete clusterrole/pulley clusterrolebinding/pulley
HELM
chmod +x "$HOME/.local/bin/helm"
# What the operators do, as long as they are there: each under its own account.
cat >operator.sh <<'OPERATOR'
me="--as system:serviceaccount:$1:$2"
while true; do
  # a server that does not answer has not said that it is gone
  mine=$(kubectl get deployment/$2 serviceaccount/$2 -n $1 --ignore-not-found -o name) && test $(echo $mine | wc -w) -lt 2 && break
  kubectl get $3 -A $me -o 'jsonpath={range .items[?(@.metadata.deletionTimestamp)]}{.metadata.namespace} {.metadata.name}{"\n"}{end}' | while read space name; do
    kubectl patch $3/$name -n $space $me --type=merge -p '{"metadata":{"finalizers":null}}'
  done
  sleep 0.5
done
OPERATOR
sh operator.sh pulley-system pulley ropes >/dev/null 2>&1 &
sh operator.sh mill miller stones >/dev/null 2>&1 &
