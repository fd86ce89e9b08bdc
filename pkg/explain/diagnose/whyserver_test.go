package diagnose_test

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func schemaOf(k trace.Kind) schema.GroupResource {
	return schema.GroupResource{Group: k.Group, Resource: k.Resource}
}

func statusOf(r refusal) metav1.Status {
	return metav1.Status{Status: metav1.StatusFailure, Code: r.Code, Message: r.Message, Reason: metav1.StatusReasonForbidden}
}
