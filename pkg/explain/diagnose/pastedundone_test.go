package diagnose_test

import "testing"

// TestWhyPastedUndoneAlready mends nothing where what undoes something fails since that is not there any more: that this is so is
// made sure of, and another release takes it for done. Where something else is not there by which it works, or it does not
// answer, that is mended.
func TestWhyPastedUndoneAlready(t *testing.T) {
	pod := func(said string) string {
		return "The pod g-0 hangs in Terminating.\n\n```\nEvents:\n  Type     Reason         Age                From     Message\n  ----     ------         ----               ----     -------\n" +
			"  Normal   Killing        98s                kubelet  Stopping container g\n  Warning  " + said + "\n```\n"
	}
	network := func(why string) string {
		return pod(`FailedKillPod  11s (x8 over 67s)  kubelet  error killing pod: failed to "KillPodSandbox" for "1" with KillPodSandboxError: "rpc error: code = Unknown desc = failed to destroy network for sandbox \"3b\": plugin type=\"zorgnet\" name=\"z\" failed (delete): ` + why + ` "`)
	}
	unmount := func(why string) string {
		return pod(`FailedUnmount  11s (x8 over 67s)  kubelet  UnmountVolume.TearDown failed for volume "disk-1" : kubernetes.io/csi: mounter.TearDownAt failed: rpc error: ` + why)
	}
	const is, plugin, mount = "Pod ", "make sure on the pod's node that nothing is left of what the network plugin is to take away", "as with findmnt, that this volume is not mounted there any more"
	all := map[string]pasted{}
	for text, does := range map[string]string{
		network("failed to del rule table 7: no such file or directory"):                   plugin,
		network("failed to delete route 10.0.0.1: no such process"):                        plugin,
		network("could not remove device z0: link not found"):                              plugin,
		network("failed to del rule: open /etc/zorg/conf: no such file or directory"):      "have network plugin",
		network("failed to delete via /run/zorg.sock: no such file or directory"):          "have network plugin",
		network("failed to del rule table 7: connection refused"):                          "have network plugin",
		network("failed to find plugin zorgnet in path [/opt/cni/bin]: not found"):         "have network plugin",
		unmount("code = NotFound desc = volume not mounted"):                               mount,
		unmount("code = Internal desc = /x is not a mountpoint"):                           mount,
		unmount("code = NotFound desc = volume vol-7 not found"):                           mount,
		unmount("code = NotFound desc = volume plugin not found"):                          "mend the mount that it names",
		unmount("code = Unavailable desc = dial unix csi.sock: no such file or directory"): "mend the mount that it names",
		unmount("code = Internal desc = target is busy"):                                   "end what still uses the mount",
	} {
		all[does+": "+text[len(text)-60:]] = pasted{text: text, is: is, does: does, holder: "kubelet"}
	}
	checkAll(t, all)
}
