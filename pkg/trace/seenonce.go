package trace

import (
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// seenOnce tells Tracer.Seen of each object once, one at a time.
type seenOnce struct {
	tell func(Kind, *unstructured.Unstructured)

	mu   sync.Mutex
	told map[string]bool
}

// see may run beside others.
func (s *seenOnce) see(kind Kind, obj *unstructured.Unstructured) {
	if s.tell == nil {
		return
	}
	id := string(obj.GetUID())
	if id == "" {
		id = Describe(kind, obj.GetNamespace(), obj.GetName())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.told[id] {
		return
	}
	if s.told == nil {
		s.told = map[string]bool{}
	}
	s.told[id] = true
	s.tell(kind, obj)
}
