set -e
# What a kubelet would say.
kubectl patch node n1 --subresource=status --type=merge -p '{"status":{"conditions":[{"type":"Ready","status":"True","lastHeartbeatTime":"2026-01-01T00:00:00Z","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}'
kubectl patch pod web-0 -n shop --subresource=status --type=merge -p '{"status":{"phase":"Running"}}'
pod=$(kubectl get pods -n gearbox-system -l app=gearbox-controller -o name | head -1)
kubectl patch "$pod" -n gearbox-system --subresource=status --type=merge -p '{"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}'
# What people asked to go.
kubectl delete gear/main bucket/logs bucket/assets pvc/data-0 pvc/data-1 -n shop --wait=false
kubectl delete bucket/logs cluster/demo --wait=false
# What a controller says of it.
kubectl patch gear/main -n shop --subresource=status --type=merge -p "{\"status\":{\"conditions\":[{\"type\":\"Deleting\",\"status\":\"True\",\"reason\":\"ShaftRemains\",\"message\":\"the shaft still turns\",\"lastTransitionTime\":\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\"}]}}"
# The same cluster under a second name.
user=$(kubectl config view -o jsonpath='{.contexts[0].context.user}')
cluster=$(kubectl config view -o jsonpath='{.contexts[0].context.cluster}')
kubectl config set-context new-management --user="$user" --cluster="$cluster"
kubectl config set-context prod-eu --user="$user" --cluster="$cluster" --namespace=shop
cp "$KUBECONFIG" new.kubeconfig
