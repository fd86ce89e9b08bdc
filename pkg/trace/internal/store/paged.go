package store

// pageBits is how many bits of a number say where in its page an entry is.
const (
	pageBits = 10
	pageSize = 1 << pageBits
)

// paged is a list that grows without moving what fills its full pages, so that
// a long one never stands in memory twice. The zero value is empty.
type paged[T any] struct{ pages [][]T }

func (p *paged[T]) size() int {
	if len(p.pages) == 0 {
		return 0
	}
	last := len(p.pages) - 1
	return last<<pageBits + len(p.pages[last])
}

// at returns an entry. The pointer is good until the next add.
func (p *paged[T]) at(i uint32) *T {
	return &p.pages[i>>pageBits][i&(pageSize-1)]
}

// add returns the number of the new entry.
func (p *paged[T]) add(entry T) uint32 {
	at := uint32(p.size())
	if at&(pageSize-1) == 0 {
		p.pages = append(p.pages, p.fresh())
	}
	last := len(p.pages) - 1
	p.pages[last] = append(p.pages[last], entry)
	return at
}

// fresh returns an empty page: the first one grows as it is filled, because
// most lists are short.
func (p *paged[T]) fresh() []T {
	if len(p.pages) == 0 {
		return nil
	}
	return make([]T, 0, pageSize)
}

// texts keeps short byte strings. The zero value is empty.
type texts struct{ pages [][]byte }

const (
	textPageBits = 16
	textPageSize = 1 << textPageBits
)

// add keeps a text, of which at most 64 KiB less one byte: no name is as long.
func (t *texts) add(text []byte) (from uint32, length uint16) {
	text = text[:min(len(text), textPageSize-1)]
	last := len(t.pages) - 1
	switch {
	case last < 0:
		t.pages = append(t.pages, nil)
		last = 0
	case len(t.pages[last])+len(text) > textPageSize:
		t.pages = append(t.pages, make([]byte, 0, textPageSize))
		last++
	}
	from = uint32(last<<textPageBits + len(t.pages[last]))
	t.pages[last] = append(t.pages[last], text...)
	return from, uint16(len(text))
}

// bytes returns a text that was added.
func (t *texts) bytes(from uint32, length uint16) []byte {
	if length == 0 {
		return nil
	}
	return t.pages[from>>textPageBits][from&(textPageSize-1):][:length]
}
