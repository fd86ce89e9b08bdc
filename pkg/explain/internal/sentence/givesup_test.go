package sentence

import "testing"

// TestRetryOf knows the words of those who do not try again, and of those who do.
func TestRetryOf(t *testing.T) {
	for words, want := range map[string]Retry{
		"gear is in a terminal condition, not requeuing until its spec is changed":              AtSpec,
		"will not be retried until the spec changes":                                            AtSpec,
		"will not be retried until the gear changes":                                            Dropped,
		"waiting until its spec is changed":                                                     RetryUntold,
		"Not processing deleting event because deprovisioning has failed":                       Recorded,
		"Error state detected, skipping reconciliation":                                         Recorded,
		"skipping reconcile: the gear is in a failed state":                                     Recorded,
		"gear is in error state, retrying":                                                      RetryUntold,
		"skipping reconciliation of gear g1, it is paused":                                      RetryUntold,
		"skipping reconciliation since the last deletion failed":                                Recorded,
		"the deletion failed and will not be retried":                                           Dropped,
		"no more retries for gear g1":                                                           Dropped,
		"giving up after 5 attempts":                                                            Dropped,
		"the mill has given up until somebody asks for a retry":                                 Dropped,
		"the provisioner will not attempt retries for this gear":                                Dropped,
		"stopped retrying the deletion of gear g1":                                              Dropped,
		"deletion failed: exceeded the maximum number of retries":                               Dropped,
		"retry limit reached for gear shop/g1":                                                  Dropped,
		`Dropping gear "shop/g1" out of the queue: the mill is closed`:                          Dropped,
		"dropping shop/g1 from the workqueue, the mill is closed":                               Dropped,
		"Reconciler error: terminal error: the mill is closed":                                  Dropped,
		"terminal error: the mill is closed":                                                    Dropped,
		"Reconciler error: the mill is closed":                                                  Requeued,
		"Reconciler error: DELETE https://mill.example.org/g1 giving up after 5 attempt(s)":     Requeued,
		"Reconciler error: retries exhausted: the mill is closed":                               Dropped,
		"error syncing 'shop/g1': the mill is closed, requeuing":                                Requeued,
		"the provisioner will attempt retries for this gear":                                    RetryUntold,
		"deleting the gear failed, will retry":                                                  RetryUntold,
		"gave up waiting for pods to be deleted":                                                RetryUntold,
		"not processed yet because the queue is full":                                           RetryUntold,
		"processing deleting event; deprovisioning has not failed":                              RetryUntold,
		"DELETE https://mill.example.org/g1 giving up after 5 attempt(s)":                       RetryUntold,
		"Max retries exceeded with url: /v1/gears/g1":                                           RetryUntold,
		"operation error Mill: DeleteGear, exceeded maximum number of attempts, 3, https error": RetryUntold,
		"the deletion failed and will not be retried for 5m":                                    RetryUntold,
		"the worker hit a terminal error: restarting":                                           RetryUntold,
		"the message was dropped from the queue":                                                RetryUntold,
	} {
		if got := RetryOf(words); got != want || GivesUp(words) != (want >= Dropped) {
			t.Errorf("%q: %v", words, got)
		}
	}
}
