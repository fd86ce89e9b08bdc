// Package pod judges pods: the grace period, the kubelet, the node and the job controller.
package pod
