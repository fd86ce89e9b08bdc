package sentence

import "testing"

// TestNothingLeft knows the words by which of what an object stands for nothing is left, and not those of objects of the
// cluster, of what is needed, and of what is not so yet.
func TestNothingLeft(t *testing.T) {
	for said, want := range map[string]bool{
		"the gear is in phase: Failed | Domain does not exist":                                        true,
		"I noticed that everything is cleaned up from the broker correctly although the Policy stays": true,
		"because the cloud network object that it refers to has already been deleted":                 true,
		"all conditions report clean (NamespaceContentRemaining=False)":                               true,
		"the bucket was removed from S3 successfully":                                                 true,
		"the virtual machine no longer exists in the datacenter":                                      true,
		"Nothing is left on the array":                                                                true,
		"successfully deleted volume vol-12":                                                          true,
		"instance i-0123456 not found":                                                                true,
		`Detached "csi-12"`:                                                                           true,
		`Detached "csi-12" is what it waits for`:                                                      false,
		"secret cloud-credentials does not exist":                                                     false,
		"the namespace was already deleted":                                                           false,
		"the resource has already been deleted":                                                       false,
		"the finalizer was successfully removed":                                                      false,
		"the operator was already removed":                                                            false,
		"the webhook service no longer exists":                                                        false,
		"the bucket should have been successfully removed":                                            false,
		"if the domain does not exist":                                                                false,
		"retried until the volume no longer exists":                                                   false,
		"is nothing left on the array?":                                                               false,
		"the volume was removed":                                                                      false,
		"the domain exists":                                                                           false,
	} {
		if NothingLeft(said) != want {
			t.Errorf("%q: %v", said, !want)
		}
	}
	if !NothingLeft("the cluster was already deleted", "cluster") {
		t.Error("what is spared is not")
	}
}
