package hearing

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"

// once keeps one value of a type for a whole diagnosis.
type once[T any] struct {
	value sight.Memo[string, T]
}

// Once makes what is the same for every case of a diagnosis when it is first asked for. There is one of each type, and
// nobody may change it.
func Once[T any](h *Case, read func() T) T {
	return sight.Memory[once[T]](h.View).value.Get("", read)
}
