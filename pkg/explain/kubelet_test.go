package explain

import "testing"

// TestKubeletEnds tells the words of a node about the end of a pod from those about its start, and
// from those of controllers.
func TestKubeletEnds(t *testing.T) {
	for line, want := range map[string]bool{
		`E1113 07:54:19.6 1 pod_workers.go:1301] "Error syncing pod, skipping" err="failed to \"KillContainer\" for \"app\" with KillContainerError: \"x\"" pod="shop/web-0"`: true,
		`error killing pod: failed to "KillPodSandbox" for "0aa0" with KillPodSandboxError: "x"`:                                                                              true,
		`E0904 10:00:00.0 1 nestedpendingoperations.go:348] UnmountVolume.TearDown failed for volume "data"`:                                                                  true,
		`level=error msg="StopPodSandbox for \"0aa0\" failed" error="failed to destroy network for sandbox \"0aa0\": x"`:                                                      true,
		`level=error msg="failed to stop sandbox"`:                                                           true,
		`orphaned pod "0aa0" found, but volume paths are still present on disk`:                              false,
		`Normal   Killing   68s   kubelet   Stopping container gears`:                                        true,
		`Error syncing pod x ("web-0_shop(x)"), skipping: error killing pod: x`:                              true,
		`umount: /var/lib/kubelet/pods/0aa0/volumes/kubernetes.io~csi/data/mount: target is busy.`:           true,
		`umount: /mnt/data: target is busy.`:                                                                 false,
		`error killing time`:                                                                                 false,
		`"Error syncing pod, skipping" err="failed to \"StartContainer\" for \"app\" with CrashLoopBackOff"`: false,
		`failed to create pod sandbox: x`:                                                                    false,
		`cannot evict pod shop/web-0: it would violate the budget`:                                           false,
		`failed to remove the storage container c1`:                                                          false,
		`Normal   Scheduled   68s   default-scheduler   Killing time`:                                        false,
	} {
		if KubeletEnds(line) != want {
			t.Errorf("%s: %t", line, !want)
		}
	}
}
