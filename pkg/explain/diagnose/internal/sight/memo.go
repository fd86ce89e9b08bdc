package sight

import (
	"sync"
)

// Memo computes each value once, however many ask for it at a time. Its zero
// value is ready.
type Memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]*once[V]
}

type once[V any] struct {
	sync.Once
	value V
}

func (m *Memo[K, V]) entry(key K) *once[V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[K]*once[V]{}
	}
	e, ok := m.known[key]
	if !ok {
		e = &once[V]{}
		m.known[key] = e
	}
	return e
}

// Get returns the value of a key, which is computed once.
func (m *Memo[K, V]) Get(key K, compute func() V) V {
	e := m.entry(key)
	e.Do(func() { e.value = compute() })
	return e.value
}

func (m *Memo[K, V]) put(key K, value V) {
	e := m.entry(key)
	e.Do(func() { e.value = value })
}
